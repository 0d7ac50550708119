//===- TileEmitter.cpp - Slices and types of tiles ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Slices of a nest. If a part does not overlap the tile, its slice is empty and
// at a clamped position, so no guard is needed. The tiles themselves are made
// in one file per op family, such as LinalgEmission.cpp.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Emission/TileEmitter.h"

#include "RankReduction.h"
#include "heddle/Analysis/Footprint/Footprint.h"
#include "heddle/Analysis/Fusion/RowPadding.h"
#include "heddle/Transforms/Emission/PaddedRows.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::heddle;

SmallVector<OpFoldResult> TileEmitter::getOffsets(const Box &box) {
  return bounds.get(llvm::map_to_vector(
      box.dims, [](const BoxRange &range) { return range.lo; }));
}

SmallVector<OpFoldResult> TileEmitter::getSizes(const Box &box) {
  return bounds.get(heddle::getSizes(context, box));
}

RankedTensorType TileEmitter::getType(const Box &box, Type whole) {
  SmallVector<int64_t> shape;
  for (OpFoldResult size : getSizes(box))
    shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  return cast<RankedTensorType>(whole).clone(shape);
}

Value TileEmitter::matchType(Location loc, Value tile, const Box &box) {
  RankedTensorType type = getType(box, tile.getType());
  if (tile.getType() == type)
    return tile;
  return tensor::CastOp::create(rewriter, loc, type, tile);
}

/// The offsets of `box` from `origin` (null: from 0).
static SmallVector<Bound> getOffsetsFrom(BoundContext &context, const Box &box,
                                         ArrayRef<BoxRange> origin) {
  SmallVector<Bound> offsets;
  for (auto [dim, range] : llvm::enumerate(box.dims))
    offsets.push_back(origin.empty() ? range.lo
                                     : context.sub(range.lo, origin[dim].lo));
  return offsets;
}

bool heddle::startsAtEnd(Value value, ArrayRef<OpFoldResult> offsets) {
  auto type = cast<RankedTensorType>(value.getType());
  for (auto [dim, offset] : llvm::enumerate(offsets)) {
    std::optional<int64_t> start = getConstantIntValue(offset);
    if (start && !type.isDynamicDim(dim) && *start >= type.getDimSize(dim))
      return true;
  }
  return false;
}

Value TileEmitter::extract(Location loc, Value value, const Box &box,
                           ArrayRef<BoxRange> origin, ArrayRef<Bound> whole) {
  SmallVector<Bound> offsets = getOffsetsFrom(context, box, origin);
  SmallVector<Bound> sizes = heddle::getSizes(context, box);
  bool isAll = llvm::all_of(offsets, [](Bound b) { return b.isConstant(0); });
  if (isAll && llvm::equal(sizes, whole))
    return value;
  SmallVector<OpFoldResult> starts = bounds.get(offsets);
  if (startsAtEnd(value, starts))
    return makeEmpty(loc, box, value.getType());
  return tensor::ExtractSliceOp::create(
      rewriter, loc, value, starts, bounds.get(sizes),
      getUnitStrides(rewriter, starts.size()));
}

Value TileEmitter::insert(Location loc, Value tile, Value into, const Box &box,
                          ArrayRef<BoxRange> origin) {
  SmallVector<OpFoldResult> starts =
      bounds.get(getOffsetsFrom(context, box, origin));
  if (startsAtEnd(into, starts))
    return into;
  return tensor::InsertSliceOp::create(rewriter, loc, matchType(loc, tile, box),
                                       into, starts, getSizes(box),
                                       getUnitStrides(rewriter, starts.size()));
}

Value TileEmitter::makeEmpty(Location loc, const Box &box, Type whole) {
  auto type = cast<RankedTensorType>(whole);
  return tensor::EmptyOp::create(rewriter, loc, getSizes(box),
                                 type.getElementType(), type.getEncoding());
}

Value TileEmitter::makeDestination(Operation *op, const Box &box, Type whole) {
  Box padded = padRows(context, op, box);
  if (padded == box)
    return makeEmpty(op->getLoc(), box, whole);
  return createPaddedRows(rewriter, op, cast<RankedTensorType>(whole),
                          getSizes(box), getSizes(padded).back());
}

Value TileEmitter::matchOperand(Operation *op, unsigned operand,
                                const Box &iteration, Value tile) {
  Box box =
      cast<FootprintOpInterface>(op).getOperandBox(extents, operand, iteration);
  return matchType(op->getLoc(), tile, box);
}

SmallVector<Value> TileEmitter::matchOperands(Operation *op,
                                              const Box &iteration,
                                              ArrayRef<Value> operands) {
  SmallVector<Value> tiles(operands);
  for (auto [number, tile] : llvm::enumerate(tiles))
    if (isa<RankedTensorType>(tile.getType()))
      tile = matchOperand(op, number, iteration, tile);
  return tiles;
}

SmallVector<Operation *> heddle::findWriters(Value part) {
  SmallVector<Operation *> writers;
  for (Value value = part;;) {
    auto writer = value.getDefiningOp<linalg::LinalgOp>();
    bool isRead =
        writer && !(value == part ? writer->use_empty() : writer->hasOneUse());
    if (!writer || isRead || writer->getNumResults() != 1 ||
        (!writers.empty() && writer->getBlock() != writers[0]->getBlock()))
      return {};
    writers.push_back(writer);
    OpOperand &init = *writer.getDpsInitOperand(0);
    value = init.get();
    if (value.getDefiningOp<tensor::EmptyOp>())
      return value.hasOneUse() ? writers : SmallVector<Operation *>();
  }
}

void heddle::writeInto(RewriterBase &rewriter, ArrayRef<Operation *> writers,
                       Value slice) {
  Operation *first = writers.back();
  OpOperand &init = *cast<linalg::LinalgOp>(first).getDpsInitOperand(0);
  Operation *empty = init.get().getDefiningOp();
  rewriter.modifyOpInPlace(first, [&] { init.set(slice); });
  rewriter.eraseOp(empty);
  for (Operation *writer : writers)
    rewriter.moveOpAfter(writer, slice.getDefiningOp());
}

Value TileEmitter::insertPart(Location loc, Value part, Value tile,
                              const Box &iteration, ArrayRef<Bound> starts,
                              const Box &partBox,
                              const llvm::SmallBitVector &dropped) {
  SmallVector<Bound> offsets, sizes;
  unsigned next = 0;
  for (auto [dim, range] : llvm::enumerate(iteration.dims)) {
    offsets.push_back(context.clamp(context.sub(starts[dim], range.lo),
                                    context.constant(0),
                                    getSize(context, range)));
    sizes.push_back(dropped[dim] ? context.constant(1)
                                 : getSize(context, partBox.dims[next++]));
  }
  SmallVector<OpFoldResult> lows = bounds.get(offsets);
  if (startsAtEnd(tile, lows))
    return tile;
  ReducedSlice slice = {lows, bounds.get(sizes),
                        getUnitStrides(rewriter, lows.size()), dropped};
  SmallVector<Operation *> writers = findWriters(part);
  if (!writers.empty() &&
      writers.front()->getBlock() == rewriter.getInsertionBlock() &&
      part.getType() == getType(partBox, part.getType()))
    writeInto(rewriter, writers, extractReduced(rewriter, loc, tile, slice));
  return insertReduced(rewriter, loc, matchType(loc, part, partBox), tile,
                       slice);
}
