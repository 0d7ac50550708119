//===- FailureReasons.h - Keeps the reasons of a failure --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A listener between a transform op and the algorithm that it calls: what the
// algorithm says with notifyMatchFailure becomes notes on the payload.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMOPS_FAILUREREASONS_H
#define HEDDLE_LIB_TRANSFORMOPS_FAILUREREASONS_H

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Passes everything on to the listener of `rewriter`, and keeps the reasons
/// that notifyMatchFailure gives.
///
/// ```c++
/// FailureReasons reasons(rewriter);
/// IRRewriter listened(rewriter.getContext(), &reasons);
/// if (failed(algorithm(listened, ...)))
///   return reasons.attachTo(emitSilenceableError() << "...");
/// ```
class FailureReasons : public RewriterBase::ForwardingListener {
public:
  explicit FailureReasons(RewriterBase &rewriter)
      : ForwardingListener(rewriter.getListener()) {}

  void notifyMatchFailure(Location loc,
                          function_ref<void(Diagnostic &)> callback) override {
    Diagnostic reason(loc, DiagnosticSeverity::Remark);
    callback(reason);
    reasons.emplace_back(loc, reason.str());
  }

  bool empty() const { return reasons.empty(); }

  /// Adds the reasons to `failure` as notes.
  DiagnosedSilenceableFailure
  attachTo(DiagnosedSilenceableFailure failure) const {
    for (const auto &[loc, text] : reasons)
      failure.attachNote(loc) << text;
    return failure;
  }

private:
  SmallVector<std::pair<Location, std::string>> reasons;
};

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMOPS_FAILUREREASONS_H
