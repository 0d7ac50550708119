//===- LoopSums.h - Does a loop of the payload accumulate? ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A yes/no question about one loop.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXECUTION_INPUTS_LOOPSUMS_H
#define HEDDLE_LIB_EXECUTION_INPUTS_LOOPSUMS_H

#include "mlir/IR/Operation.h"

namespace mlir::heddle {

/// Whether the iterations of the loop `op` may accumulate floats, so that
/// another order of them may round differently. "No" is certain.
bool mayAccumulate(Operation *op);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_INPUTS_LOOPSUMS_H
