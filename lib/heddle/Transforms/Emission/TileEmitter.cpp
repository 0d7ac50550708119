//===- TileEmitter.cpp - One tile of one op -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linalg ops are cloned onto their tiles, with linalg.index moved by the offset
// of the box (OffsetClone.h); tensor ops that move data are made anew. A part
// that a tile does not meet is an empty slice at a clamped position, so nothing
// needs a guard. Tiles of pads are in PadEmission.cpp.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Emission/TileEmitter.h"

#include "OffsetClone.h"
#include "RankReduction.h"
#include "heddle/Analysis/Footprint/Footprint.h"
#include "heddle/Analysis/Footprint/TilingProbe.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::heddle;

static SmallVector<OpFoldResult> getOnes(Builder &builder, size_t count) {
  return SmallVector<OpFoldResult>(count, builder.getIndexAttr(1));
}

RankedTensorType TileEmitter::getType(const Box &box, Type elementType) {
  SmallVector<int64_t> shape;
  for (OpFoldResult size : bounds.get(getSizes(context, box)))
    shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  return RankedTensorType::get(shape, elementType);
}

Value TileEmitter::matchType(Location loc, Value tile, const Box &box) {
  RankedTensorType type =
      getType(box, cast<RankedTensorType>(tile.getType()).getElementType());
  if (tile.getType() == type)
    return tile;
  return tensor::CastOp::create(rewriter, loc, type, tile);
}

/// The offsets of `box` from `origin` (null: from 0).
static SmallVector<Bound> getOffsets(BoundContext &context, const Box &box,
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
  SmallVector<Bound> offsets = getOffsets(context, box, origin);
  SmallVector<Bound> sizes = getSizes(context, box);
  bool isAll = llvm::all_of(offsets, [](Bound b) { return b.isConstant(0); });
  if (isAll && llvm::equal(sizes, whole))
    return value;
  SmallVector<OpFoldResult> starts = bounds.get(offsets);
  if (startsAtEnd(value, starts))
    return makeEmpty(loc, box,
                     cast<RankedTensorType>(value.getType()).getElementType());
  return tensor::ExtractSliceOp::create(rewriter, loc, value, starts,
                                        bounds.get(sizes),
                                        getOnes(rewriter, starts.size()));
}

Value TileEmitter::insert(Location loc, Value tile, Value into, const Box &box,
                          ArrayRef<BoxRange> origin) {
  SmallVector<OpFoldResult> starts =
      bounds.get(getOffsets(context, box, origin));
  if (startsAtEnd(into, starts))
    return into;
  return tensor::InsertSliceOp::create(
      rewriter, loc, matchType(loc, tile, box), into, starts,
      bounds.get(getSizes(context, box)), getOnes(rewriter, starts.size()));
}

Value TileEmitter::makeEmpty(Location loc, const Box &box, Type elementType) {
  return tensor::EmptyOp::create(
      rewriter, loc, bounds.get(getSizes(context, box)), elementType);
}

/// The source tile of a reshape, with the static sizes that its box has.
Value TileEmitter::matchSource(Operation *op, const Box &iteration,
                               Value source) {
  Box box = cast<FootprintOpInterface>(op).getOperandBox(extents, 0, iteration);
  return matchType(op->getLoc(), source, box);
}

/// The tensors among `operands` with the static sizes that their boxes have.
SmallVector<Value> TileEmitter::matchTypes(Operation *op, const Box &iteration,
                                           ArrayRef<Value> operands) {
  auto footprint = cast<FootprintOpInterface>(op);
  SmallVector<Value> tiles(operands);
  for (auto [number, tile] : llvm::enumerate(tiles)) {
    if (!isa<RankedTensorType>(tile.getType()))
      continue;
    tile = matchType(op->getLoc(), tile,
                     footprint.getOperandBox(extents, number, iteration));
  }
  return tiles;
}

