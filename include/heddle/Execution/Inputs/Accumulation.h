//===- Accumulation.h - Results that no sum leads to ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule may change the order of a sum, and with it how the sum is rounded.
// A result that depends on no sum keeps its bits.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_INPUTS_ACCUMULATION_H
#define HEDDLE_EXECUTION_INPUTS_ACCUMULATION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::heddle {

/// The results of `func` that are computed by ops on tensors and numbers which
/// accumulate nothing. None if a value may be in memory, or if there are
/// several blocks.
llvm::SmallBitVector findPlainResults(func::FuncOp func);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_INPUTS_ACCUMULATION_H
