//===- ComputeAtOp.cpp - transform.heddle.compute_at ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans and emits. Analysis/Fusion decides where the producer may be computed.
//
//===----------------------------------------------------------------------===//

#include "Operands/HandleReading.h"
#include "heddle/TransformOps/Fusion/FusionOps.h"
#include "heddle/Transforms/Cleanup/DeadOps.h"
#include "heddle/Transforms/Fusion/ComputeAt.h"

using namespace mlir;
using namespace mlir::heddle;

void ComputeAtOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::consumesHandle(getProducerMutable(), effects);
  transform::onlyReadsHandle(getLoopMutable(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

DiagnosedSilenceableFailure
ComputeAtOp::apply(transform::TransformRewriter &rewriter,
                   transform::TransformResults &results,
                   transform::TransformState &state) {
  SmallVector<Operation *> producers, loops;
  for (auto [name, handle, payload] :
       {std::tuple("producer", getProducer(), &producers),
        std::tuple("loop", getLoop(), &loops)}) {
    DiagnosedSilenceableFailure status =
        readHandle(*this, state, name, handle, *payload);
    if (!status.succeeded())
      return status;
  }
  if (producers.empty() || loops.empty()) {
    results.set(cast<OpResult>(getTiled()), ArrayRef<Operation *>());
    return DiagnosedSilenceableFailure::success();
  }
  if (producers.size() != 1 || loops.size() != 1)
    return emitSilenceableError()
           << "expects one producer and one loop, but got " << producers.size()
           << " and " << loops.size()
           << " (transform.foreach takes one after the other)";
  Operation *producer = producers.front();
  std::optional<Reason> reason;
  FailureOr<ComputeAtPlan> plan =
      planComputeAt(producer, loops.front(), reason);
  if (failed(plan)) {
    DiagnosedSilenceableFailure status = emitSilenceableError() << reason->text;
    status.attachNote(reason->loc) << "this op";
    attachNotes(status, *reason);
    return status;
  }
  Operation *tiled = computeAt(rewriter, *plan);
  SmallVector<Operation *, 1> made;
  if (tiled) {
    (void)rewriter.notifyPayloadOperationReplaced(producer, tiled);
    made.push_back(tiled);
  }
  if (producer->use_empty())
    eraseDeadOps(rewriter, producer);
  results.set(cast<OpResult>(getTiled()), made);
  return DiagnosedSilenceableFailure::success();
}
