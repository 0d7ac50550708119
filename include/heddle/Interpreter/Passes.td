//===- Passes.td - Passes of Interpreter -------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that read a schedule and apply it to a payload. The transform ops that
// a schedule is made of are declared in TransformOps.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTERPRETER_PASSES_TD
#define HEDDLE_INTERPRETER_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif // HEDDLE_INTERPRETER_PASSES_TD
