//===- FailureReasons.h - Reasons of a failed rewrite as notes --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps the reasons that an algorithm reports through notifyMatchFailure, so
// that a transform op can show them to the author of the schedule. It does not
// decide which kind of failure that is.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_REPORTS_FAILUREREASONS_H
#define HEDDLE_TRANSFORMOPS_REPORTS_FAILUREREASONS_H

#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Listens to `rewriter` from its construction to its destruction. It forwards
/// all other events to the previous listener.
class FailureReasons : public RewriterBase::ForwardingListener {
public:
  explicit FailureReasons(RewriterBase &rewriter);
  ~FailureReasons() override;

  bool empty() const { return reasons.empty(); }
  /// Forgets all reasons so far.
  void clear() { reasons.clear(); }
  /// The first reason, or `otherwise` if none was given.
  StringRef getFirst(StringRef otherwise) const;
  /// Attaches each reason as a note at its place in the payload.
  void attachTo(Diagnostic &diagnostic) const;
  void attachTo(DiagnosedSilenceableFailure &diagnostic) const;

  void notifyMatchFailure(
      Location loc,
      llvm::function_ref<void(Diagnostic &)> reasonCallback) override;

private:
  RewriterBase &rewriter;
  OpBuilder::Listener *previous;
  SmallVector<Reason> reasons;
};

/// A silenceable failure of `op` with `reason`, which is about a target.
DiagnosedSilenceableFailure refuseTarget(transform::TransformOpInterface op,
                                         const Reason &reason);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMOPS_REPORTS_FAILUREREASONS_H
