//===- PadEmission.cpp - One tile of a pad --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tile of a pad is filled, and the part of the source that lies in it is
// inserted. An op that reduces, however, has source tiles of one size. At the
// end of the source they are moved inward, and then reach beyond that part. For
// these the order is reversed: a tensor is made that has room for the tile of
// the source and the tile of the pad. The tile of the source is written first,
// and then the frame of the pad, which also overwrites elements of the source
// that are not in the tile of the pad.
//
//   source      |--------------------------|
//   tiles of it |------|------|...  |------|
//   tiles of    .. |------|..     ..     |------| ..   the pad
//
// Let x be the start of the pad's tile in terms of the source, s the size of
// the source's tile, and C the last place for it to start. It starts at
// clamp(x, 0, C), which in the pad's tile is the place max(min(0, C - x), -x).
// That is at most the high padding before the start of the pad's tile, and at
// most the low padding after it. So this much room is added.
//
//===----------------------------------------------------------------------===//

#include "EmissionFamilies.h"
#include "PaddedTensor.h"
#include "RankReduction.h"
#include "heddle/Analysis/Footprint/Footprint.h"
#include "heddle/Transforms/Emission/Emission.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::heddle;

/// More room than this, as a multiple of the tile of the pad, costs more than a
/// copy.
static constexpr int64_t kMaxRoom = 4;

namespace {
/// The tile `iteration` of a pad.
class PadEmitter {
public:
  PadEmitter(RewriterBase &rewriter, TileEmitter &tiles, tensor::PadOp pad,
             const Box &iteration)
      : rewriter(rewriter), tiles(tiles), bounds(tiles.getBounds()),
        extents(tiles.getExtents()), context(extents.getContext()), pad(pad),
        iteration(iteration) {}

  /// From the part of the source that lies in the tile.
  Value emit(Value source);
  /// From a tile `source` of the padded tensor's source with the box
  /// `sourceBox`, which reaches beyond `part`, the part that lies in the pad's
  /// tile. The result is a view of a tensor that has room for all of `source`.
  /// Null if that tensor is not known to be small, or if `source` has other
  /// readers.
  Value emitAround(Value source, const Box &sourceBox, const Box &part);

private:
  /// The places in a tensor with room for the tile of a pad and the tile of its
  /// source. Per dim: the size, the start of the pad's tile, and, relative to
  /// that, the starts of the source's tile and of the part of it that lies in
  /// the pad's tile.
  struct Surroundings {
    SmallVector<Bound> sizes;
    SmallVector<int64_t> starts;
    SmallVector<Bound> tiles, parts;
  };
  Value emitFrame();
  bool findSurroundings(const Box &sourceBox, const Box &part,
                        Surroundings &around);
  Value fillSurroundings(const Box &part, const Surroundings &around,
                         Value tensor);

  RewriterBase &rewriter;
  TileEmitter &tiles;
  BoundEmitter &bounds;
  ExtentTable &extents;
  BoundContext &context;
  tensor::PadOp pad;
  const Box &iteration;
};
} // namespace

/// A tile of padding.
Value PadEmitter::emitFrame() {
  Value empty = tiles.makeEmpty(pad.getLoc(), iteration, pad.getResultType());
  SmallVector<OpFoldResult> offsets;
  if (!pad.getConstantPaddingValue())
    offsets = tiles.getOffsets(iteration);
  return fillWithPadding(rewriter, pad, empty, offsets)->getResult(0);
}

Value PadEmitter::emit(Value source) {
  Box part = cast<FootprintOpInterface>(pad.getOperation())
                 .getOperandBox(extents, 0, iteration);
  SmallVector<Bound> lows;
  for (OpFoldResult low : pad.getMixedLowPad())
    lows.push_back(extents.getIndex(low));
  bool isInside =
      llvm::equal(getSizes(context, part), getSizes(context, iteration));
  if (isInside)
    return source;
  return tiles.insertPart(pad.getLoc(), source, emitFrame(), iteration, lows,
                          part, llvm::SmallBitVector(iteration.getRank()));
}

//===----------------------------------------------------------------------===//
// Around a tile of the source
//===----------------------------------------------------------------------===//

bool PadEmitter::findSurroundings(const Box &sourceBox, const Box &part,
                                  Surroundings &around) {
  Bound zero = context.constant(0);
  int64_t room = 1, needed = 1;
  for (auto [dim, low] : llvm::enumerate(pad.getMixedLowPad())) {
    const BoxRange &range = iteration.dims[dim];
    Bound size = getSize(context, range);
    Bound x = context.sub(range.lo, extents.getIndex(low));
    around.parts.push_back(context.clamp(context.mul(x, -1), zero, size));
    if (sourceBox.dims[dim] == part.dims[dim]) {
      around.sizes.push_back(size);
      around.starts.push_back(0);
      around.tiles.push_back(around.parts.back());
      continue;
    }
    Bound extent = extents.getExtent(pad.getSource(), dim);
    std::optional<int64_t> tile =
        getSize(context, sourceBox.dims[dim]).getConstant();
    std::optional<int64_t> whole = extent.getConstant();
    if (!size.getConstant() || !tile || !whole)
      return false;
    Bound last = context.constant(*whole - *tile);
    if (sourceBox.dims[dim].lo !=
        context.clamp(context.clamp(x, zero, extent), zero, last))
      return false;
    // If it is farther away, no part of it lies in the tile of the pad.
    Bound place =
        context.clamp(context.max(context.min(zero, context.sub(last, x)),
                                  context.mul(x, -1)),
                      context.constant(-*tile), size);
    std::optional<int64_t> least = context.getLowerBound(place);
    std::optional<int64_t> most = context.getUpperBound(place);
    if (!least || !most)
      return false;
    int64_t before = std::max<int64_t>(0, -*least);
    int64_t behind = std::max<int64_t>(0, *most + *tile - *size.getConstant());
    around.sizes.push_back(
        context.constant(before + *size.getConstant() + behind));
    around.starts.push_back(before);
    around.tiles.push_back(place);
    room *= before + *size.getConstant() + behind;
    needed *= *size.getConstant();
  }
  return room <= kMaxRoom * needed;
}

