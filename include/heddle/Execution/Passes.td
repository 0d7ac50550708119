//===- Passes.td - Passes of Execution ---------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes and pipelines that take a scheduled payload to code that runs. Nothing
// here depends on a transform op.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_PASSES_TD
#define HEDDLE_EXECUTION_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif // HEDDLE_EXECUTION_PASSES_TD
