//===- StridedReads.cpp - Vectors of every second element -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lane i of the vector is lane i * step of the longer one. The last of the
// first `count` lanes is lane (count - 1) * step of the longer vector. So a
// prefix of (count - 1) * step + 1 lanes is masked, and every step-th lane of
// it is read. For a count of 0 or less that prefix is empty, and for one of
// all lanes or more it is whole, as `vector.create_mask` defines it.
//
// Elements of less than 32 bits have no masked load on most processors: LLVM
// makes a branch per lane of the longer vector, and takes minutes for it. If
// the count is not known, a loop copies the elements to a row of a buffer.
//
//===----------------------------------------------------------------------===//

#include "StridedReads.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

/// For larger steps, most of a cache line is not used: a load per element costs
/// as much.
static constexpr int64_t kLargestStep = 4;

/// The distance in elements between two lanes of `op`, if `op` reads a row of
/// a buffer with a small constant step.
static std::optional<int64_t> getStep(vector::TransferReadOp op) {
  auto buffer = dyn_cast<MemRefType>(op.getBase().getType());
  VectorType row = op.getVectorType();
  if (!buffer || row.getRank() != 1 || row.isScalable() ||
      !op.getPermutationMap().isMinorIdentity() ||
      !buffer.getElementType().isIntOrFloat() ||
      buffer.getElementTypeBitWidth() % 8 != 0)
    return std::nullopt;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(buffer.getStridesAndOffset(strides, offset)) ||
      ShapedType::isDynamic(strides.back()) || strides.back() < 2 ||
      strides.back() > kLargestStep)
    return std::nullopt;
  return strides.back();
}

/// The number of active lanes of `mask`, if `mask` activates a prefix of a
/// row; null if it may be another mask.
static OpFoldResult countLanes(OpBuilder &builder, Value mask) {
  SmallVector<int64_t> rows;
  if (auto extract = mask.getDefiningOp<vector::ExtractOp>()) {
    if (extract.hasDynamicPosition())
      return {};
    rows.assign(extract.getStaticPosition().begin(),
                extract.getStaticPosition().end());
    mask = extract.getSource();
  }
  if (auto known = mask.getDefiningOp<vector::ConstantMaskOp>()) {
    bool isEmpty =
        llvm::any_of(llvm::zip(rows, known.getMaskDimSizes()),
                     [](auto pair) { return get<0>(pair) >= get<1>(pair); });
    return builder.getIndexAttr(isEmpty ? 0 : known.getMaskDimSizes().back());
  }
  auto made = mask.getDefiningOp<vector::CreateMaskOp>();
  if (!made)
    return {};
  Location loc = mask.getLoc();
  Value count = made.getOperands().back();
  for (auto [row, end] : llvm::zip(rows, made.getOperands())) {
    Value position = arith::ConstantIndexOp::create(builder, loc, row);
    Value none = arith::ConstantIndexOp::create(builder, loc, 0);
    Value isIn = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                       position, end);
    count = arith::SelectOp::create(builder, loc, isIn, count, none);
  }
  return count;
}

/// The number of lanes that `op` reads, from the start of its row.
static OpFoldResult countLanes(OpBuilder &builder, vector::TransferReadOp op) {
  OpFoldResult count = builder.getIndexAttr(op.getVectorType().getDimSize(0));
  if (Value mask = op.getMask())
    count = countLanes(builder, mask);
  if (!count || op.isDimInBounds(0))
    return count;
  // No more lanes than the rest of the row has.
  Location loc = op.getLoc();
  int64_t last = op.getShapedType().getRank() - 1;
  OpFoldResult extent = memref::getMixedSize(builder, loc, op.getBase(), last);
  AffineExpr lanes, end, start;
  bindDims(builder.getContext(), lanes, end, start);
  AffineMap least =
      AffineMap::get(3, 0, {lanes, end - start}, builder.getContext());
  return affine::makeComposedFoldedAffineMin(
      builder, loc, least, {count, extent, op.getIndices().back()});
}

/// The mask of every `step`-th lane of `type` in the prefix for `count` lanes.
static Value createMask(OpBuilder &builder, Location loc, VectorType type,
                        OpFoldResult count, int64_t step) {
  std::optional<int64_t> known = getConstantIntValue(count);
  SmallVector<bool> lanes;
  for (int64_t lane = 0, e = type.getDimSize(0); lane < e; ++lane)
    lanes.push_back(lane % step == 0 && (!known || lane / step < *known));
  Value steps = arith::ConstantOp::create(builder, loc,
                                          DenseElementsAttr::get(type, lanes));
  if (known)
    return steps;
  AffineExpr prefix = (builder.getAffineDimExpr(0) - 1) * step + 1;
  Value end = affine::makeComposedAffineApply(builder, loc, prefix, {count});
  Value mask = vector::CreateMaskOp::create(builder, loc, type, end);
  return arith::AndIOp::create(builder, loc, mask, steps);
}

