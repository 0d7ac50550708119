//===- PadFootprints.cpp - Boxes of padded tensors ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of a pad reads the part of the source that lies in the tile.
//
//===----------------------------------------------------------------------===//

#include "FootprintFamilies.h"
#include "ResultFootprint.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
struct PadFootprint : ResultFootprint<PadFootprint, tensor::PadOp> {
  Box getOperandBox(Operation *op, ExtentTable &extents, unsigned,
                    const Box &iteration) const {
    auto pad = cast<tensor::PadOp>(op);
    Box box;
    for (auto [dim, range] : llvm::enumerate(iteration.dims))
      box.dims.push_back(shiftInto(extents.getContext(), range,
                                   extents.getIndex(pad.getMixedLowPad()[dim]),
                                   extents.getExtent(pad.getSource(), dim)));
    return box;
  }
};
} // namespace

void heddle::registerPadFootprints(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::PadOp::attachInterface<PadFootprint>(*context);
  });
}
