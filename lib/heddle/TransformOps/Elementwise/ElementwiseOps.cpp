//===- ElementwiseOps.cpp - The op that merges elementwise ops ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options, effects and application of transform.heddle.fuse_elementwise. The
// algorithm is in Transforms/Elementwise/FuseElementwise.h.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/Elementwise/ElementwiseOps.h"

#include "Operands/HandleTypes.h"
#include "Reports/BestEffort.h"
#include "heddle/TransformOps/Operands/KnownOptions.h"
#include "heddle/TransformOps/Reports/FailureReasons.h"
#include "heddle/TransformOps/Reports/PlanObserver.h"
#include "heddle/Transforms/Cleanup/DeadOps.h"
#include "heddle/Transforms/Elementwise/FuseElementwise.h"

using namespace mlir;
using namespace mlir::heddle;

#define GET_OP_CLASSES
#include "heddle/TransformOps/Elementwise/ElementwiseOps.cpp.inc"

static ElementwiseFusionOptions getOptions(FuseElementwiseOp op) {
  ElementwiseFusionOptions options;
  options.sharedInput = op.getSharedInput();
  options.diffShapes = op.getDiffShapes();
  options.oneUse = op.getOneUse();
  options.maxOperands = op.getMaxOperands();
  options.maxOps = op.getMaxOps();
  if (op.getMaxRecompute())
    options.maxRecompute = op.getMaxRecompute()->convertToDouble();
  return options;
}

LogicalResult FuseElementwiseOp::verify() {
  if (std::optional<std::string> text = findInvalidOption(getOptions(*this)))
    return emitOpError(*text);
  return success();
}

/// Why there is no pair of ops to merge or to refuse.
static StringRef explainNothing(ArrayRef<Operation *> targets,
                                bool sharedInput) {
  unsigned numOps = 0, numOnTensors = 0;
  for (Operation *target : targets)
    target->walk([&](Operation *op) {
      if (!isa<linalg::LinalgOp>(op) || isa<linalg::FillOp>(op))
        return;
      ++numOps;
      numOnTensors += op->getNumResults() != 0;
    });
  if (numOps == 0)
    return "it has no linalg op";
  if (numOnTensors == 0)
    return "its linalg ops are on memrefs, and only ops on tensors are merged, "
           "before they are bufferized";
  if (numOnTensors == 1)
    return "it has only one linalg op on tensors";
  return sharedInput ? "none reads what another one computes or reads, in "
                       "the same loops"
                     : "none reads what another one computes ('shared_input' "
                       "merges ops that read one value)";
}

/// For each target in which nothing was merged, says why.
static void skipTargets(const FuseElementwiseResult &result,
                        ArrayRef<Operation *> targets, bool sharedInput,
                        BestEffort &bestEffort) {
  llvm::SmallPtrSet<Operation *, 8> done;
  for (auto [original, merged] : result.replaced)
    for (Operation *op = original; op; op = op->getParentOp())
      done.insert(op);
  for (Operation *target : targets) {
    if (done.contains(target))
      continue;
    const UnmergedPair *refusal =
        llvm::find_if(result.refusals, [&](const UnmergedPair &pair) {
          return target->isAncestor(pair.producer) ||
                 target->isAncestor(pair.consumer);
        });
    if (refusal == result.refusals.end()) {
      // A target that is a linalg op on tensors can only be merged with other
      // targets.
      bool isAlone =
          !isa<linalg::LinalgOp>(target) || target->getNumResults() == 0;
      bestEffort.skip(
          target,
          explainNothing(isAlone ? ArrayRef(target) : targets, sharedInput));
      continue;
    }
    const Reason &reason = refusal->reason;
    InFlightDiagnostic remark = bestEffort.skip(target, reason.text);
    remark.attachNote(reason.loc) << "this is that op";
    attachNotes(remark, reason);
  }
  bestEffort.finish();
}

DiagnosedSilenceableFailure
FuseElementwiseOp::apply(transform::TransformRewriter &rewriter,
                         transform::TransformResults &results,
                         transform::TransformState &state) {
  SmallVector<Operation *> targets;
  DiagnosedSilenceableFailure status =
      readHandle(*this, state, "target", getTarget(), targets, getBestEffort());
  if (!status.succeeded())
    return status;
  targets =
      llvm::SetVector<Operation *>(targets.begin(), targets.end()).takeVector();
  BestEffort bestEffort(*this, getBestEffort(), targets.size());
  if (targets.empty()) {
    bestEffort.finish();
    results.set(cast<OpResult>(getFused()), ArrayRef<Operation *>());
    return status;
  }
  ElementwiseFusionOptions options = getOptions(*this);
  FailureReasons reasons(rewriter);
  FailureOr<FuseElementwiseResult> result = fuseElementwise(
      rewriter, targets, options,
      [&](Operation *named, Operation *generic) {
        (void)rewriter.notifyPayloadOperationReplaced(named, generic);
        llvm::replace(targets, named, generic);
      },
      /*mayDoNothing=*/getBestEffort() || mayBeEmpty(*this));
  if (failed(result)) {
    DiagnosedSilenceableFailure failure =
        emitSilenceableError()
        << "no ops of the target can be merged: "
        << reasons.getFirst(explainNothing(targets, options.sharedInput));
    reasons.attachTo(failure);
    return bestEffort.suggestIn(std::move(failure));
  }
  if (bestEffort)
    skipTargets(*result, targets, options.sharedInput, bestEffort);
  notifyMergeObservers(*result, *this);
  if (getExplain()) {
    for (const Reason &remark : result->recomputed)
      heddle::emitRemark(remark);
    for (const UnmergedPair &pair : result->refusals)
      heddle::emitRemark(pair.reason);
  }
  for (auto [original, merged] : result->replaced)
    (void)rewriter.notifyPayloadOperationReplaced(original, merged);
  eraseDeadOps(rewriter, result->deadOriginals);
  results.set(cast<OpResult>(getFused()), result->fused);
  return DiagnosedSilenceableFailure::success();
}