/// `size` contiguous elements, beginning with the first one that `op` reads.
static Value createRow(OpBuilder &builder, vector::TransferReadOp op,
                       int64_t size) {
  Location loc = op.getLoc();
  auto whole =
      memref::ExtractStridedMetadataOp::create(builder, loc, op.getBase());
  AffineExpr sum = builder.getAffineSymbolExpr(0);
  SmallVector<OpFoldResult> terms = {whole.getConstifiedMixedOffset()};
  SmallVector<OpFoldResult> strides = whole.getConstifiedMixedStrides();
  for (auto [index, stride] : llvm::zip_equal(op.getIndices(), strides)) {
    unsigned symbol = terms.size();
    sum = sum + builder.getAffineSymbolExpr(symbol) *
                    builder.getAffineSymbolExpr(symbol + 1);
    terms.append({OpFoldResult(index), stride});
  }
  OpFoldResult first =
      affine::makeComposedFoldedAffineApply(builder, loc, sum, terms);
  Value offset = getValueOrCreateConstantIndexOp(builder, loc, first);
  auto buffer = cast<MemRefType>(op.getBase().getType());
  auto type = MemRefType::get(
      size, buffer.getElementType(),
      StridedLayoutAttr::get(builder.getContext(), ShapedType::kDynamic, 1),
      buffer.getMemorySpace());
  return memref::ReinterpretCastOp::create(
      builder, loc, type, whole.getBaseBuffer(), OpFoldResult(offset),
      {builder.getIndexAttr(size)}, {builder.getIndexAttr(1)});
}

/// The elements of `op`, the first `count` of which are active, by a loop. The
/// row has a scope of its own: each iteration and each thread has another one,
/// and a loop around `op` takes no more of the stack.
static Value copyLanes(OpBuilder &builder, vector::TransferReadOp op,
                       Value count) {
  Location loc = op.getLoc();
  VectorType type = op.getVectorType();
  auto scope = memref::AllocaScopeOp::create(builder, loc, type);
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&scope.getBodyRegion());
  Value row = memref::AllocaOp::create(
      builder, loc, MemRefType::get(type.getShape(), type.getElementType()));
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value size = arith::ConstantIndexOp::create(builder, loc, type.getDimSize(0));
  Value padding =
      vector::BroadcastOp::create(builder, loc, type, op.getPadding());
  vector::StoreOp::create(builder, loc, padding, row, zero);
  Value end = arith::MinSIOp::create(builder, loc, count, size);
  scf::ForOp::create(builder, loc, zero, end, one, {},
                     [&](OpBuilder &inner, Location, Value lane, ValueRange) {
                       SmallVector<Value> indices(op.getIndices());
                       indices.back() = arith::AddIOp::create(
                           inner, loc, indices.back(), lane);
                       Value element = memref::LoadOp::create(
                           inner, loc, op.getBase(), indices);
                       memref::StoreOp::create(inner, loc, element, row, lane);
                       scf::YieldOp::create(inner, loc);
                     });
  Value elements = vector::LoadOp::create(builder, loc, type, row, zero);
  memref::AllocaScopeReturnOp::create(builder, loc, elements);
  return scope.getResult(0);
}

namespace {
struct ReadStrided : OpRewritePattern<vector::TransferReadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferReadOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<int64_t> step = getStep(op);
    if (!step)
      return failure();
    OpFoldResult count = countLanes(rewriter, op);
    if (!count)
      return failure();
    Location loc = op.getLoc();
    VectorType narrow = op.getVectorType();
    auto counted = dyn_cast<Value>(count);
    if (counted && narrow.getElementTypeBitWidth() < 32) {
      rewriter.replaceOp(op, copyLanes(rewriter, op, counted));
      return success();
    }
    int64_t size = narrow.getDimSize(0) * *step;
    auto wide = VectorType::get(size, narrow.getElementType());
    VectorType maskType = wide.clone(rewriter.getI1Type());
    Value mask = createMask(rewriter, loc, maskType, count, *step);
    Value row = createRow(rewriter, op, size);
    Value padding =
        vector::BroadcastOp::create(rewriter, loc, wide, op.getPadding());
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value elements = vector::MaskedLoadOp::create(rewriter, loc, wide, row,
                                                  zero, mask, padding);
    SmallVector<int64_t> lanes;
    for (int64_t lane = 0; lane < size; lane += *step)
      lanes.push_back(lane);
    rewriter.replaceOpWithNewOp<vector::ShuffleOp>(op, elements, elements,
                                                   lanes);
    return success();
  }
};
} // namespace

void heddle::populateStridedReadPatterns(RewritePatternSet &patterns) {
  // Before upstream's loop over the elements.
  patterns.add<ReadStrided>(patterns.getContext(), /*benefit=*/10);
}
