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

#include "heddle/Analysis/Vectors/NarrowValues.h"
#include "heddle/IR/ValueBounds/ValueBounds.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::TransformState;

/// The sizes of vectors or padded dims of `op`; dynamic where they are not one
/// number.
static SmallVector<int64_t> readSizes(Operation *op, StringRef name,
                                      const TransformState &state) {
  SmallVector<int64_t> sizes;
  auto attr = op->getAttrOfType<DenseI64ArrayAttr>(name);
  if (!attr)
    return sizes;
  unsigned next = 1;
  for (int64_t size : attr.asArrayRef()) {
    sizes.push_back(size);
    if (ShapedType::isStatic(size) || next >= op->getNumOperands())
      continue;
    Value operand = op->getOperand(next++);
    if (!isa<transform::TransformParamTypeInterface>(operand.getType()))
      continue;
    ArrayRef<Attribute> params = state.getParams(operand);
    if (params.size() == 1)
      if (auto number = dyn_cast<IntegerAttr>(params.front()))
        sizes.back() = number.getInt();
  }
  return sizes;
}

/// True if dim `dim` of `shaped` is known to be at most `size`.
static bool isAtMost(Value shaped, int64_t dim, int64_t size) {
  auto type = cast<ShapedType>(shaped.getType());
  if (!type.isDynamicDim(dim))
    return type.getDimSize(dim) <= size;
  FailureOr<int64_t> bound =
      computeConstantBound(presburger::BoundType::UB, {shaped, dim});
  return succeeded(bound) && *bound <= size;
}

/// True if loop `loop` of `op` is known to run at most `size` times.
static bool runsAtMost(linalg::LinalgOp op, unsigned loop, int64_t size) {
  AffineExpr dim = getAffineDimExpr(loop, op->getContext());
  for (OpOperand &operand : op->getOpOperands())
    for (auto [position, expr] :
         llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults()))
      if (expr == dim && isAtMost(operand.get(), position, size))
        return true;
  return false;
}

namespace {
/// A dim whose extent may be larger than the vector.
struct UncoveredDim {
  unsigned dim;
  int64_t size;
};
} // namespace

/// The first dim of the target, a linalg op or a pad, that is dynamic and not
/// known to be at most its size in the list `sizesAttr`, unless that is 0.
/// Nothing if all dims fit.
static std::optional<UncoveredDim>
findUncoveredDynamicDim(const Application &step, StringRef sizesAttr) {
  Operation *target = step.target;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(target);
  auto pad = dyn_cast<tensor::PadOp>(target);
  SmallVector<int64_t> extents;
  if (linalgOp)
    extents = linalgOp.getStaticLoopRanges();
  else if (pad)
    llvm::append_range(extents, pad.getResultType().getShape());
  SmallVector<int64_t> sizes = readSizes(step.op, sizesAttr, step.state);
  if (sizes.empty() || sizes.size() > extents.size())
    return std::nullopt;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (ShapedType::isStatic(extents[dim]) || ShapedType::isDynamic(size) ||
        size == 0)
      continue;
    bool isCovered = linalgOp ? runsAtMost(linalgOp, dim, size)
                              : isAtMost(pad.getResult(), dim, size);
    if (!isCovered)
      return UncoveredDim{static_cast<unsigned>(dim), size};
  }
  return std::nullopt;
}

std::optional<std::string> heddle::explainVectorSizes(Application &step) {
  std::optional<UncoveredDim> found =
      findUncoveredDynamicDim(step, "static_vector_sizes");
  if (!found)
    return std::nullopt;
  return "leaves out what is beyond the vector: dim " +
         std::to_string(found->dim) +
         " of the payload op is not known to be at most " +
         std::to_string(found->size) + "; tile it to that size before";
}

std::optional<std::string> heddle::explainPaddedSizes(Application &step) {
  if (step.op->hasAttr("pad_to_multiple_of"))
    return std::nullopt;
  std::optional<UncoveredDim> found =
      findUncoveredDynamicDim(step, "static_padding_sizes");
  if (!found)
    return std::nullopt;
  return "leaves out what is beyond the padded size: dim " +
         std::to_string(found->dim) +
         " of the payload op is not known to be at most " +
         std::to_string(found->size) + "; use 'pad_to_multiple_of'";
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
