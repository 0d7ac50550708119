//===- UnmetLimits.h - Limits on tiles that nothing checked -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks at a payload after its schedule.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_GUARDS_UNMETLIMITS_H
#define HEDDLE_LIB_INTERPRETER_GUARDS_UNMETLIMITS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::heddle {

/// Emits a remark on each op that limits the bytes of its tiles
/// (Analysis/Fusion/TileLimits.h), is in no loop, and may take more.
void remarkOnUnmetLimits(ModuleOp module);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_GUARDS_UNMETLIMITS_H
