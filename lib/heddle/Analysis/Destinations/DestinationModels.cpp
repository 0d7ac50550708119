//===- DestinationModels.cpp - What upstream's ops say they read ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op's interface is a table of functions that its context holds, and one
// entry of it is replaced. Attaching another model would not do: MLIR keeps the
// first one of an op, and that is upstream's.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Destinations/DestinationModels.h"

#include "heddle/Analysis/Destinations/Destinations.h"

#include "mlir/IR/DialectRegistry.h"

using namespace mlir;
using namespace mlir::heddle;

void heddle::registerDestinationModels(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, linalg::LinalgDialect *dialect) {
        for (RegisteredOperationName name : context->getRegisteredOperations())
          if (&name.getDialect() == dialect &&
              name.hasInterface<linalg::LinalgOp>())
            name.getInterface<linalg::LinalgOp>()->payloadUsesValueFromOperand =
                [](const auto *, Operation *op, OpOperand *operand) {
                  return bodyReads(cast<linalg::LinalgOp>(op), *operand);
                };
      });
}
