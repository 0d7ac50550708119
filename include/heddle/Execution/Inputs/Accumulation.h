//===- Accumulation.h - Results that no sum leads to ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule may change the order of a sum, and with it how the sum is rounded.
// A result that depends on no sum keeps its bits. Where nothing is rounded, a
// result keeps the sign of a zero, too, unless a sum may start from another
// zero.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_INPUTS_ACCUMULATION_H
#define HEDDLE_EXECUTION_INPUTS_ACCUMULATION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::heddle {

/// Whether `op` is a function of the math dialect, such as exp, of numbers that
/// do not depend on arguments. A schedule may have them in a constant, of which
/// MLIR computes the function with other roundings than the compiled code.
bool mayBeFolded(Operation *op);

/// The results of `func` that are computed by ops on tensors and numbers which
/// accumulate nothing, and may not be folded. None if a value may be in memory,
/// or if there are several blocks.
llvm::SmallBitVector findPlainResults(func::FuncOp func);

/// The results of `func` in which no order of a sum, and no other way to split
/// it into partial sums, changes the sign of a zero if nothing is rounded:
/// plain ones, and those that depend on sums from 0, on products, and on
/// maxima and minima with an order of zeros alone.
llvm::SmallBitVector findSignedResults(func::FuncOp func);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_INPUTS_ACCUMULATION_H
