//===- Passes.h - Passes of Interpreter -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the interpreter pass. ApplySchedule.h applies the schedule.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTERPRETER_PASSES_H
#define HEDDLE_INTERPRETER_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::heddle {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "heddle/Interpreter/Passes.h.inc"

} // namespace mlir::heddle

#endif // HEDDLE_INTERPRETER_PASSES_H
