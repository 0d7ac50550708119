//===- BestEffort.cpp - Targets that cannot be done -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The remarks and notes of best_effort, so that all ops that have the option
// say the same.
//
//===----------------------------------------------------------------------===//

#include "BestEffort.h"

#include "heddle/TransformOps/Operands/KnownOptions.h"

using namespace mlir;
using namespace mlir::heddle;

InFlightDiagnostic BestEffort::skip(Operation *target, const Twine &reason) {
  ++numSkipped;
  InFlightDiagnostic remark = op->emitRemark("skips '")
                              << target->getName() << "': " << reason;
  remark.attachNote(target->getLoc()) << "the target";
  return remark;
}

void BestEffort::skip(Operation *target, FailureReasons &reasons) {
  InFlightDiagnostic remark =
      skip(target, reasons.getFirst("no reason was given"));
  reasons.attachTo(*remark.getUnderlyingDiagnostic());
  reasons.clear();
}

void BestEffort::finish() {
  bool isExpected = numTargets == 0 && mayBeEmpty(op);
  if (!isOn || numSkipped < numTargets || isExpected)
    return;
  op->emitRemark("changes nothing: ")
      << (numTargets == 0 ? "the handle names no payload op"
                          : "none of the targets can be done");
}

DiagnosedSilenceableFailure
BestEffort::suggestIn(DiagnosedSilenceableFailure failure) {
  if (numTargets > 1)
    failure.attachNote(op->getLoc())
        << "add {best_effort} to skip targets that cannot be done";
  return failure;
}

DiagnosedSilenceableFailure
heddle::refuseTargets(transform::TransformOpInterface op, StringRef text,
                      const FailureReasons &reasons, BestEffort &bestEffort) {
  DiagnosedSilenceableFailure failure =
      emitSilenceableFailure(op)
      << text << ": " << reasons.getFirst("no reason was given");
  reasons.attachTo(failure);
  return bestEffort.suggestIn(std::move(failure));
}
