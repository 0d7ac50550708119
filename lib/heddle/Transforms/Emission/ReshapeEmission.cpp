//===- ReshapeEmission.cpp - One tile of a reshape ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The boxes of ReshapeFootprints.cpp are boxes on both sides, so a tile is the
// same reshape of a tile.
//
//===----------------------------------------------------------------------===//

#include "EmissionFamilies.h"

#include "heddle/Transforms/Emission/Emission.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
struct ExpandShapeEmission
    : EmissionOpInterface::ExternalModel<ExpandShapeEmission,
                                         tensor::ExpandShapeOp> {
  SmallVector<Value> emitTile(Operation *op, RewriterBase &rewriter,
                              TileEmitter &tiles, const Box &iteration,
                              ArrayRef<Value> operands) const {
    auto expand = cast<tensor::ExpandShapeOp>(op);
    Value source = tiles.matchOperand(op, 0, iteration, operands[0]);
    RankedTensorType type = tiles.getType(iteration, expand.getResultType());
    return {tensor::ExpandShapeOp::create(rewriter, op->getLoc(), type, source,
                                          expand.getReassociationIndices(),
                                          tiles.getSizes(iteration))};
  }
};

struct CollapseShapeEmission
    : EmissionOpInterface::ExternalModel<CollapseShapeEmission,
                                         tensor::CollapseShapeOp> {
  SmallVector<Value> emitTile(Operation *op, RewriterBase &rewriter,
                              TileEmitter &tiles, const Box &iteration,
                              ArrayRef<Value> operands) const {
    auto collapse = cast<tensor::CollapseShapeOp>(op);
    Value source = tiles.matchOperand(op, 0, iteration, operands[0]);
    // The builder that infers the type drops the encoding.
    RankedTensorType type = tensor::CollapseShapeOp::inferCollapsedType(
        cast<RankedTensorType>(source.getType()),
        collapse.getReassociationMaps());
    return {tensor::CollapseShapeOp::create(
        rewriter, op->getLoc(), collapse.getResultType().clone(type.getShape()),
        source, collapse.getReassociationIndices())};
  }
};
} // namespace

void heddle::registerReshapeEmission(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::ExpandShapeOp::attachInterface<ExpandShapeEmission>(*context);
    tensor::CollapseShapeOp::attachInterface<CollapseShapeEmission>(*context);
  });
}
