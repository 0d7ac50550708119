//===- BestEffort.h - Targets that cannot be done ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Messages of the option best_effort: the remarks on targets that an op skips,
// and the hint that an op without the option gives. Transforms decides which
// targets cannot be transformed.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMOPS_REPORTS_BESTEFFORT_H
#define HEDDLE_LIB_TRANSFORMOPS_REPORTS_BESTEFFORT_H

#include "Operands/HandleReading.h"
#include "heddle/TransformOps/Reports/FailureReasons.h"

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::heddle {

/// The targets of one op with the option best_effort, or without it.
class BestEffort {
public:
  BestEffort(transform::TransformOpInterface op, bool isOn, size_t numTargets)
      : op(op), isOn(isOn), numTargets(numTargets) {}

  /// True if targets that cannot be transformed are skipped.
  explicit operator bool() const { return isOn; }

  /// Emits a remark that `target` stays unchanged. The caller adds notes.
  InFlightDiagnostic skip(Operation *target, const Twine &reason);
  /// The same, with `reasons` as notes. Clears `reasons`.
  void skip(Operation *target, FailureReasons &reasons);
  /// Emits a remark that nothing is done, if all targets were skipped, or if
  /// there are no targets and an empty handle is allowed.
  void finish();
  /// Adds a hint at the option to `failure`, which is about one of several
  /// targets.
  DiagnosedSilenceableFailure suggestIn(DiagnosedSilenceableFailure failure);

private:
  transform::TransformOpInterface op;
  bool isOn;
  size_t numTargets;
  size_t numSkipped = 0;
};

/// Reads the ops of type `OpTy` that the handle `handle` of `op` names, each
/// once. Others are refused, or skipped with `bestEffort`; `expected` says in
/// messages what they should be.
template <typename OpTy>
DiagnosedSilenceableFailure
selectTargets(transform::TransformOpInterface op, ArrayRef<Operation *> targets,
              StringRef expected, BestEffort &bestEffort,
              llvm::SmallSetVector<OpTy, 4> &selected) {
  for (Operation *target : targets) {
    if (auto typed = dyn_cast<OpTy>(target)) {
      selected.insert(typed);
      continue;
    }
    std::string text = ("expects " + expected + " ops, but found '" +
                        target->getName().getStringRef() + "'")
                           .str();
    if (bestEffort) {
      bestEffort.skip(target, text);
      continue;
    }
    DiagnosedSilenceableFailure failure = emitSilenceableFailure(op) << text;
    failure.attachNote(target->getLoc()) << "the target";
    return bestEffort.suggestIn(std::move(failure));
  }
  return DiagnosedSilenceableFailure::success();
}

/// Refuses the targets of `op` with `text` and the first of `reasons`.
/// Requires: no target was changed.
DiagnosedSilenceableFailure refuseTargets(transform::TransformOpInterface op,
                                          StringRef text,
                                          const FailureReasons &reasons,
                                          BestEffort &bestEffort);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMOPS_REPORTS_BESTEFFORT_H
