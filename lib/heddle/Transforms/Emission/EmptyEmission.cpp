//===- EmptyEmission.cpp - One tile of an op that reads no tensor ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile is a smaller tensor.
//
//===----------------------------------------------------------------------===//

#include "EmissionFamilies.h"

#include "heddle/Transforms/Emission/Emission.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
struct EmptyEmission
    : EmissionOpInterface::ExternalModel<EmptyEmission, tensor::EmptyOp> {
  SmallVector<Value> emitTile(Operation *op, RewriterBase &, TileEmitter &tiles,
                              const Box &iteration, ArrayRef<Value>) const {
    return {
        tiles.makeEmpty(op->getLoc(), iteration, op->getResult(0).getType())};
  }
};
} // namespace

void heddle::registerEmptyEmission(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::EmptyOp::attachInterface<EmptyEmission>(*context);
  });
}
