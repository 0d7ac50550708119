//===- RankReduction.cpp - Slices that leave dimensions out ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes slices of lower rank that stay right when canonicalization learns more
// about their sizes. The caller decides how far a slice reaches.
//
//===----------------------------------------------------------------------===//

#include "RankReduction.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ParallelCombiningOpInterface.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::heddle;

/// True if the dimensions that `slice` drops may be mistaken: once more sizes
/// are known, dropping the first dimensions of size 1 may leave another shape.
static bool isAmbiguous(const ReducedSlice &slice) {
  bool mayBeOne = false, isOtherBehind = false;
  for (auto [dim, size] : llvm::enumerate(slice.sizes)) {
    if (slice.dropped.test(dim)) {
      if (isOtherBehind)
        return true;
      continue;
    }
    std::optional<int64_t> constant = getConstantIntValue(size);
    isOtherBehind |= mayBeOne && constant != 1;
    mayBeOne |= !constant || constant == 1;
  }
  return false;
}

/// Each dropped dimension is collapsed with the next kept dimension, which a
/// buffer with any strides allows. Those after the last kept dimension are
/// collapsed with that one.
static SmallVector<ReassociationIndices>
getGroups(const llvm::SmallBitVector &dropped) {
  SmallVector<ReassociationIndices> groups(1);
  bool isOpen = true;
  int last = dropped.find_last_unset();
  for (int dim = 0, rank = dropped.size(); dim < rank; ++dim) {
    if (!isOpen && dim <= last)
      groups.emplace_back();
    groups.back().push_back(dim);
    isOpen = dropped.test(dim);
  }
  return groups;
}

static SmallVector<OpFoldResult> getKept(ArrayRef<OpFoldResult> values,
                                         const llvm::SmallBitVector &dropped) {
  SmallVector<OpFoldResult> kept;
  for (auto [dim, value] : llvm::enumerate(values))
    if (!dropped.test(dim))
      kept.push_back(value);
  return kept;
}

static RankedTensorType getTypeOf(Value like, ArrayRef<OpFoldResult> sizes) {
  SmallVector<int64_t> shape = llvm::map_to_vector(sizes, [](OpFoldResult s) {
    return getConstantIntValue(s).value_or(ShapedType::kDynamic);
  });
  return cast<RankedTensorType>(like.getType()).clone(shape);
}

static Value extractAs(RewriterBase &rewriter, Location loc, Value source,
                       const ReducedSlice &slice, ArrayRef<OpFoldResult> kept) {
  return tensor::ExtractSliceOp::create(rewriter, loc, getTypeOf(source, kept),
                                        source, slice.offsets, slice.sizes,
                                        slice.strides);
}

/// A slice of full rank, which is then collapsed.
static Value extractWhole(RewriterBase &rewriter, Location loc, Value source,
                          const ReducedSlice &slice) {
  Value whole = extractAs(rewriter, loc, source, slice, slice.sizes);
  SmallVector<OpFoldResult> kept = getKept(slice.sizes, slice.dropped);
  return tensor::CollapseShapeOp::create(rewriter, loc, getTypeOf(source, kept),
                                         whole, getGroups(slice.dropped));
}

Value heddle::extractReduced(RewriterBase &rewriter, Location loc, Value source,
                             const ReducedSlice &slice) {
  if (isAmbiguous(slice))
    return extractWhole(rewriter, loc, source, slice);
  return extractAs(rewriter, loc, source, slice,
                   getKept(slice.sizes, slice.dropped));
}

/// `part` with the dropped dimensions, and with the static sizes of `slice`.
static Value expandReduced(RewriterBase &rewriter, Location loc, Value part,
                           const ReducedSlice &slice) {
  RankedTensorType type = getTypeOf(part, getKept(slice.sizes, slice.dropped));
  if (part.getType() != type)
    part = tensor::CastOp::create(rewriter, loc, type, part);
  return tensor::ExpandShapeOp::create(rewriter, loc,
                                       getTypeOf(part, slice.sizes), part,
                                       getGroups(slice.dropped), slice.sizes);
}

