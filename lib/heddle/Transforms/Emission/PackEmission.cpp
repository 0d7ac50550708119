//===- PackEmission.cpp - One tile of an unpack ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An unpack of whole inner tiles is the op itself on its tiles.
//
//===----------------------------------------------------------------------===//

#include "EmissionFamilies.h"

#include "heddle/Transforms/Emission/Emission.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
struct UnpackEmission
    : EmissionOpInterface::ExternalModel<UnpackEmission, linalg::UnPackOp> {
  SmallVector<Value> emitTile(Operation *op, RewriterBase &rewriter,
                              TileEmitter &tiles, const Box &iteration,
                              ArrayRef<Value> operands) const {
    SmallVector<Value> parts = tiles.matchOperands(op, iteration, operands);
    auto unpack = cast<linalg::UnPackOp>(op);
    Value dest = parts[unpack.getDestMutable().getOperandNumber()];
    Operation *tile = mlir::clone(rewriter, op, dest.getType(), parts);
    return SmallVector<Value>(tile->getResults());
  }
};
} // namespace

void heddle::registerPackEmission(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    linalg::UnPackOp::attachInterface<UnpackEmission>(*context);
  });
}
