//===- DynamicMarkers.h - Numbers that stand for values ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list of static sizes has the number -2^63 where the size is an operand. The
// verifiers of some upstream ops do not count these numbers, so that code which
// uses such a list reads past the operands.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_LOADING_DYNAMICMARKERS_H
#define HEDDLE_LIB_INTERPRETER_LOADING_DYNAMICMARKERS_H

#include "mlir/IR/Operation.h"

namespace mlir::heddle {

/// Fails, with an error, if an op in `root` has -2^63 in a list of sizes or
/// amounts without an operand for it. The ops need not verify.
LogicalResult verifyDynamicMarkers(Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_LOADING_DYNAMICMARKERS_H
