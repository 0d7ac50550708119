//===- Passes.h - Passes of Lowering ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes and pipelines that lower a scheduled payload to executable code.
// Nothing here depends on a transform op.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LOWERING_PASSES_H
#define HEDDLE_LOWERING_PASSES_H

#include "heddle/Transforms/Buffers/Bufferize.h"

#include "mlir/Pass/Pass.h"

namespace mlir::heddle {

#define GEN_PASS_DECL
#include "heddle/Lowering/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "heddle/Lowering/Passes.h.inc"

} // namespace mlir::heddle

#endif // HEDDLE_LOWERING_PASSES_H
