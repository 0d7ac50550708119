//===- LinalgExtEmission.cpp - One tile of a linalg_ext op ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A structured op of linalg_ext creates its own tile from the tiles of its
// operands.
//
//===----------------------------------------------------------------------===//

#include "EmissionFamilies.h"

#include "heddle/Analysis/Mistakes/Mistake.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"
#include "heddle/Transforms/Emission/Emission.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
/// A deliberate mistake for tests: the sum of the tile is added to the sum of
/// the previous tiles, which had another maximum.
SmallVector<Value> emitUnscaledSum(Operation *op, RewriterBase &rewriter,
                                   ArrayRef<OpFoldResult> offsets,
                                   SmallVector<Value> parts) {
  Location loc = op->getLoc();
  Value before = parts[3];
  Type type = cast<RankedTensorType>(before.getType()).getElementType();
  Value zero = arith::ConstantOp::create(rewriter, loc,
                                         rewriter.getFloatAttr(type, 0.0));
  Value empty = tensor::EmptyOp::create(
      rewriter, loc, tensor::getMixedSizes(rewriter, loc, before), type);
  parts[3] = linalg::FillOp::create(rewriter, loc, zero, empty).getResult(0);
  Operation *tile =
      cast<linalg_ext::LinalgExtOp>(op).createTile(rewriter, offsets, parts);
  SmallVector<Value> results(tile->getResults());
  results[2] = linalg::AddOp::create(rewriter, loc,
                                     ValueRange{results[2], before}, before)
                   .getResult(0);
  return results;
}

struct LinalgExtEmission
    : EmissionOpInterface::FallbackModel<LinalgExtEmission> {
  SmallVector<Value> emitTile(Operation *op, RewriterBase &rewriter,
                              TileEmitter &tiles, const Box &iteration,
                              ArrayRef<Value> operands) const {
    SmallVector<Value> parts = tiles.matchOperands(op, iteration, operands);
    SmallVector<OpFoldResult> offsets = tiles.getOffsets(iteration);
    if (isMistake("local_positions"))
      offsets.assign(offsets.size(), rewriter.getIndexAttr(0));
    if (isMistake("scan_restarted") && isa<linalg_ext::ScanOp>(op))
      parts.back() = op->getOperands().back();
    bool isSoftmax =
        isa<linalg_ext::SoftmaxOp, linalg_ext::UnnormSoftmaxOp>(op);
    if (isMistake("max_not_carried") && isSoftmax &&
        parts[2].getType() == op->getOperand(2).getType())
      parts[2] = op->getOperand(2);
    if (isMistake("sum_not_rescaled") && isSoftmax)
      return emitUnscaledSum(op, rewriter, offsets, parts);
    Operation *tile =
        cast<linalg_ext::LinalgExtOp>(op).createTile(rewriter, offsets, parts);
    return SmallVector<Value>(tile->getResults());
  }

  Value emitTileAround(Operation *, RewriterBase &, TileEmitter &, const Box &,
                       Value, const Box &, const Box &) const {
    return Value();
  }
};
} // namespace

void heddle::registerLinalgExtEmission(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, linalg_ext::LinalgExtDialect *dialect) {
        for (RegisteredOperationName name : context->getRegisteredOperations())
          if (&name.getDialect() == dialect &&
              name.hasInterface<linalg_ext::LinalgExtOp>())
            name.attachInterface<LinalgExtEmission>();
      });
}
