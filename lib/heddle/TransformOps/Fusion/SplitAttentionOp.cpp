//===- SplitAttentionOp.cpp - transform.heddle.split_attention ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks all targets, then rewrites them. The algorithm is in Transforms.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/Fusion/FusionOps.h"
#include "heddle/Transforms/Cleanup/DeadOps.h"
#include "heddle/Transforms/Fusion/SplitAttention.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

void SplitAttentionOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::consumesHandle(getTargetMutable(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

DiagnosedSilenceableFailure SplitAttentionOp::applyToTargets(
    transform::TransformRewriter &rewriter, ArrayRef<Operation *> targets,
    transform::TransformResults &results, transform::TransformState &) {
  SmallVector<OnlineReduction, 0> reductions;
  llvm::SmallSetVector<Operation *, 4> distinct(targets.begin(), targets.end());
  for (Operation *target : distinct) {
    std::optional<Reason> reason;
    FailureOr<OnlineReduction> found =
        checkSplitAttention(target, getSplits(), reason);
    if (failed(found)) {
      DiagnosedSilenceableFailure failure = emitSilenceableError()
                                            << reason->text;
      failure.attachNote(reason->loc)
          << "this is about '" << reason->op->getName() << "'";
      attachNotes(failure, *reason);
      return failure;
    }
    reductions.push_back(std::move(*found));
  }
  SmallVector<Operation *> parts, sums, merged;
  for (const OnlineReduction &reduction : reductions) {
    SplitAttentionResult result =
        splitAttention(rewriter, reduction, getSplits());
    parts.push_back(result.softmax);
    sums.push_back(result.sum);
    merged.push_back(result.division);
    (void)rewriter.notifyPayloadOperationReplaced(reduction.root, result.sum);
    eraseDeadOps(rewriter, {reduction.root});
  }
  results.set(cast<OpResult>(getParts()), parts);
  results.set(cast<OpResult>(getSum()), sums);
  results.set(cast<OpResult>(getMerged()), merged);
  return DiagnosedSilenceableFailure::success();
}
