//===- PaddedTensor.cpp - The result of a pad without its source ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The frame of a padded tensor is cut dim by dim: the slabs of dim d lie before
// and after the source along d, reach as far as the source does along the dims
// before d, and as far as the padded tensor does along those after it. An
// element of the frame lies in the slab of the first dim along which it is
// outside the source, and in no other.
//
//===----------------------------------------------------------------------===//

#include "PaddedTensor.h"
#include "RankReduction.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::heddle;

/// The padding as a value at the insertion point, if it is the same for all
/// elements.
static Value getScalar(RewriterBase &rewriter, tensor::PadOp pad) {
  Value value = pad.getConstantPaddingValue();
  // A constant of the body is not visible outside.
  if (value && value.getParentBlock() == pad.getBody())
    value = rewriter.clone(*value.getDefiningOp())->getResult(0);
  return value;
}

static Operation *fillByIndex(RewriterBase &rewriter, tensor::PadOp pad,
                              Value dest, ArrayRef<OpFoldResult> offsets) {
  Location loc = pad.getLoc();
  unsigned rank = pad.getResultType().getRank();
  AffineMap map = rewriter.getMultiDimIdentityMap(rank);
  SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
  auto fill = linalg::GenericOp::create(
      rewriter, loc, dest.getType(), ValueRange{}, ValueRange{dest},
      ArrayRef<AffineMap>{map}, kinds,
      [&](OpBuilder &builder, Location inner, ValueRange) {
        IRMapping mapping;
        for (auto [dim, index] : llvm::enumerate(pad.getBody()->getArguments()))
          mapping.map(index, linalg::IndexOp::create(builder, inner, dim));
        for (Operation &bodyOp : pad.getBody()->without_terminator())
          builder.clone(bodyOp, mapping);
        auto yield = cast<tensor::YieldOp>(pad.getBody()->getTerminator());
        linalg::YieldOp::create(builder, inner,
                                mapping.lookupOrDefault(yield.getValue()));
      });
  OpBuilder::InsertionGuard guard(rewriter);
  linalg::offsetIndices(rewriter, fill, offsets);
  return fill;
}

static Operation *fillWith(RewriterBase &rewriter, tensor::PadOp pad,
                           Value scalar, Value dest,
                           ArrayRef<OpFoldResult> offsets) {
  if (scalar)
    return linalg::FillOp::create(rewriter, pad.getLoc(), scalar, dest);
  return fillByIndex(rewriter, pad, dest, offsets);
}

Operation *heddle::fillWithPadding(RewriterBase &rewriter, tensor::PadOp pad,
                                   Value dest, ArrayRef<OpFoldResult> offsets) {
  return fillWith(rewriter, pad, getScalar(rewriter, pad), dest, offsets);
}

Value PaddedTensor::extractSource(RewriterBase &rewriter, Location loc,
                                  RankedTensorType type) const {
  return tensor::ExtractSliceOp::create(rewriter, loc, type, tensor, offsets,
                                        sizes,
                                        getUnitStrides(rewriter, sizes.size()));
}

Value PaddedTensor::insertSource(RewriterBase &rewriter, Location loc,
                                 Value source) const {
  return tensor::InsertSliceOp::create(rewriter, loc, source, tensor, offsets,
                                       sizes,
                                       getUnitStrides(rewriter, sizes.size()));
}

bool heddle::hasNoSource(tensor::PadOp pad) {
  if (llvm::is_contained(pad.getSourceType().getShape(), 0))
    return true;
  for (auto [low, size] :
       llvm::zip_equal(pad.getMixedLowPad(), pad.getResultType().getShape()))
    if (!ShapedType::isDynamic(size) && getConstantIntValue(low) == size)
      return true;
  return false;
}

unsigned heddle::countSlabs(tensor::PadOp pad) {
  auto isPadded = [](OpFoldResult amount) { return !isZeroInteger(amount); };
  return llvm::count_if(pad.getMixedLowPad(), isPadded) +
         llvm::count_if(pad.getMixedHighPad(), isPadded);
}

namespace {
/// Fills the frame slab by slab.
class FrameFiller {
public:
  FrameFiller(RewriterBase &rewriter, tensor::PadOp pad, PaddedTensor &padded,
              ArrayRef<OpFoldResult> extents)
      : rewriter(rewriter), pad(pad), padded(padded), extents(extents) {}

  void run(bool dropSlab);

private:
  struct Slab {
    SmallVector<OpFoldResult> offsets, sizes;
  };
  void addSlab(unsigned dim, OpFoldResult offset, OpFoldResult size);
  void fill(const Slab &slab);

