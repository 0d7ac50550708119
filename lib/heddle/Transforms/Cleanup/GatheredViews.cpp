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

#include "heddle/Transforms/Cleanup/GatheredViews.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::heddle;

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

/// A view as the elements of one row of memory.
struct FlatView {
  Value row;
  SmallVector<Value> sizes, strides;
  /// The numbers of elements of one step along each dim.
  SmallVector<Value> suffixes;
};
} // namespace

static FlatView flatten(OpBuilder &builder, Location loc, Value view) {
  auto type = cast<MemRefType>(view.getType());
  auto toValue = [&](OpFoldResult fold) {
    return getValueOrCreateConstantIndexOp(builder, loc, fold);
  };
  auto whole = memref::ExtractStridedMetadataOp::create(builder, loc, view);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  FlatView flat;
  for (OpFoldResult extent : memref::getMixedSizes(builder, loc, view))
    // A division by an extent of 0 would stop the program.
    flat.sizes.push_back(
        arith::MaxUIOp::create(builder, loc, toValue(extent), one));
  for (OpFoldResult stride : whole.getConstifiedMixedStrides())
    flat.strides.push_back(toValue(stride));
  flat.suffixes.resize(type.getRank());
  Value size = one, end = one;
  for (int64_t dim = type.getRank(); dim-- > 0;) {
    flat.suffixes[dim] = size;
    size = arith::MulIOp::create(builder, loc, size, flat.sizes[dim]);
    Value last = arith::SubIOp::create(builder, loc, flat.sizes[dim], one);
    Value way = arith::MulIOp::create(builder, loc, last, flat.strides[dim]);
    end = arith::AddIOp::create(builder, loc, end, way);
  }
  // Of rows that go backward, the first element is the last one.
  end = arith::MaxSIOp::create(builder, loc, end, one);
  auto row = MemRefType::get(
      {ShapedType::kDynamic}, type.getElementType(),
      StridedLayoutAttr::get(builder.getContext(), ShapedType::kDynamic, 1),
      type.getMemorySpace());
  flat.row = memref::ReinterpretCastOp::create(
      builder, loc, row, whole.getBaseBuffer(),
      OpFoldResult(toValue(whole.getConstifiedMixedOffset())),
      {OpFoldResult(end)}, {builder.getIndexAttr(1)});
  return flat;
}

/// Whether the last dim of `view` is known to have the stride 1.
static bool hasRows(MemRefType view) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return succeeded(view.getStridesAndOffset(strides, offset)) &&
         (strides.empty() || strides.back() == 1);
}

namespace {
struct GatherFromView : OpRewritePattern<vector::GatherOp> {
  GatherFromView(MLIRContext *context, GatheredViews views,
                 PatternBenefit benefit)
      : OpRewritePattern(context, benefit), views(views) {}

  LogicalResult matchAndRewrite(vector::GatherOp op,
                                PatternRewriter &rewriter) const override {
    auto view = dyn_cast<MemRefType>(op.getBase().getType());
    if (!view || !view.isStrided() ||
        (hasRows(view) && (views == GatheredViews::WithoutRows ||
                           view.areTrailingDimsContiguous(view.getRank()))))
      return failure();
    // The region of a mask has one op.
    if (auto mask = dyn_cast<vector::MaskOp>(op->getParentOp()))
      rewriter.setInsertionPoint(mask);
    Location loc = op.getLoc();
    FlatView flat = flatten(rewriter, loc, op.getBase());
    IndexMath math{rewriter, loc, cast<VectorType>(op.getIndices().getType())};
    Value number = math.toIndices(op.getIndices()), distance;
    for (auto [offset, suffix] : llvm::zip(op.getOffsets(), flat.suffixes))
      number = math.add(number, math.spread(math.mul(offset, suffix)));
    for (int64_t dim = 0; dim < view.getRank(); ++dim) {
      Value index = arith::DivUIOp::create(rewriter, loc, number,
                                           math.spread(flat.suffixes[dim]));
      if (dim > 0)
        index = arith::RemUIOp::create(rewriter, loc, index,
                                       math.spread(flat.sizes[dim]));
      index = math.mul(index, math.spread(flat.strides[dim]));
      distance = distance ? math.add(distance, index) : index;
    }
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<vector::GatherOp>(
        op, op.getVectorType(), flat.row, ValueRange{zero}, distance,
        op.getMask(), op.getPassThru());
    return success();
  }

  GatheredViews views;
};
} // namespace

void heddle::populateGatheredViewPatterns(RewritePatternSet &patterns,
                                          GatheredViews views,
                                          PatternBenefit benefit) {
  patterns.add<GatherFromView>(patterns.getContext(), views, benefit);
}
