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
// the count is not known, all lanes are read as above, which needs no branches,
// and fewer by a loop.
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
      buffer.getElementTypeBitWidth() < 8 ||
      !llvm::isPowerOf2_32(buffer.getElementTypeBitWidth()))
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

/// The elements of `op`, the first `count` of which are active, one by one.
static Value readLanes(OpBuilder &builder, vector::TransferReadOp op,
                       Value count) {
  Location loc = op.getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value padding = vector::BroadcastOp::create(builder, loc, op.getVectorType(),
                                              op.getPadding());
  auto loop = scf::ForOp::create(
      builder, loc, zero, count, one, padding,
      [&](OpBuilder &inner, Location, Value lane, ValueRange row) {
        SmallVector<Value> indices(op.getIndices());
        indices.back() =
            arith::AddIOp::create(inner, loc, indices.back(), lane);
        Value element =
            memref::LoadOp::create(inner, loc, op.getBase(), indices);
        Value next = vector::InsertOp::create(inner, loc, element, row.front(),
                                              OpFoldResult(lane));
        scf::YieldOp::create(inner, loc, next);
      });
  return loop.getResult(0);
}

/// The elements of `op`, the first `count` of which are active, from a row that
/// is `step` times as long.
static Value readRow(OpBuilder &builder, vector::TransferReadOp op,
                     OpFoldResult count, int64_t step) {
  Location loc = op.getLoc();
  VectorType type = op.getVectorType();
  int64_t size = type.getDimSize(0) * step;
  auto wide = VectorType::get(size, type.getElementType());
  VectorType maskType = wide.clone(builder.getI1Type());
  Value mask = createMask(builder, loc, maskType, count, step);
  Value row = createRow(builder, op, size);
  Value padding =
      vector::BroadcastOp::create(builder, loc, wide, op.getPadding());
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value elements = vector::MaskedLoadOp::create(builder, loc, wide, row, zero,
                                                mask, padding);
  SmallVector<int64_t> lanes;
  for (int64_t lane = 0; lane < size; lane += step)
    lanes.push_back(lane);
  return vector::ShuffleOp::create(builder, loc, elements, elements, lanes);
}

/// The elements of `op`, the first `count` of which are active, of less than 32
/// bits each: all lanes as a row, fewer one by one.
static Value readNarrow(OpBuilder &builder, vector::TransferReadOp op,
                        Value count, int64_t step) {
  Location loc = op.getLoc();
  int64_t number = op.getVectorType().getDimSize(0);
  Value all = arith::ConstantIndexOp::create(builder, loc, number);
  Value isWhole = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                        count, all);
  auto branch = scf::IfOp::create(
      builder, loc, isWhole,
      [&](OpBuilder &inner, Location) {
        OpFoldResult whole = inner.getIndexAttr(number);
        scf::YieldOp::create(inner, loc, readRow(inner, op, whole, step));
      },
      [&](OpBuilder &inner, Location) {
        scf::YieldOp::create(inner, loc, readLanes(inner, op, count));
      });
  return branch.getResult(0);
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
    auto counted = dyn_cast<Value>(count);
    bool isNarrow = op.getVectorType().getElementTypeBitWidth() < 32;
    rewriter.replaceOp(op, counted && isNarrow
                               ? readNarrow(rewriter, op, counted, *step)
                               : readRow(rewriter, op, count, *step));
    return success();
  }
};
} // namespace

void heddle::populateStridedReadPatterns(RewritePatternSet &patterns) {
  // Before upstream's loop over the elements.
  patterns.add<ReadStrided>(patterns.getContext(), /*benefit=*/10);
}