/// Of a tile without iterations the verifier still wants inputs that reach as
/// far as the index maps do at both ends of each range, which for a range of 0
/// elements is more than is read. Nothing is: gives it uninitialised inputs.
void TileEmitter::replaceUnreadInputs(linalg::LinalgOp op,
                                      MutableArrayRef<Value> tiles) {
  SmallVector<int64_t> extents;
  for (Value tile : tiles) {
    auto type = dyn_cast<RankedTensorType>(tile.getType());
    if (type && !type.hasStaticShape())
      return;
    if (type)
      llvm::append_range(extents, type.getShape());
  }
  SmallVector<int64_t> ends = op.getShapesToLoopsMap().compose(extents);
  if (!llvm::is_contained(ends, 0))
    return;
  for (int64_t &end : ends)
    --end;
  SmallVector<int64_t> starts(ends.size(), 0);
  for (OpOperand *input : op.getDpsInputOperands()) {
    Value &tile = tiles[input->getOperandNumber()];
    auto type = dyn_cast<RankedTensorType>(tile.getType());
    if (!type)
      continue;
    AffineMap map = op.getMatchingIndexingMap(input);
    SmallVector<int64_t> shape;
    // Where a loop alone is the index, its extent is read off here.
    for (auto [expr, first, last, extent] :
         llvm::zip_equal(map.getResults(), map.compose(starts),
                         map.compose(ends), type.getShape()))
      shape.push_back(isa<AffineDimExpr>(expr)
                          ? extent
                          : std::max({first + 1, last + 1, extent}));
    if (ArrayRef(shape) != type.getShape() && !map.isProjectedPermutation())
      tile = tensor::EmptyOp::create(rewriter, op.getLoc(), shape,
                                     type.getElementType());
  }
}

FailureOr<SmallVector<Value>> TileEmitter::emitTile(Operation *op,
                                                    const Box &iteration,
                                                    ArrayRef<Value> operands) {
  Location loc = op->getLoc();
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    SmallVector<Value> tiles(operands);
    // Their verifiers want the same static sizes on all sides.
    if (isa<linalg::BroadcastOp, linalg::MapOp, linalg::ReduceOp,
            linalg::TransposeOp>(op))
      tiles = matchTypes(op, iteration, operands);
    replaceUnreadInputs(linalgOp, tiles);
    SmallVector<Type> types;
    for (OpOperand &init : linalgOp.getDpsInitsMutable())
      types.push_back(tiles[init.getOperandNumber()].getType());
    // The offsets stand before the tile, whose body uses them.
    SmallVector<OpFoldResult> offsets;
    if (linalgOp.hasIndexSemantics())
      offsets = bounds.get(llvm::map_to_vector(
          iteration.dims, [](const BoxRange &range) { return range.lo; }));
    Operation *tile =
        cloneWithOffsets(rewriter, linalgOp, types, tiles, offsets);
    return SmallVector<Value>(tile->getResults());
  }
  if (isa<linalg::UnPackOp>(op)) {
    SmallVector<Value> tiles = matchTypes(op, iteration, operands);
    Value dest =
        tiles[cast<linalg::UnPackOp>(op).getDestMutable().getOperandNumber()];
    return SmallVector<Value>(
        mlir::clone(rewriter, op, dest.getType(), tiles)->getResults());
  }
  if (!isa<tensor::TensorDialect>(op->getDialect()))
    return emitProbed(op, iteration, operands);
  Value result;
  if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    result = emitPad(pad, iteration, operands[0]);
  } else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    result = emitExtractSlice(slice, iteration, operands[0]);
  } else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op)) {
    result = emitInsertSlice(insert, iteration, operands[0], operands[1]);
  } else if (auto concat = dyn_cast<tensor::ConcatOp>(op)) {
    result = emitConcat(concat, iteration, operands);
  } else if (isa<tensor::EmptyOp>(op)) {
    result = makeEmpty(
        loc, iteration,
        cast<RankedTensorType>(op->getResult(0).getType()).getElementType());
  } else if (isa<tensor::CastOp>(op)) {
    result = tensor::CastOp::create(
        rewriter, loc,
        getType(iteration,
                cast<RankedTensorType>(operands[0].getType()).getElementType()),
        operands[0]);
  } else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    Value source = matchSource(op, iteration, operands[0]);
    result = tensor::ExpandShapeOp::create(
        rewriter, loc,
        getType(iteration, expand.getResultType().getElementType()), source,
        expand.getReassociationIndices(),
        bounds.get(getSizes(context, iteration)));
  } else if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    result = tensor::CollapseShapeOp::create(
        rewriter, loc, matchSource(op, iteration, operands[0]),
        collapse.getReassociationIndices());
  } else {
    return rewriter.notifyMatchFailure(op,
                                       "no rule to compute a tile of this op");
  }
  return SmallVector<Value>{result};
}

