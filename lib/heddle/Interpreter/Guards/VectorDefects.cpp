//===- VectorDefects.cpp - Vectors that compute something else ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 'transform.structured.vectorize' makes one vector of an op, and assumes that
// no dynamic extent is larger than the vector. Extents are bounded by
// upstream's analysis of value bounds. It reduces only what is a vector over
// all loops.
//
//===----------------------------------------------------------------------===//

#include "Defects.h"
#include "TiledDims.h"

#include "heddle/Analysis/Vectors/NarrowValues.h"
#include "heddle/IR/ValueBounds/ValueBounds.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::heddle;

/// True if `extent` is known to be at most `size` or, if `exactly`, just
/// `size`.
static bool fits(const BoundVariable &extent, int64_t size, bool exactly) {
  FailureOr<int64_t> most =
      computeConstantBound(presburger::BoundType::UB, extent);
  if (failed(most) || !exactly)
    return succeeded(most) && *most <= size;
  FailureOr<int64_t> least =
      computeConstantBound(presburger::BoundType::LB, extent);
  return *most == size && succeeded(least) && *least == size;
}

static bool isInsertion(Operation *target) {
  return isa<tensor::InsertSliceOp>(target);
}

/// The tensor whose dims have the sizes of the vector if `target` is not a
/// linalg op; null if that is not known.
static Value getVectorizedTensor(Operation *target) {
  if (isa<tensor::PadOp, linalg::PackOp>(target))
    return target->getResult(0);
  if (isInsertion(target) || isa<linalg::UnPackOp>(target))
    return target->getOperand(0);
  return Value();
}

/// True if dim `dim` of what `target` iterates over is static, which upstream
/// checks but for insertions, or is known to fit `size`.
static bool dimFits(Operation *target, unsigned dim, int64_t size,
                    bool exactly) {
  if (auto op = dyn_cast<linalg::LinalgOp>(target)) {
    if (dim >= op.getNumLoops() ||
        ShapedType::isStatic(op.getStaticLoopRanges()[dim]))
      return true;
    AffineExpr loop = getAffineDimExpr(dim, op->getContext());
    for (OpOperand &operand : op->getOpOperands())
      for (auto [position, expr] :
           llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults()))
        if (expr == loop &&
            fits({operand.get(), static_cast<int64_t>(position)}, size,
                 exactly))
          return true;
    return false;
  }
  if (Value shaped = getVectorizedTensor(target)) {
    auto type = cast<RankedTensorType>(shaped.getType());
    bool isChecked = dim >= type.getRank() ||
                     (!type.isDynamicDim(dim) && !isInsertion(target));
    return isChecked || fits({shaped, dim}, size, exactly);
  }
  return llvm::all_of(target->getOperandTypes(), [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return !shaped || shaped.hasStaticShape();
  });
}

/// The first dim of the target whose extent is not known to fit its size in the
/// list `sizesAttr`, unless that is 0: "dim 1 of the payload op is
/// not known to be at most 8".
static std::optional<std::string>
findMisfit(const Application &step, StringRef sizesAttr, bool exactly) {
  for (auto [dim, size] :
       llvm::enumerate(readSizes(step.op, sizesAttr, step.state))) {
    if (size == 0 || dimFits(step.target, dim, size, exactly))
      continue;
    return ("dim " + Twine(dim) + " of the payload op is not known to be " +
            (exactly ? "" : "at most ") +
            (ShapedType::isDynamic(size) ? "its size" : Twine(size)))
        .str();
  }
  return std::nullopt;
}

std::optional<std::string> heddle::explainVectorSizes(Application &step) {
  bool exactly = step.op->hasAttr("assume_dynamic_dims_match_vec_sizes");
  auto misfit = findMisfit(step, "static_vector_sizes", exactly);
  if (!misfit)
    return std::nullopt;
  if (exactly)
    return "reads and writes the whole vector: " + *misfit;
  return "leaves out what is beyond the vector: " + *misfit +
         "; tile it to that size before";
}

/// An insertion reads its source with a mask, and writes without one.
std::optional<std::string> heddle::explainInsertedVectors(Application &step) {
  if (!isInsertion(step.target))
    return std::nullopt;
  auto misfit = findMisfit(step, "static_vector_sizes", /*exactly=*/true);
  if (!misfit)
    return std::nullopt;
  return "inserts the whole vector: " + *misfit;
}

std::optional<std::string> heddle::explainPaddedSizes(Application &step) {
  if (step.op->hasAttr("pad_to_multiple_of"))
    return std::nullopt;
  auto misfit = findMisfit(step, "static_padding_sizes", /*exactly=*/false);
  if (!misfit)
    return std::nullopt;
  return "leaves out what is beyond the padded size: " + *misfit +
         "; use 'pad_to_multiple_of'";
}

std::optional<std::string> heddle::explainNarrowReductions(Application &step) {
  // Without sizes, an op of dynamic extents is left alone.
  auto isTaken = [&](linalg::LinalgOp op) {
    return op == step.target ||
           (!op.hasDynamicShape() &&
            succeeded(linalg::vectorizeOpPrecondition(op)));
  };
  bool isNarrow = step.target
                      ->walk([&](linalg::LinalgOp op) {
                        return isTaken(op) && op.getNumReductionLoops() > 0 &&
                                       !findNarrowReductions(op).empty()
                                   ? WalkResult::interrupt()
                                   : WalkResult::advance();
                      })
                      .wasInterrupted();
  if (!isNarrow)
    return std::nullopt;
  return "combines once what should be combined for each element: a reduction "
         "takes a constant, a scalar or the index of the last loop; use "
         "'transform.heddle.vectorize'";
}
