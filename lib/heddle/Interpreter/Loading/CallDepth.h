//===- CallDepth.h - How deep sequences run each other ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks that running a schedule terminates. Each sequence that runs another
// one takes a part of the program's stack.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_LOADING_CALLDEPTH_H
#define HEDDLE_LIB_INTERPRETER_LOADING_CALLDEPTH_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::heddle {

/// Fails, with an error at the op that does it, if a named sequence of
/// `schedule` runs itself, or if sequences run each other deeper than the stack
/// allows.
LogicalResult checkCallDepth(ModuleOp schedule);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_LOADING_CALLDEPTH_H
