//===- InnerUnitDims.cpp - Rows before dims of one element ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dim of one element that no dim of a vector indexes adds nothing to an
// address: its only index is 0.
//
//===----------------------------------------------------------------------===//

#include "InnerUnitDims.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

/// `map` of a buffer that lost its last `count` dims.
static AffineMap dropInnerDims(AffineMap map, unsigned count) {
  return AffineMap::get(map.getNumDims() - count, 0, map.getResults(),
                        map.getContext());
}

/// How many of the last dims of the buffer of `op` have one element and keep
/// the rows of the vector from being rows of the buffer; 0 if none do.
static unsigned countInnerUnitDims(VectorTransferOpInterface op) {
  auto buffer = dyn_cast<MemRefType>(op.getBase().getType());
  AffineMap map = op.getPermutationMap();
  if (!buffer || map.getNumResults() == 0)
    return 0;
  unsigned count = 0;
  for (unsigned dim = buffer.getRank(); dim-- > 1;) {
    if (buffer.getDimSize(dim) != 1 || map.isFunctionOfDim(dim))
      break;
    ++count;
  }
  return count > 0 && dropInnerDims(map, count).isMinorIdentity() ? count : 0;
}

/// `buffer` without its last `count` dims, which have one element each.
static Value dropInnerDims(OpBuilder &builder, Location loc, Value buffer,
                           unsigned count) {
  auto type = cast<MemRefType>(buffer.getType());
  int64_t rank = type.getRank();
  SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(rank, builder.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes = memref::getMixedSizes(builder, loc, buffer);
  MemRefType result = memref::SubViewOp::inferRankReducedResultType(
      type.getShape().drop_back(count), type, offsets, sizes, strides);
  return memref::SubViewOp::create(builder, loc, result, buffer, offsets, sizes,
                                   strides);
}

namespace {
struct DropFromRead : OpRewritePattern<vector::TransferReadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferReadOp op,
                                PatternRewriter &rewriter) const override {
    unsigned count = countInnerUnitDims(op);
    if (count == 0)
      return failure();
    Value rows = dropInnerDims(rewriter, op.getLoc(), op.getBase(), count);
    rewriter.replaceOpWithNewOp<vector::TransferReadOp>(
        op, op.getVectorType(), rows, op.getIndices().drop_back(count),
        AffineMapAttr::get(dropInnerDims(op.getPermutationMap(), count)),
        op.getPadding(), op.getMask(), op.getInBoundsAttr());
    return success();
  }
};

struct DropFromWrite : OpRewritePattern<vector::TransferWriteOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferWriteOp op,
                                PatternRewriter &rewriter) const override {
    unsigned count = countInnerUnitDims(op);
    if (count == 0)
      return failure();
    Value rows = dropInnerDims(rewriter, op.getLoc(), op.getBase(), count);
    rewriter.replaceOpWithNewOp<vector::TransferWriteOp>(
        op, op.getVector(), rows, op.getIndices().drop_back(count),
        AffineMapAttr::get(dropInnerDims(op.getPermutationMap(), count)),
        op.getMask(), op.getInBoundsAttr());
    return success();
  }
};
} // namespace

void heddle::populateInnerUnitDimPatterns(RewritePatternSet &patterns) {
  patterns.add<DropFromRead, DropFromWrite>(patterns.getContext());
}
