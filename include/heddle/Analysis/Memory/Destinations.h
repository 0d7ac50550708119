//===- Destinations.h - What an op writes into ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether ops on tensors write into a value, and how often. Which buffers that
// makes is not asked here.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_MEMORY_DESTINATIONS_H
#define HEDDLE_ANALYSIS_MEMORY_DESTINATIONS_H

#include "mlir/IR/Operation.h"

namespace mlir::heddle {

/// True if the op that has `use` writes into it, itself or in its body: a
/// destination, or what a loop starts from.
bool isDestination(OpOperand &use);

/// True if `user` may be executed more than once for each execution of `def`:
/// it is in a loop in which `def` is not.
bool isRepeated(Operation *def, Operation *user);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_MEMORY_DESTINATIONS_H
