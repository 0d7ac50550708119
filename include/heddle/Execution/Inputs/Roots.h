//===- Roots.h - Roots and logarithms of numbers that have them -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random numbers of a payload with roots or logarithms are positive, so that no
// result is NaN. Sums of positive products do not cancel: a softmax behind them
// takes one number alone. The root of a mean of squares needs no positive
// numbers.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_INPUTS_ROOTS_H
#define HEDDLE_EXECUTION_INPUTS_ROOTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::heddle {

/// True if `op` is NaN or infinite for some finite negative numbers: a root, a
/// logarithm, or a power.
bool isRootOrLogarithm(Operation *op);

/// True if `func` takes roots, logarithms and powers only of numbers that are
/// never negative, whatever its arguments are: squares, absolute values,
/// exponentials, and sums, products, quotients and maxima of them. Ops on
/// tensors are looked through, memory is not.
bool hasRootsOfAnyInputs(func::FuncOp func);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_INPUTS_ROOTS_H
