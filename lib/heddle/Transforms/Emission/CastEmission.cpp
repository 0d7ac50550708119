//===- CastEmission.cpp - One tile of a cast ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile is the tile of the source, with the static sizes of the box.
//
//===----------------------------------------------------------------------===//

#include "EmissionFamilies.h"

#include "heddle/Transforms/Emission/Emission.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
struct CastEmission
    : EmissionOpInterface::ExternalModel<CastEmission, tensor::CastOp> {
  SmallVector<Value> emitTile(Operation *op, RewriterBase &rewriter,
                              TileEmitter &tiles, const Box &iteration,
                              ArrayRef<Value> operands) const {
    return {tensor::CastOp::create(
        rewriter, op->getLoc(),
        tiles.getType(iteration, op->getResult(0).getType()), operands[0])};
  }
};
} // namespace

void heddle::registerCastEmission(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::CastOp::attachInterface<CastEmission>(*context);
  });
}
