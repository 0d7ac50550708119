//===- OddAccesses.cpp - Elements that are no row of a buffer -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's vectorizer numbers the elements of a tensor row by row, and
// gathers by these numbers. Upstream's lowering takes a number for a distance
// in memory. That is wrong in a view whose rows are not next to each other.
// There, element n has the index n / (d(k+1) * .. * d(r)) mod d(k) in dim k,
// and lies at the sum of the indices times the strides.
//
//===----------------------------------------------------------------------===//

#include "OddAccesses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

/// True if `op` transfers one element of a buffer of scalars.
static bool isElementTransfer(VectorTransferOpInterface op) {
  auto buffer = dyn_cast<MemRefType>(op.getBase().getType());
  return buffer && op.getVectorType().getRank() == 0 &&
         buffer.getElementType().isIntOrIndexOrFloat();
}

/// Whether the one lane of `mask` is active.
static Value isActive(OpBuilder &builder, Location loc, Value mask) {
  return vector::ExtractOp::create(builder, loc, mask, ArrayRef<int64_t>());
}

namespace {
struct LoadElement : OpRewritePattern<vector::TransferReadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferReadOp op,
                                PatternRewriter &rewriter) const override {
    if (!isElementTransfer(op))
      return failure();
    Location loc = op.getLoc();
    auto load = [&](OpBuilder &builder) -> Value {
      return memref::LoadOp::create(builder, loc, op.getBase(),
                                    op.getIndices());
    };
    Value element;
    if (Value mask = op.getMask())
      element = scf::IfOp::create(
                    rewriter, loc, isActive(rewriter, loc, mask),
                    [&](OpBuilder &builder, Location) {
                      scf::YieldOp::create(builder, loc, load(builder));
                    },
                    [&](OpBuilder &builder, Location) {
                      scf::YieldOp::create(builder, loc, op.getPadding());
                    })
                    .getResult(0);
    else
      element = load(rewriter);
    rewriter.replaceOpWithNewOp<vector::BroadcastOp>(op, op.getVectorType(),
                                                     element);
    return success();
  }
};

struct StoreElement : OpRewritePattern<vector::TransferWriteOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferWriteOp op,
                                PatternRewriter &rewriter) const override {
    if (!isElementTransfer(op))
      return failure();
    Location loc = op.getLoc();
    Value element = vector::ExtractOp::create(rewriter, loc, op.getVector(),
                                              ArrayRef<int64_t>());
    auto store = [&](OpBuilder &builder) {
      memref::StoreOp::create(builder, loc, element, op.getBase(),
                              op.getIndices());
    };
    if (Value mask = op.getMask())
      scf::IfOp::create(rewriter, loc, isActive(rewriter, loc, mask),
                        [&](OpBuilder &builder, Location) {
                          store(builder);
                          scf::YieldOp::create(builder, loc);
                        });
    else
      store(rewriter);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

/// True if the rows of `type` are known to be next to each other.
static bool isContiguous(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset, size = 1;
  if (type.getLayout().isIdentity())
    return true;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return false;
  for (int64_t dim = type.getRank(); dim-- > 0;) {
    if (strides[dim] != size)
      return false;
    if (dim > 0 && type.isDynamicDim(dim))
      return false;
    size *= dim > 0 ? type.getDimSize(dim) : 1;
  }
  return true;
}

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
    if (!view || isContiguous(view) || !view.isStrided() ||
        isa_and_nonnull<vector::MaskOp>(op->getParentOp()))
      return failure();
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
    rewriter.replaceOpWithNewOp<vector::GatherOp>(
        op, op.getVectorType(), flat, ValueRange{zero}, distance, op.getMask(),
        op.getPassThru());
    return success();
  }
};
} // namespace

void heddle::populateOddAccessPatterns(RewritePatternSet &patterns) {
  patterns.add<LoadElement, StoreElement, GatherFromView>(
      patterns.getContext());
}
