//===- FailureReasons.cpp - Reasons of a failed rewrite as notes ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The listener that keeps the reasons of an algorithm. The algorithms
// write the texts.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/Reports/FailureReasons.h"

using namespace mlir;
using namespace mlir::heddle;

FailureReasons::FailureReasons(RewriterBase &rewriter)
    : RewriterBase::ForwardingListener(rewriter.getListener()),
      rewriter(rewriter), previous(rewriter.getListener()) {
  rewriter.setListener(this);
}

FailureReasons::~FailureReasons() { rewriter.setListener(previous); }

void FailureReasons::notifyMatchFailure(
    Location loc, llvm::function_ref<void(Diagnostic &)> reasonCallback) {
  Diagnostic diagnostic(loc, DiagnosticSeverity::Note);
  reasonCallback(diagnostic);
  reasons.emplace_back(loc, diagnostic.str());
}

StringRef FailureReasons::getFirst(StringRef otherwise) const {
  return reasons.empty() ? otherwise : StringRef(reasons.front().text);
}

void FailureReasons::attachTo(Diagnostic &diagnostic) const {
  for (const Reason &reason : reasons)
    attachReason(diagnostic, reason);
}

void FailureReasons::attachTo(DiagnosedSilenceableFailure &diagnostic) const {
  for (const Reason &reason : reasons)
    attachReason(diagnostic, reason);
}

DiagnosedSilenceableFailure
heddle::refuseTarget(transform::TransformOpInterface op, const Reason &reason) {
  DiagnosedSilenceableFailure status = emitSilenceableFailure(op)
                                       << reason.text;
  status.attachNote(reason.loc) << "the target";
  attachNotes(status, reason);
  return status;
}
