//===- WriteConflicts.h - Why a tensor is not written in place --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Explains decisions that one-shot bufferization has made.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_BUFFERS_WRITECONFLICTS_H
#define HEDDLE_LIB_TRANSFORMS_BUFFERS_WRITECONFLICTS_H

#include "heddle/Analysis/Reasons/Reason.h"

#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::heddle {

/// The operands that one-shot bufferization does not let share a buffer with
/// the results of their ops, each with the reason.
class WriteConflicts {
public:
  /// Requires: `module` was analyzed with `state` and has not changed since.
  WriteConflicts(ModuleOp module, bufferization::OneShotAnalysisState &state);

  /// Null if `operand` is bufferized in place.
  const Reason *lookUp(OpOperand &operand) const;

private:
  DenseMap<OpOperand *, Reason> reasons;
};

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_BUFFERS_WRITECONFLICTS_H
