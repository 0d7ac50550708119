//===- ConcatFootprints.cpp - Boxes of concatenations ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile reads the part of each input that lies in the tile.
//
//===----------------------------------------------------------------------===//

#include "FootprintFamilies.h"
#include "ResultFootprint.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
struct ConcatFootprint : ResultFootprint<ConcatFootprint, tensor::ConcatOp> {
  Box getOperandBox(Operation *op, ExtentTable &extents, unsigned operand,
                    const Box &iteration) const {
    auto concat = cast<tensor::ConcatOp>(op);
    BoundContext &context = extents.getContext();
    Bound start = context.constant(0);
    for (Value before : concat.getInputs().take_front(operand))
      start = context.add(start, extents.getExtent(before, concat.getDim()));
    Box box = iteration;
    BoxRange &range = box.dims[concat.getDim()];
    range = shiftInto(
        context, range, start,
        extents.getExtent(concat.getInputs()[operand], concat.getDim()));
    return box;
  }
  OperandRole getOperandRole(Operation *, unsigned) const {
    return OperandRole::Input;
  }
};
} // namespace

void heddle::registerConcatFootprints(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::ConcatOp::attachInterface<ConcatFootprint>(*context);
  });
}
