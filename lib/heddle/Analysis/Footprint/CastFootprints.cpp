//===- CastFootprints.cpp - Boxes of casts --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of a cast reads the same box of the source.
//
//===----------------------------------------------------------------------===//

#include "FootprintFamilies.h"
#include "ResultFootprint.h"
#include "TiledLoops.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
struct CastFootprint : ResultFootprint<CastFootprint, tensor::CastOp> {
  /// A cast to another memory space is a copy.
  static constexpr bool canChangeSpace = true;
  StringRef getObstacle(tensor::CastOp op) const {
    return isa<RankedTensorType>(op.getSource().getType())
               ? getObstacleOfEncoding(op)
               : "casts an unranked tensor";
  }
  /// A cast is a view.
  bool needsExactBox(Operation *) const { return true; }
  Box getOperandBox(Operation *, ExtentTable &, unsigned,
                    const Box &iteration) const {
    return iteration;
  }
};
} // namespace

void heddle::registerCastFootprints(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::CastOp::attachInterface<CastFootprint>(*context);
  });
}