/// Fills the frame of the pad's tile, slab by slab: along each dim one slab
/// before and one after the part of the source. Along the previous dims, a slab
/// is as long as that part.
Value PadEmitter::fillSurroundings(const Box &part, const Surroundings &around,
                                   Value tensor) {
  Location loc = pad.getLoc();
  unsigned rank = iteration.getRank();
  SmallVector<Bound> partSizes = getSizes(context, part);
  SmallVector<Bound> tileSizes = getSizes(context, iteration);
  SmallVector<Bound> starts(rank, context.constant(0)), sizes = tileSizes;
  auto fill = [&] {
    if (llvm::any_of(sizes, [](Bound size) { return size.isConstant(0); }))
      return;
    SmallVector<Bound> places, indices;
    for (unsigned dim = 0; dim < rank; ++dim) {
      places.push_back(context.add(starts[dim], around.starts[dim]));
      indices.push_back(context.add(starts[dim], iteration.dims[dim].lo));
    }
    SmallVector<OpFoldResult> offsets = bounds.get(places);
    if (startsAtEnd(tensor, offsets))
      return;
    SmallVector<OpFoldResult> extents = bounds.get(sizes);
    SmallVector<OpFoldResult> ones = getUnitStrides(rewriter, rank);
    Value slab = tensor::ExtractSliceOp::create(rewriter, loc, tensor, offsets,
                                                extents, ones);
    SmallVector<OpFoldResult> origin;
    if (!pad.getConstantPaddingValue())
      origin = bounds.get(indices);
    slab = fillWithPadding(rewriter, pad, slab, origin)->getResult(0);
    tensor = tensor::InsertSliceOp::create(rewriter, loc, slab, tensor, offsets,
                                           extents, ones);
  };
  for (unsigned dim = 0; dim < rank; ++dim) {
    Bound end = context.add(around.parts[dim], partSizes[dim]);
    sizes[dim] = around.parts[dim];
    fill();
    starts[dim] = end;
    sizes[dim] = context.sub(tileSizes[dim], end);
    fill();
    starts[dim] = around.parts[dim];
    sizes[dim] = partSizes[dim];
  }
  return tensor;
}

Value PadEmitter::emitAround(Value source, const Box &sourceBox,
                             const Box &part) {
  auto type = cast<RankedTensorType>(source.getType());
  SmallVector<Operation *> writers = findWriters(source);
  Surroundings around;
  if (writers.empty() ||
      writers.front()->getBlock() != rewriter.getInsertionBlock() ||
      type != tiles.getType(sourceBox, type) ||
      llvm::equal(getSizes(context, part), getSizes(context, iteration)) ||
      !findSurroundings(sourceBox, part, around))
    return Value();
  Location loc = pad.getLoc();
  Value tensor =
      tensor::EmptyOp::create(rewriter, loc, bounds.get(around.sizes),
                              type.getElementType(), type.getEncoding());
  SmallVector<Bound> places;
  for (auto [start, place] : llvm::zip_equal(around.starts, around.tiles))
    places.push_back(context.add(place, start));
  SmallVector<OpFoldResult> offsets = bounds.get(places);
  SmallVector<OpFoldResult> sizes = bounds.get(getSizes(context, sourceBox));
  SmallVector<OpFoldResult> ones = getUnitStrides(rewriter, sizes.size());
  if (startsAtEnd(tensor, offsets))
    return Value();
  Value slice = tensor::ExtractSliceOp::create(rewriter, loc, type, tensor,
                                               offsets, sizes, ones);
  writeInto(rewriter, writers, slice);
  tensor = tensor::InsertSliceOp::create(rewriter, loc, source, tensor, offsets,
                                         sizes, ones);
  tensor = fillSurroundings(part, around, tensor);
  SmallVector<OpFoldResult> starts;
  for (int64_t start : around.starts)
    starts.push_back(rewriter.getIndexAttr(start));
  return tensor::ExtractSliceOp::create(
      rewriter, loc, tiles.getType(iteration, type), tensor, starts,
      bounds.get(getSizes(context, iteration)), ones);
}

namespace {
struct PadEmission
    : EmissionOpInterface::ExternalModel<PadEmission, tensor::PadOp> {
  SmallVector<Value> emitTile(Operation *op, RewriterBase &rewriter,
                              TileEmitter &tiles, const Box &iteration,
                              ArrayRef<Value> operands) const {
    auto pad = cast<tensor::PadOp>(op);
    return {PadEmitter(rewriter, tiles, pad, iteration).emit(operands[0])};
  }
  Value emitTileAround(Operation *op, RewriterBase &rewriter,
                       TileEmitter &tiles, const Box &iteration, Value source,
                       const Box &sourceBox, const Box &part) const {
    auto pad = cast<tensor::PadOp>(op);
    return PadEmitter(rewriter, tiles, pad, iteration)
        .emitAround(source, sourceBox, part);
  }
};
} // namespace

void heddle::registerPadEmission(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::PadOp::attachInterface<PadEmission>(*context);
  });
}