Value heddle::insertReduced(RewriterBase &rewriter, Location loc, Value part,
                            Value dest, const ReducedSlice &slice) {
  if (isAmbiguous(slice))
    part = expandReduced(rewriter, loc, part, slice);
  return tensor::InsertSliceOp::create(rewriter, loc, part, dest, slice.offsets,
                                       slice.sizes, slice.strides);
}

/// The slice of `op`, with a constant for each number that is known.
template <typename OpTy> static ReducedSlice getKnownSlice(OpTy op) {
  ReducedSlice slice = {op.getMixedOffsets(), op.getMixedSizes(),
                        op.getMixedStrides(), op.getDroppedDims()};
  (void)foldDynamicOffsetSizeList(slice.offsets);
  (void)foldDynamicOffsetSizeList(slice.sizes);
  (void)foldDynamicStrideList(slice.strides);
  return slice;
}

/// True if upstream's patterns are about to recreate `op`. `slice` holds the
/// known values of its offsets, sizes and strides.
template <typename OpTy>
static bool isAboutToFold(OpTy op, const ReducedSlice &slice) {
  return slice.offsets != op.getMixedOffsets() ||
         slice.sizes != op.getMixedSizes() ||
         slice.strides != op.getMixedStrides() ||
         llvm::any_of(op->getOperands(), [](Value operand) {
           return operand.getDefiningOp<tensor::CastOp>() != nullptr;
         });
}

static void makeWhole(RewriterBase &rewriter, tensor::ExtractSliceOp op,
                      const ReducedSlice &slice) {
  Value part = extractWhole(rewriter, op.getLoc(), op.getSource(), slice);
  if (part.getType() != op.getType())
    part = tensor::CastOp::create(rewriter, op.getLoc(), op.getType(), part);
  rewriter.replaceOp(op, part);
}

template <typename OpTy>
static void makeWhole(RewriterBase &rewriter, OpTy op,
                      const ReducedSlice &slice) {
  // The parts that a forall terminator inserts are made before it.
  if (isa<InParallelOpInterface>(op->getParentOp()))
    rewriter.setInsertionPoint(op->getParentOp());
  Value part = expandReduced(rewriter, op.getLoc(), op.getSource(), slice);
  rewriter.setInsertionPoint(op);
  rewriter.replaceOpWithNewOp<OpTy>(op, part, op.getDest(), slice.offsets,
                                    slice.sizes, slice.strides);
}

namespace {
template <typename OpTy> struct KeepDroppedDims : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    ReducedSlice slice = getKnownSlice(op);
    if (!isAmbiguous(slice) || !isAboutToFold(op, slice))
      return rewriter.notifyMatchFailure(
          op, "the dimensions that the slice drops are not mistaken");
    makeWhole(rewriter, op, slice);
    return success();
  }
};
} // namespace

void heddle::populateKeepDroppedDimsPatterns(RewritePatternSet &patterns) {
  // Upstream's have the benefit 1.
  patterns.add<KeepDroppedDims<tensor::ExtractSliceOp>,
               KeepDroppedDims<tensor::InsertSliceOp>,
               KeepDroppedDims<tensor::ParallelInsertSliceOp>>(
      patterns.getContext(), /*benefit=*/2);
}

void heddle::makeSteppedSliceWhole(RewriterBase &rewriter, Operation *op) {
  auto visit = [&](auto slice) {
    ReducedSlice known = getKnownSlice(slice);
    size_t units = llvm::count_if(known.sizes, isOneInteger);
    bool isStepped = !llvm::all_of(known.strides, isOneInteger);
    if (known.dropped.none() || units == known.dropped.count() || !isStepped)
      return;
    rewriter.setInsertionPoint(slice);
    makeWhole(rewriter, slice, known);
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case<tensor::ExtractSliceOp, tensor::InsertSliceOp,
            tensor::ParallelInsertSliceOp>(visit);
}