/// The tile that the op's own interface made, on these tiles.
SmallVector<Value> TileEmitter::emitProbed(Operation *op, const Box &iteration,
                                           ArrayRef<Value> operands) {
  auto footprint = cast<FootprintOpInterface>(op);
  SmallVector<Value> tiles = matchTypes(op, iteration, operands);
  SmallVector<Type> types;
  for (OpResult result : op->getResults()) {
    Box box =
        footprint.getResultBox(extents, result.getResultNumber(), iteration);
    types.push_back(getType(
        box, cast<RankedTensorType>(result.getType()).getElementType()));
  }
  Operation *tile =
      mlir::clone(rewriter, extents.getProbe(op).getTile(), types, tiles);
  tile->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  return SmallVector<Value>(tile->getResults());
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

Value TileEmitter::insertAt(Location loc, Value part, Value tile,
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
  ReducedSlice slice = {lows, bounds.get(sizes), getOnes(rewriter, lows.size()),
                        dropped};
  auto type = cast<RankedTensorType>(part.getType());
  SmallVector<Operation *> writers = findWriters(part);
  if (!writers.empty() &&
      writers.front()->getBlock() == rewriter.getInsertionBlock() &&
      type == getType(partBox, type.getElementType()))
    writeInto(rewriter, writers, extractReduced(rewriter, loc, tile, slice));
  return insertReduced(rewriter, loc, matchType(loc, part, partBox), tile,
                       slice);
}

Value TileEmitter::emitExtractSlice(tensor::ExtractSliceOp op,
                                    const Box &iteration, Value source) {
  ReducedSlice slice;
  slice.dropped = op.getDroppedDims();
  if (slice.dropped.none() && op.hasUnitStride())
    return source;
  slice.offsets.assign(slice.dropped.size(), rewriter.getIndexAttr(0));
  unsigned next = 0;
  for (unsigned dim = 0; dim < slice.dropped.size(); ++dim)
    slice.sizes.push_back(
        slice.dropped[dim]
            ? OpFoldResult(rewriter.getIndexAttr(1))
            : bounds.get(getSize(context, iteration.dims[next++])));
  // The stride between elements that are one is none.
  slice.strides = op.getMixedStrides();
  for (auto [size, stride] : llvm::zip_equal(slice.sizes, slice.strides))
    if (isOneInteger(size))
      stride = rewriter.getIndexAttr(1);
  if (startsAtEnd(source, slice.offsets))
    return makeEmpty(op.getLoc(), iteration,
                     op.getResultType().getElementType());
  return extractReduced(rewriter, op.getLoc(), source, slice);
}

Value TileEmitter::emitInsertSlice(tensor::InsertSliceOp op,
                                   const Box &iteration, Value source,
                                   Value dest) {
  Box part = cast<FootprintOpInterface>(op.getOperation())
                 .getOperandBox(extents, 0, iteration);
  SmallVector<Bound> starts;
  for (OpFoldResult offset : op.getMixedOffsets())
    starts.push_back(extents.getNonNegativeIndex(offset));
  return insertAt(op.getLoc(), source, dest, iteration, starts, part,
                  op.getDroppedDims());
}

Value TileEmitter::emitConcat(tensor::ConcatOp op, const Box &iteration,
                              ArrayRef<Value> inputs) {
  Value tile =
      makeEmpty(op.getLoc(), iteration, op.getResultType().getElementType());
  Bound start = context.constant(0);
  for (auto [number, input] : llvm::enumerate(inputs)) {
    Box part = cast<FootprintOpInterface>(op.getOperation())
                   .getOperandBox(extents, number, iteration);
    SmallVector<Bound> starts = llvm::map_to_vector(
        iteration.dims, [](const BoxRange &range) { return range.lo; });
    starts[op.getDim()] = start;
    tile = insertAt(op.getLoc(), input, tile, iteration, starts, part,
                    llvm::SmallBitVector(iteration.getRank()));
    start = context.add(start,
                        extents.getExtent(op.getInputs()[number], op.getDim()));
  }
  return tile;
}
