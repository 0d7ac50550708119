//===- Passes.td - Passes of Transforms --------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that wrap the payload transformations of this layer. Passes that read
// a schedule are declared in Interpreter, those that lower and run in
// Execution.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_PASSES_TD
#define HEDDLE_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif // HEDDLE_TRANSFORMS_PASSES_TD
