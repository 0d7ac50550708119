//===- ArenaArguments.h - Memory for arenas of functions --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lets a function whose caller would provide its arena be called like one
// without.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXECUTION_RUN_ARENAARGUMENTS_H
#define HEDDLE_LIB_EXECUTION_RUN_ARENAARGUMENTS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::heddle {

/// Takes away each argument of the functions of `module` that is marked
/// `heddle.arena`: the function allocates that memory, aligned as it assumes,
/// when it begins and frees it when it returns.
void allocateArenas(ModuleOp module);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_RUN_ARENAARGUMENTS_H
