//===- GatheredViews.cpp - Gathers by the number of an element ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element n of a view has the index n / (d(k+1) * .. * d(r)) mod d(k) in dim k,
// and lies at the sum of the indices times the strides. What is gathered from
// is then one row of memory, in which a number is a distance.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Vectors/GatheredViews.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace {
/// Computes with scalars and with vectors of indices.
struct IndexMath {
  OpBuilder &builder;
  Location loc;
  VectorType type;

  Value spread(Value index) {
    return isa<VectorType>(index.getType())
               ? index
               : vector::BroadcastOp::create(builder, loc, type, index);
  }
  /// A vector of integers as indices. The type is theirs from now on.
  Value toIndices(Value numbers) {
    if (type.getElementType().isIndex())
      return numbers;
    type = type.clone(builder.getIndexType());
    return arith::IndexCastOp::create(builder, loc, type, numbers);
  }
  Value add(Value a, Value b) {
    return arith::AddIOp::create(builder, loc, a, b);
  }
  Value mul(Value a, Value b) {
    return arith::MulIOp::create(builder, loc, a, b);
  }
};

struct GatherFromView : OpRewritePattern<vector::GatherOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::GatherOp op,
                                PatternRewriter &rewriter) const override {
    auto view = dyn_cast<MemRefType>(op.getBase().getType());
    if (!view || !view.isStrided() ||
        view.areTrailingDimsContiguous(view.getRank()))
      return failure();
    // The region of a mask has one op.
    if (auto mask = dyn_cast<vector::MaskOp>(op->getParentOp()))
      rewriter.setInsertionPoint(mask);
    Location loc = op.getLoc();
    IndexMath math{rewriter, loc, cast<VectorType>(op.getIndices().getType())};
    auto toValue = [&](OpFoldResult fold) {
      return getValueOrCreateConstantIndexOp(rewriter, loc, fold);
    };
    auto whole =
        memref::ExtractStridedMetadataOp::create(rewriter, loc, op.getBase());
    Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
    // The number of the first element, and the last address.
    Value first, distance, size = one, end = one;
    Value number = math.toIndices(op.getIndices());
    SmallVector<Value> sizes, strides, suffixes(view.getRank());
    for (OpFoldResult extent :
         memref::getMixedSizes(rewriter, loc, op.getBase()))
      // A division by an extent of 0 would stop the program.
      sizes.push_back(
          arith::MaxUIOp::create(rewriter, loc, toValue(extent), one));
    for (OpFoldResult stride : whole.getConstifiedMixedStrides())
      strides.push_back(toValue(stride));
    for (int64_t dim = view.getRank(); dim-- > 0;) {
      suffixes[dim] = size;
      Value term = math.mul(op.getOffsets()[dim], size);
      first = first ? math.add(first, term) : term;
      Value last = arith::SubIOp::create(rewriter, loc, sizes[dim], one);
      end = math.add(end, math.mul(last, strides[dim]));
      size = math.mul(size, sizes[dim]);
    }
    number = math.add(number, math.spread(first));
    for (int64_t dim = 0; dim < view.getRank(); ++dim) {
      Value index = arith::DivUIOp::create(rewriter, loc, number,
                                           math.spread(suffixes[dim]));
      if (dim > 0)
        index = arith::RemUIOp::create(rewriter, loc, index,
                                       math.spread(sizes[dim]));
      index = math.mul(index, math.spread(strides[dim]));
      distance = distance ? math.add(distance, index) : index;
    }
    auto row = MemRefType::get(
        {ShapedType::kDynamic}, view.getElementType(),
        StridedLayoutAttr::get(rewriter.getContext(), ShapedType::kDynamic, 1),
        view.getMemorySpace());
    Value flat = memref::ReinterpretCastOp::create(
        rewriter, loc, row, whole.getBaseBuffer(),
        OpFoldResult(toValue(whole.getConstifiedMixedOffset())),
        {OpFoldResult(end)}, {rewriter.getIndexAttr(1)});
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<vector::GatherOp>(
        op, op.getVectorType(), flat, ValueRange{zero}, distance, op.getMask(),
        op.getPassThru());
    return success();
  }
};
} // namespace

void heddle::populateGatheredViewPatterns(RewritePatternSet &patterns,
                                          PatternBenefit benefit) {
  patterns.add<GatherFromView>(patterns.getContext(), benefit);
}
