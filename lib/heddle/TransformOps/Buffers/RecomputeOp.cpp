//===- RecomputeOp.cpp - Transform op that computes again -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Application of transform.heddle.recompute. The algorithm is in
// Transforms/Buffers/Recompute.h.
//
//===----------------------------------------------------------------------===//

#include "Operands/HandleReading.h"
#include "heddle/Analysis/Reasons/Reason.h"
#include "heddle/TransformOps/Buffers/BufferizationOps.h"
#include "heddle/TransformOps/Reports/FailureReasons.h"
#include "heddle/Transforms/Buffers/Recompute.h"

using namespace mlir;
using namespace mlir::heddle;

void RecomputeOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::consumesHandle(getTargetMutable(), effects);
  transform::onlyReadsHandle(getReadersMutable(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

/// "'linalg.exp' is computed 4 times instead of once; its 64 B are not alive
/// across 3 ops any more".
static void remarkTrade(Location loc, StringRef name,
                        const RecomputeResult &result) {
  InFlightDiagnostic remark = emitRemark(loc)
                              << "'" << name << "' is computed ";
  if (!result.executions)
    remark << "as often as its readers run";
  else if (*result.executions == 1)
    remark << "once, later";
  else
    remark << *result.executions << " times instead of once";
  if (result.opsBetween <= 0)
    return;
  remark << "; its ";
  if (result.bytes)
    remark << *result.bytes << " B";
  else
    remark << "results";
  remark << " are not alive across " << result.opsBetween
         << (result.opsBetween == 1 ? " op any more" : " ops any more");
}

DiagnosedSilenceableFailure
RecomputeOp::apply(transform::TransformRewriter &rewriter,
                   transform::TransformResults &results,
                   transform::TransformState &state) {
  SmallVector<Operation *> targets, readers;
  DiagnosedSilenceableFailure status =
      readHandle(*this, state, "target", getTarget(), targets);
  if (status.succeeded())
    status = readHandle(*this, state, "readers", getReaders(), readers);
  if (!status.succeeded())
    return status;
  if (targets.size() != 1)
    return emitSilenceableError()
           << "expects one target, but got " << targets.size()
           << " (transform.foreach takes one after the other)";
  FailureReasons reasons(rewriter);
  Location loc = targets.front()->getLoc();
  std::string name = targets.front()->getName().getStringRef().str();
  FailureOr<RecomputeResult> result =
      recompute(rewriter, targets.front(), readers);
  if (failed(result)) {
    status = emitSilenceableError() << "cannot compute it again: "
                                    << reasons.getFirst("no reason was given");
    reasons.attachTo(status);
    return status;
  }
  if (getExplain())
    remarkTrade(loc, name, *result);
  results.set(cast<OpResult>(getCopies()), result->copies);
  return status;
}
