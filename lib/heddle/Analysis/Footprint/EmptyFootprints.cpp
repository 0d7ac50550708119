//===- EmptyFootprints.cpp - Boxes of ops that read no tensor -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile reads no operand; only its sizes matter.
//
//===----------------------------------------------------------------------===//

#include "FootprintFamilies.h"
#include "ResultFootprint.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
struct EmptyFootprint : ResultFootprint<EmptyFootprint, tensor::EmptyOp> {
  Box getOperandBox(Operation *, ExtentTable &, unsigned, const Box &) const {
    return {};
  }
  OperandRole getOperandRole(Operation *, unsigned) const {
    return OperandRole::Whole;
  }
};
} // namespace

void heddle::registerEmptyFootprints(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::EmptyOp::attachInterface<EmptyFootprint>(*context);
  });
}
