//===- LinalgEmission.cpp - One tile of a structured linalg op ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A structured op is cloned onto its tiles (OffsetClone.h).
//
//===----------------------------------------------------------------------===//

#include "EmissionFamilies.h"
#include "OffsetClone.h"

#include "heddle/Transforms/Emission/Emission.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::heddle;

/// The loop ranges of `op` on `tiles` as the verifier reads them from the
/// shapes of the operands, or std::nullopt if one of them is dynamic.
static std::optional<SmallVector<int64_t>>
getStaticLoopRanges(linalg::LinalgOp op, ArrayRef<Value> tiles) {
  SmallVector<int64_t> extents;
  for (Value tile : tiles)
    if (auto type = dyn_cast<RankedTensorType>(tile.getType()))
      llvm::append_range(extents, type.getShape());
  // Each range is one of the extents, so a dynamic one stays as it is.
  SmallVector<int64_t> ranges = op.getShapesToLoopsMap().compose(extents);
  if (llvm::any_of(ranges, ShapedType::isDynamic))
    return std::nullopt;
  return ranges;
}

/// For a tile without iterations the verifier still requires inputs that reach
/// as far as the index maps do at both ends of each range. For a range of 0
/// elements that is more than the tile reads. So it gets uninitialised inputs.
/// Dynamic inputs get them too, as later folds may tell their extents. The
/// verifier accepts an index below 0 only where the extent is 0, in which it
/// checks nothing.
static void replaceUnreadInputs(RewriterBase &rewriter, linalg::LinalgOp op,
                                MutableArrayRef<Value> tiles) {
  std::optional<SmallVector<int64_t>> ends = getStaticLoopRanges(op, tiles);
  if (!ends || !llvm::is_contained(*ends, 0))
    return;
  for (int64_t &end : *ends)
    --end;
  SmallVector<int64_t> starts(ends->size(), 0);
  for (OpOperand *input : op.getDpsInputOperands()) {
    Value &tile = tiles[input->getOperandNumber()];
    auto type = dyn_cast<RankedTensorType>(tile.getType());
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!type || map.isProjectedPermutation())
      continue;
    SmallVector<int64_t> shape;
    // If an index is a loop alone, the extent of the loop is that of the
    // operand. A dynamic extent is below all others.
    for (auto [expr, first, last, extent] :
         llvm::zip_equal(map.getResults(), map.compose(starts),
                         map.compose(*ends), type.getShape()))
      if (isa<AffineDimExpr>(expr))
        shape.push_back(last + 1);
      else if (std::min(first, last) < 0)
        shape.push_back(0);
      else
        shape.push_back(std::max({first + 1, last + 1, extent}));
    if (ArrayRef(shape) != type.getShape())
      tile = tensor::EmptyOp::create(rewriter, op.getLoc(), shape,
                                     type.getElementType(), type.getEncoding());
  }
}

/// A clone of `op` on tiles, with linalg.index moved by the offset of the box.
static SmallVector<Value>
emitLinalgTile(RewriterBase &rewriter, TileEmitter &tiles, linalg::LinalgOp op,
               const Box &iteration, ArrayRef<Value> operands) {
  SmallVector<Value> parts(operands);
  // The verifiers of these ops require the same static sizes for all operands.
  if (isa<linalg::BroadcastOp, linalg::MapOp, linalg::ReduceOp,
          linalg::TransposeOp>(op))
    parts = tiles.matchOperands(op, iteration, operands);
  replaceUnreadInputs(rewriter, op, parts);
  SmallVector<Type> types;
  for (OpOperand &init : op.getDpsInitsMutable())
    types.push_back(parts[init.getOperandNumber()].getType());
  // The offsets are made before the tile, whose body uses them.
  SmallVector<OpFoldResult> offsets;
  if (op.hasIndexSemantics())
    offsets = tiles.getOffsets(iteration);
  Operation *tile = cloneWithOffsets(rewriter, op, types, parts, offsets);
  return SmallVector<Value>(tile->getResults());
}

namespace {
// One model for all ops: a class for each would be compiled for each.
struct LinalgEmission : EmissionOpInterface::FallbackModel<LinalgEmission> {
  SmallVector<Value> emitTile(Operation *op, RewriterBase &rewriter,
                              TileEmitter &tiles, const Box &iteration,
                              ArrayRef<Value> operands) const {
    return emitLinalgTile(rewriter, tiles, cast<linalg::LinalgOp>(op),
                          iteration, operands);
  }

  Value emitTileAround(Operation *, RewriterBase &, TileEmitter &, const Box &,
                       Value, const Box &, const Box &) const {
    return Value();
  }
};
} // namespace

void heddle::registerLinalgEmission(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, linalg::LinalgDialect *dialect) {
        for (RegisteredOperationName name : context->getRegisteredOperations())
          if (&name.getDialect() == dialect &&
              name.hasInterface<linalg::LinalgOp>())
            name.attachInterface<LinalgEmission>();
      });
}
