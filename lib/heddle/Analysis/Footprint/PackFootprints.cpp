//===- PackFootprints.cpp - Boxes through unpacked layouts ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The model of linalg.unpack. linalg.pack needs none: its tiling interface says
// what a tile reads. The iteration space is the index space of the result. One
// unpack of whole inner tiles computes a box if the box begins at a multiple of
// the inner tile size and ends at a multiple or at the end of the result. Any
// other box is grown until this holds, and an op that needs only a part of it
// takes a slice.
//
//===----------------------------------------------------------------------===//

#include "FootprintFamilies.h"
#include "ResultFootprint.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::heddle;

/// Grows `range` to whole tiles of the size `tile`, but not beyond `extent`.
static void growToTiles(BoundContext &context, BoxRange &range, int64_t tile,
                        Bound extent) {
  auto &[lo, hi] = range;
  if (context.getKnownDivisor(lo) % tile != 0)
    lo = context.mul(context.floorDiv(lo, tile), tile);
  if (context.getKnownDivisor(hi) % tile == 0 || hi == extent)
    return;
  // If the size has a bound, the grown size is constant except at the end.
  if (std::optional<int64_t> size = context.getUpperBound(context.sub(hi, lo)))
    hi = context.add(lo, llvm::alignTo(std::max<int64_t>(*size, 0), tile));
  else
    hi = context.mul(context.ceilDiv(hi, tile), tile);
  hi = context.min(hi, extent);
}

/// The numbers of the tiles of size `tile` in `range`. Requires: `range`
/// consists of whole tiles.
static BoxRange countTiles(BoundContext &context, const BoxRange &range,
                           int64_t tile) {
  bool isWhole = context.getKnownDivisor(range.hi) % tile == 0;
  return {context.floorDiv(range.lo, tile),
          isWhole ? context.floorDiv(range.hi, tile)
                  : context.ceilDiv(range.hi, tile)};
}

namespace {
struct UnpackFootprint : ResultFootprint<UnpackFootprint, linalg::UnPackOp> {
  StringRef getObstacle(linalg::UnPackOp op) const {
    if (cast<RankedTensorType>(op.getSource().getType()).getEncoding())
      return "has a source that is not a plain ranked tensor";
    if (ShapedType::isDynamicShape(op.getStaticInnerTiles()))
      return "has an inner tile whose size is not a constant";
    return "";
  }

  Box getLegalIterationBox(Operation *op, ExtentTable &extents,
                           const Box &iteration) const {
    auto unpack = cast<linalg::UnPackOp>(op);
    Box legal = iteration;
    for (auto [dim, tile] : llvm::zip_equal(unpack.getInnerDimsPos(),
                                            unpack.getStaticInnerTiles()))
      growToTiles(extents.getContext(), legal.dims[dim], tile,
                  extents.getExtent(op->getResult(0), dim));
    return legal;
  }

  Box getOperandBox(Operation *op, ExtentTable &extents, unsigned operand,
                    const Box &iteration) const {
    auto unpack = cast<linalg::UnPackOp>(op);
    if (&op->getOpOperand(operand) != &unpack.getSourceMutable())
      return iteration;
    BoundContext &context = extents.getContext();
    SmallVector<BoxRange> outer(iteration.dims.begin(), iteration.dims.end());
    for (auto [dim, tile] : llvm::zip_equal(unpack.getInnerDimsPos(),
                                            unpack.getStaticInnerTiles()))
      outer[dim] = countTiles(context, outer[dim], tile);
    Box box;
    ArrayRef<int64_t> order = unpack.getOuterDimsPerm();
    for (unsigned place = 0; place < outer.size(); ++place)
      box.dims.push_back(outer[order.empty() ? place : order[place]]);
    for (int64_t tile : unpack.getStaticInnerTiles())
      box.dims.push_back({context.constant(0), context.constant(tile)});
    return box;
  }

  OperandRole getOperandRole(Operation *op, unsigned operand) const {
    return getStructuredRole(op->getOpOperand(operand));
  }

  /// Dims without inner tiles are the same on both sides.
  void assumeShapes(Operation *op, ExtentTable &extents) const {
    auto unpack = cast<linalg::UnPackOp>(op);
    ArrayRef<int64_t> order = unpack.getOuterDimsPerm();
    for (unsigned place = 0; place < unpack.getDestRank(); ++place) {
      int64_t dim = order.empty() ? place : order[place];
      if (!llvm::is_contained(unpack.getInnerDimsPos(), dim))
        extents.assumeEqual(extents.getExtent(unpack.getSource(), place),
                            extents.getExtent(unpack.getDest(), dim));
    }
  }
};
} // namespace

void heddle::registerPackFootprints(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    linalg::UnPackOp::attachInterface<UnpackFootprint>(*context);
  });
}