  RewriterBase &rewriter;
  tensor::PadOp pad;
  PaddedTensor &padded;
  ArrayRef<OpFoldResult> extents;
  SmallVector<Slab> slabs;
};
} // namespace

void FrameFiller::addSlab(unsigned dim, OpFoldResult offset,
                          OpFoldResult size) {
  if (isZeroInteger(size))
    return;
  Slab slab;
  for (unsigned other = 0; other < extents.size(); ++other) {
    bool inside = other < dim;
    slab.offsets.push_back(inside         ? padded.offsets[other]
                           : other == dim ? offset
                                          : rewriter.getIndexAttr(0));
    slab.sizes.push_back(inside         ? padded.sizes[other]
                         : other == dim ? size
                                        : extents[other]);
    // The source has no elements, and the verifier of slices rejects its start.
    std::optional<int64_t> start = getConstantIntValue(slab.offsets.back());
    if (start && start == getConstantIntValue(extents[other]))
      return;
  }
  slabs.push_back(std::move(slab));
}

void FrameFiller::fill(const Slab &slab) {
  Location loc = pad.getLoc();
  SmallVector<OpFoldResult> ones = getUnitStrides(rewriter, slab.sizes.size());
  Value part = tensor::ExtractSliceOp::create(rewriter, loc, padded.tensor,
                                              slab.offsets, slab.sizes, ones);
  Operation *filled =
      fillWith(rewriter, pad, padded.scalar, part, slab.offsets);
  padded.fills.push_back(filled);
  padded.tensor = tensor::InsertSliceOp::create(
      rewriter, loc, filled->getResult(0), padded.tensor, slab.offsets,
      slab.sizes, ones);
}

void FrameFiller::run(bool dropSlab) {
  AffineExpr low = rewriter.getAffineSymbolExpr(0);
  AffineExpr size = rewriter.getAffineSymbolExpr(1);
  auto amounts = llvm::zip_equal(pad.getMixedLowPad(), pad.getMixedHighPad());
  for (auto [dim, amount] : llvm::enumerate(amounts)) {
    auto [before, behind] = amount;
    addSlab(dim, rewriter.getIndexAttr(0), before);
    if (isZeroInteger(behind))
      continue;
    OpFoldResult end = affine::makeComposedFoldedAffineApply(
        rewriter, pad.getLoc(), low + size, {before, padded.sizes[dim]});
    addSlab(dim, end, behind);
  }
  if (dropSlab && !slabs.empty())
    slabs.pop_back();
  for (const Slab &slab : slabs)
    fill(slab);
}

PaddedTensor heddle::createPaddedTensor(RewriterBase &rewriter,
                                        tensor::PadOp pad,
                                        ArrayRef<OpFoldResult> sizes,
                                        bool fillWhole, bool dropSlab) {
  Location loc = pad.getLoc();
  RankedTensorType type = pad.getResultType();
  PaddedTensor padded;
  padded.offsets = pad.getMixedLowPad();
  padded.sizes.assign(sizes.begin(), sizes.end());
  padded.scalar = getScalar(rewriter, pad);

  AffineExpr sum = rewriter.getAffineSymbolExpr(0) +
                   rewriter.getAffineSymbolExpr(1) +
                   rewriter.getAffineSymbolExpr(2);
  SmallVector<OpFoldResult> extents;
  SmallVector<Value> dynamicExtents;
  auto amounts = llvm::zip_equal(pad.getMixedLowPad(), pad.getMixedHighPad());
  for (auto [dim, amount] : llvm::enumerate(amounts)) {
    if (!type.isDynamicDim(dim)) {
      extents.push_back(rewriter.getIndexAttr(type.getDimSize(dim)));
      continue;
    }
    auto [before, behind] = amount;
    Value extent = getValueOrCreateConstantIndexOp(
        rewriter, loc,
        affine::makeComposedFoldedAffineApply(rewriter, loc, sum,
                                              {before, sizes[dim], behind}));
    extents.push_back(extent);
    dynamicExtents.push_back(extent);
  }
  padded.tensor = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                          type.getElementType(), dynamicExtents,
                                          type.getEncoding());
  if (fillWhole) {
    SmallVector<OpFoldResult> zeros(extents.size(), rewriter.getIndexAttr(0));
    padded.fills.push_back(
        fillWith(rewriter, pad, padded.scalar, padded.tensor, zeros));
    padded.tensor = padded.fills.back()->getResult(0);
  } else {
    FrameFiller(rewriter, pad, padded, extents).run(dropSlab);
    padded.scalar = nullptr;
  }
  return padded;
}
