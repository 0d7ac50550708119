//===- Passes.h - Passes of Transforms --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that wrap the payload transformations of this floor. Passes that read
// a schedule are declared in Interpreter, passes that lower a payload in
// Lowering.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_PASSES_H
#define HEDDLE_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::heddle {

#define GEN_PASS_DECL
#include "heddle/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "heddle/Transforms/Passes.h.inc"

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_PASSES_H
