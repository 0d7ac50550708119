//===- NegativePads.cpp - Pads that cut their source ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes are clamped with affine ops, which fold where they are constant.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Pads/NegativePads.h"

#include "heddle/Analysis/Loops/LeastIndex.h"
#include "heddle/IR/ValueBounds/ValueBounds.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

static bool mayBeNegative(tensor::PadOp pad, OpFoldResult amount) {
  if (std::optional<int64_t> known = getConstantIntValue(amount))
    return *known < 0;
  FailureOr<int64_t> least =
      heddle::computeConstantBound(presburger::BoundType::LB, amount);
  if (succeeded(least) && *least >= 0)
    return false;
  return heddle::getLeastIndex(amount, pad).value_or(-1) < 0;
}

namespace {

/// The part of one dim that is kept, and the padding around it.
struct KeptPart {
  OpFoldResult offset, size, low, high;
};

} // namespace

/// The source covers the indices [low, low + extent) of the result. The result
/// has the indices [0, low + extent + high).
static KeptPart splitDim(RewriterBase &rewriter, Location loc,
                         OpFoldResult extent, OpFoldResult low,
                         OpFoldResult high) {
  MLIRContext *context = rewriter.getContext();
  AffineExpr a, b;
  bindDims(context, a, b);
  AffineExpr zero = getAffineConstantExpr(0, context);
  auto apply = [&](AffineExpr expr, ArrayRef<OpFoldResult> operands) {
    return affine::makeComposedFoldedAffineApply(
        rewriter, loc, AffineMap::get(operands.size(), 0, expr), operands);
  };
  auto least = [&](ArrayRef<AffineExpr> exprs, ArrayRef<OpFoldResult> of) {
    return affine::makeComposedFoldedAffineMin(
        rewriter, loc, AffineMap::get(of.size(), 0, exprs, context), of);
  };
  auto largest = [&](ArrayRef<AffineExpr> exprs, ArrayRef<OpFoldResult> of) {
    return affine::makeComposedFoldedAffineMax(
        rewriter, loc, AffineMap::get(of.size(), 0, exprs, context), of);
  };
  OpFoldResult cut = largest({-a, zero}, low);
  OpFoldResult total = apply(a + b, {apply(a + b, {extent, low}), high});
  KeptPart kept;
  kept.offset = least({a, b}, {cut, extent});
  OpFoldResult end = least({a, b}, {extent, apply(a + b, {extent, high})});
  OpFoldResult size = apply(a - b, {end, kept.offset});
  kept.size = largest({a, zero}, size);
  // A slice must not begin at the end, not even a slice without elements.
  if (isZeroInteger(kept.size))
    kept.offset = rewriter.getIndexAttr(0);
  kept.low = least({a, b}, {largest({a, zero}, low), total});
  kept.high = apply(a - b, {apply(a - b, {total, kept.low}), kept.size});
  return kept;
}

static void splitPad(RewriterBase &rewriter, tensor::PadOp pad) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(pad);
  Location loc = pad.getLoc();
  SmallVector<OpFoldResult> offsets, sizes, lows, highs;
  SmallVector<OpFoldResult> extents =
      tensor::getMixedSizes(rewriter, loc, pad.getSource());
  for (auto [extent, low, high] :
       llvm::zip_equal(extents, pad.getMixedLowPad(), pad.getMixedHighPad())) {
    KeptPart kept{rewriter.getIndexAttr(0), extent, low, high};
    if (mayBeNegative(pad, low) || mayBeNegative(pad, high))
      kept = splitDim(rewriter, loc, extent, low, high);
    offsets.push_back(kept.offset);
    sizes.push_back(kept.size);
    lows.push_back(kept.low);
    highs.push_back(kept.high);
  }
  SmallVector<OpFoldResult> strides(sizes.size(), rewriter.getIndexAttr(1));
  Value kept = tensor::ExtractSliceOp::create(rewriter, loc, pad.getSource(),
                                              offsets, sizes, strides);
  auto split = tensor::PadOp::create(rewriter, loc, pad.getResultType(), kept,
                                     lows, highs, pad.getNofold());
  rewriter.inlineRegionBefore(pad.getRegion(), split.getRegion(),
                              split.getRegion().begin());
  rewriter.replaceOp(pad, split);
}

static SmallVector<tensor::PadOp> findNegativePads(Operation *root) {
  SmallVector<tensor::PadOp> pads;
  root->walk([&](tensor::PadOp pad) {
    auto isCut = [&](OpFoldResult amount) {
      return mayBeNegative(pad, amount);
    };
    if (llvm::any_of(pad.getMixedLowPad(), isCut) ||
        llvm::any_of(pad.getMixedHighPad(), isCut))
      pads.push_back(pad);
  });
  return pads;
}

void heddle::splitNegativePads(RewriterBase &rewriter, Operation *root) {
  for (tensor::PadOp pad : findNegativePads(root))
    splitPad(rewriter, pad);
}

void heddle::setNegativePadsKept(RewriterBase &rewriter, Operation *root,
                                 bool kept) {
  for (tensor::PadOp pad : findNegativePads(root))
    rewriter.modifyOpInPlace(pad, [&] { pad.setNofold(kept); });
}
