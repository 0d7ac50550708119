//===- Passes.h - Passes of Interpreter -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that read a schedule and apply it to a payload. The transform ops that
// a schedule is made of are declared in TransformOps.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTERPRETER_PASSES_H
#define HEDDLE_INTERPRETER_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::heddle {

#define GEN_PASS_DECL
#include "heddle/Interpreter/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "heddle/Interpreter/Passes.h.inc"

} // namespace mlir::heddle

#endif // HEDDLE_INTERPRETER_PASSES_H
