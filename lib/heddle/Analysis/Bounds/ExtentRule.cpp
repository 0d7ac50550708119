//===- ExtentRule.cpp - How large an op makes its results -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One case for each kind of op. Upstream answers the same question in IR that
// it creates (ReifyRankedShapedTypeOpInterface) or in constraints
// (ValueBoundsOpInterface); docs/Rationale.md says why neither is used here.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Bounds/ExtentRule.h"

#include "heddle/Analysis/Bounds/DroppedDims.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::heddle;

using Rule = std::optional<ExtentRule>;

static Rule getEqual(ExtentTerm term) { return ExtentRule{{term}}; }

/// The size of a slice that dimension `dim` of its result has.
static Rule getSliceRule(OffsetSizeAndStrideOpInterface slice,
                         const llvm::SmallBitVector &dropped, int64_t dim) {
  SmallVector<OpFoldResult> sizes = slice.getMixedSizes();
  for (auto [position, size] : llvm::enumerate(sizes))
    if (!dropped.test(position) && dim-- == 0)
      return getEqual(size);
  return std::nullopt;
}

/// The product of the extents that `dim` is collapsed from.
template <typename OpTy> static Rule getCollapseRule(OpTy op, int64_t dim) {
  ExtentRule rule;
  rule.isProduct = true;
  SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
  for (int64_t source : groups[dim])
    rule.terms.push_back({op.getSrc(), source});
  return rule;
}

static Rule getConcatRule(tensor::ConcatOp op, int64_t dim) {
  if (dim != static_cast<int64_t>(op.getDim()))
    return getEqual({op.getInputs().front(), dim});
  ExtentRule sum;
  for (Value input : op.getInputs())
    sum.terms.push_back({input, dim});
  return sum;
}

/// The dims of the indices but for the last one, and those of the source; a dim
/// that is selected is left out, or has extent 1.
static Rule getGatherRule(tensor::GatherOp op, int64_t dim) {
  int64_t numBatch = op.getIndicesType().getRank() - 1;
  if (dim < numBatch)
    return getEqual({op.getIndices(), dim});
  if (!op.getResultType().isDynamicDim(dim)) {
    int64_t extent = op.getResultType().getDimSize(dim);
    return getEqual(OpFoldResult(Builder(op).getIndexAttr(extent)));
  }
  bool keepsDims =
      op.getResultType().getRank() == numBatch + op.getSourceType().getRank();
  int64_t source = 0;
  for (int64_t left = dim - numBatch;; ++source)
    if ((keepsDims || !llvm::is_contained(op.getGatherDims(), source)) &&
        left-- == 0)
      return getEqual({op.getSource(), source});
}

static Rule getCastRule(Value source, int64_t dim) {
  auto type = cast<ShapedType>(source.getType());
  return type.hasRank() ? getEqual({source, dim}) : std::nullopt;
}

Rule heddle::getExtentRule(OpResult result, int64_t dim) {
  Operation *op = result.getOwner();
  // A vector that is read is tied to the array from which it is read.
  if (auto dps = dyn_cast<DestinationStyleOpInterface>(op);
      dps && !isa<VectorType>(result.getType()))
    return getEqual({dps.getTiedOpOperand(result)->get(), dim});
  return llvm::TypeSwitch<Operation *, Rule>(op)
      .Case<tensor::EmptyOp, memref::AllocOp, memref::AllocaOp>(
          [&](auto made) { return getEqual(made.getMixedSizes()[dim]); })
      .Case<tensor::ExpandShapeOp, memref::ExpandShapeOp>([&](auto expand) {
        return getEqual(expand.getMixedOutputShape()[dim]);
      })
      .Case<tensor::CollapseShapeOp, memref::CollapseShapeOp>(
          [&](auto collapse) { return getCollapseRule(collapse, dim); })
      .Case([&](tensor::InsertSliceOp insert) {
        return getEqual({insert.getDest(), dim});
      })
      .Case([&](tensor::ExtractSliceOp extract) {
        return getSliceRule(extract, extract.getDroppedDims(), dim);
      })
      .Case([&](memref::SubViewOp subview) {
        return getSliceRule(subview, findDroppedDims(subview), dim);
      })
      .Case([&](tensor::PadOp pad) {
        return ExtentRule{{ExtentTerm(pad.getSource(), dim),
                           pad.getMixedLowPad()[dim],
                           pad.getMixedHighPad()[dim]}};
      })
      .Case([&](tensor::ConcatOp concat) { return getConcatRule(concat, dim); })
      .Case([&](tensor::GatherOp gather) { return getGatherRule(gather, dim); })
      .Case([&](tensor::ScatterOp scatter) {
        return getEqual({scatter.getDest(), dim});
      })
      .Case<tensor::CastOp, memref::CastOp, bufferization::ToTensorOp,
            bufferization::ToBufferOp>(
          [&](auto) { return getCastRule(op->getOperand(0), dim); })
      .Default([](Operation *) { return std::nullopt; });
}

void heddle::forEachLoopExtent(
    linalg::LinalgOp op,
    llvm::function_ref<void(unsigned loop, Value operand, int64_t dim)>
        callback) {
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [dim, expr] : llvm::enumerate(map.getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        callback(loop.getPosition(), operand.get(), dim);
  }
}
