//===- MergeSlices.cpp - Slices of all of a slice -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slice that drops the dims of one element of another slice becomes one slice
// with it, and so do the two ops that insert it again. If only one of the two
// were merged, bufferization would no longer see that the slice and the
// insertion are at the same place.
//
//===----------------------------------------------------------------------===//

#include "VectorSteps.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::heddle;

/// True if `slice` is all of a tensor of the given sizes.
static bool isWhole(OffsetSizeAndStrideOpInterface slice,
                    ArrayRef<OpFoldResult> sizes) {
  return llvm::all_of(slice.getMixedOffsets(), isZeroInteger) &&
         llvm::all_of(slice.getMixedStrides(), isOneInteger) &&
         slice.getMixedSizes() == sizes;
}

namespace {
struct MergeExtracts : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto outer = op.getSource().getDefiningOp<tensor::ExtractSliceOp>();
    if (!outer || !outer.getDroppedDims().none() ||
        !isWhole(op, outer.getMixedSizes()))
      return failure();
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        op, op.getType(), outer.getSource(), outer.getMixedOffsets(),
        outer.getMixedSizes(), outer.getMixedStrides());
    return success();
  }
};

struct MergeInserts : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getSource().getDefiningOp<tensor::InsertSliceOp>();
    if (!inner || !op.getDroppedDims().none() ||
        !isWhole(inner, op.getMixedSizes()))
      return failure();
    rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
        op, inner.getSource(), op.getDest(), op.getMixedOffsets(),
        op.getMixedSizes(), op.getMixedStrides());
    return success();
  }
};
} // namespace

void heddle::populateMergeWholeSlicesPatterns(RewritePatternSet &patterns) {
  patterns.add<MergeExtracts, MergeInserts>(patterns.getContext());
}
