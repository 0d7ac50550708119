//===- KeptInPlace.h - Are the marked ops in place? -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Judges the marks of KeepInPlace.h by the analysis of one-shot bufferization.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_BUFFERS_KEPTINPLACE_H
#define HEDDLE_LIB_TRANSFORMS_BUFFERS_KEPTINPLACE_H

#include "WriteConflicts.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Fails, with errors in the payload and at the line of the schedule, if the
/// destination of a marked op would be copied, or if a mark has been lost.
LogicalResult checkKeptInPlace(ModuleOp module,
                               bufferization::OneShotAnalysisState &state,
                               const WriteConflicts &conflicts);

/// Removes the marks from the ops of `module`.
void eraseKeptInPlace(RewriterBase &rewriter, ModuleOp module);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_BUFFERS_KEPTINPLACE_H
