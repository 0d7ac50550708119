//===- ConcatEmission.cpp - One tile of a concatenation -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tile receives the part of each input that lies in it.
//
//===----------------------------------------------------------------------===//

#include "EmissionFamilies.h"

#include "heddle/Analysis/Footprint/Footprint.h"
#include "heddle/Transforms/Emission/Emission.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
struct ConcatEmission
    : EmissionOpInterface::ExternalModel<ConcatEmission, tensor::ConcatOp> {
  SmallVector<Value> emitTile(Operation *op, RewriterBase &, TileEmitter &tiles,
                              const Box &iteration,
                              ArrayRef<Value> operands) const {
    auto concat = cast<tensor::ConcatOp>(op);
    Location loc = op->getLoc();
    ExtentTable &extents = tiles.getExtents();
    BoundContext &context = extents.getContext();
    Value tile = tiles.makeEmpty(loc, iteration, concat.getResultType());
    Bound start = context.constant(0);
    for (auto [number, input] : llvm::enumerate(operands)) {
      Box part = cast<FootprintOpInterface>(op).getOperandBox(extents, number,
                                                              iteration);
      SmallVector<Bound> starts;
      for (const BoxRange &range : iteration.dims)
        starts.push_back(range.lo);
      starts[concat.getDim()] = start;
      tile = tiles.insertPart(loc, input, tile, iteration, starts, part,
                              llvm::SmallBitVector(iteration.getRank()));
      start = context.add(start, extents.getExtent(concat.getInputs()[number],
                                                   concat.getDim()));
    }
    return {tile};
  }
};
} // namespace

void heddle::registerConcatEmission(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::ConcatOp::attachInterface<ConcatEmission>(*context);
  });
}
