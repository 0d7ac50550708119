//===- ScheduleAdvice.h - What to do about an error -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Notes on errors of upstream's ops, which do not say what to do, and on what a
// schedule says that it is for.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_GUARDS_SCHEDULEADVICE_H
#define HEDDLE_LIB_INTERPRETER_GUARDS_SCHEDULEADVICE_H

#include "mlir/IR/Diagnostics.h"

namespace mlir::heddle {

/// Attaches to `diag`, reported while the entry point `entry` runs, what to do
/// about it, and the `heddle.expects` lines of the schedule's file.
void attachAdvice(Diagnostic &diag, Operation *entry);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_GUARDS_SCHEDULEADVICE_H
