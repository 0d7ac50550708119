//===- FuseConsumerOp.cpp - transform.heddle.fuse_consumer ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans and emits. Analysis/Fusion decides where the consumer may be fused.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/Fusion/FusionOps.h"
#include "heddle/Transforms/Cleanup/DeadOps.h"
#include "heddle/Transforms/Fusion/FuseConsumer.h"

using namespace mlir;
using namespace mlir::heddle;

DiagnosedSilenceableFailure FuseConsumerOp::applyToTargets(
    transform::TransformRewriter &rewriter, ArrayRef<Operation *> targets,
    transform::TransformResults &results, transform::TransformState &) {
  if (targets.empty()) {
    results.set(cast<OpResult>(getTiled()), targets);
    results.set(cast<OpResult>(getLoops()), targets);
    return DiagnosedSilenceableFailure::success();
  }
  if (targets.size() != 1)
    return emitSilenceableError()
           << "expects one target, but got " << targets.size()
           << " (transform.foreach takes one after the other)";
  std::optional<Reason> reason;
  FailureOr<ConsumerPlan> plan = planConsumer(targets.front(), reason);
  if (failed(plan)) {
    DiagnosedSilenceableFailure status = emitSilenceableError() << reason->text;
    status.attachNote(reason->loc) << "this op";
    attachNotes(status, *reason);
    return status;
  }
  FuseConsumerResult fused = fuseConsumer(rewriter, *plan);
  (void)rewriter.notifyPayloadOperationReplaced(targets.front(), fused.tiled);
  eraseDeadOps(rewriter, targets);
  results.set(cast<OpResult>(getTiled()), {fused.tiled});
  results.set(cast<OpResult>(getLoops()), fused.loops);
  return DiagnosedSilenceableFailure::success();
}
