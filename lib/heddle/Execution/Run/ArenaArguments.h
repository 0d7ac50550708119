//===- ArenaArguments.h - Memory for arenas of functions --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes it possible to call a function that takes its arena from the caller
// like a function without an arena.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXECUTION_RUN_ARENAARGUMENTS_H
#define HEDDLE_LIB_EXECUTION_RUN_ARENAARGUMENTS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::heddle {

/// Removes each argument of the functions of `module` that is marked
/// `heddle.arena`. Instead, the function allocates that memory with the
/// expected alignment when it begins, and frees it when it returns.
void allocateArenas(ModuleOp module);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_RUN_ARENAARGUMENTS_H
