//===- MergedValues.h - Where a schedule merged values ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The history of each function under the running schedule. Defects says
// which ops merge values.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_GUARDS_MERGEDVALUES_H
#define HEDDLE_LIB_INTERPRETER_GUARDS_MERGEDVALUES_H

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::heddle {

/// For each function of the payload, the last op of the schedule that merged
/// two values, or moved a value out of a loop.
class MergedValues : public transform::TransformState::Extension {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MergedValues)

  explicit MergedValues(transform::TransformState &state);

  /// `step` of the schedule is about to merge values in `target`: in the
  /// functions there, or in the one around it.
  void noteMerge(Operation *step, Operation *target);

  /// A step of the schedule is about to copy ops from function to function.
  void noteInlining();

  /// The step that merged values in the function with `op`, or may have merged
  /// them: a function that was made later may hold values that were merged
  /// elsewhere. Null if no step did.
  Operation *findMerge(Operation *op) const;

private:
  Operation *last = nullptr;
  llvm::DenseMap<Operation *, Operation *> merges;
  /// The functions of the payload before the first merge. They are only
  /// compared: they may be gone.
  llvm::DenseSet<Operation *> functions;
};

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_GUARDS_MERGEDVALUES_H
