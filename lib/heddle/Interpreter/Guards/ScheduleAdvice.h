//===- ScheduleAdvice.h - What to do about an error -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Notes for errors: how to avoid an error of an upstream op, and what the
// schedule expects of its payload.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_GUARDS_SCHEDULEADVICE_H
#define HEDDLE_LIB_INTERPRETER_GUARDS_SCHEDULEADVICE_H

#include "mlir/IR/Diagnostics.h"

namespace mlir::heddle {

/// Attaches notes to `diag`, an error while the entry point `entry` runs: how
/// to avoid it, and the `heddle.expects` lines of the schedule's file.
void attachAdvice(Diagnostic &diag, Operation *entry);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_GUARDS_SCHEDULEADVICE_H
