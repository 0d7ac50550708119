//===- FuseElementwise.cpp - The op that merges elementwise ops -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options, effects and application of transform.heddle.fuse_elementwise. What
// it does to the payload is in Transforms/FuseElementwise.h.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/FuseElementwise.h"

#include "HandleReading.h"
#include "KnownOptions.h"
#include "heddle/TransformOps/FailureReasons.h"
#include "heddle/TransformOps/FusionOps.h"
#include "heddle/Transforms/DeadOps.h"

using namespace mlir;
using namespace mlir::heddle;

LogicalResult FuseElementwiseOp::verify() {
  if (failed(verifyKnownOptions(getOperation())))
    return failure();
  for (auto [name, bound] : {std::pair("max_operands", getMaxOperands()),
                             std::pair("max_ops", getMaxOps())})
    if (bound && static_cast<int64_t>(*bound) < 1)
      return emitOpError("expects '") << name << "' of at least 1, but got "
                                      << static_cast<int64_t>(*bound);
  return verifyTestBreak(getOperation(), [](StringRef name) {
    return parseElementwiseMistake(name).has_value();
  });
}

void FuseElementwiseOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle(getTargetMutable(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

static ElementwiseFusionOptions getOptions(FuseElementwiseOp op) {
  ElementwiseFusionOptions options;
  options.sharedInput = op.getSharedInput();
  options.diffShapes = op.getDiffShapes();
  options.oneUse = op.getOneUse();
  options.maxOperands = op.getMaxOperands();
  options.maxOps = op.getMaxOps();
  if (auto name = op->getAttrOfType<StringAttr>(kTestBreakName))
    options.mistake = *parseElementwiseMistake(name);
  return options;
}

DiagnosedSilenceableFailure
FuseElementwiseOp::apply(transform::TransformRewriter &rewriter,
                         transform::TransformResults &results,
                         transform::TransformState &state) {
  SmallVector<Operation *> targets;
  DiagnosedSilenceableFailure status =
      readHandle(*this, state, "target", getTarget(), targets);
  if (!status.succeeded())
    return status;
  if (targets.empty()) {
    results.set(cast<OpResult>(getFused()), ArrayRef<Operation *>());
    return status;
  }
  FailureReasons reasons(rewriter);
  FailureOr<FuseElementwiseResult> result =
      fuseElementwise(rewriter, targets, getOptions(*this));
  if (failed(result)) {
    DiagnosedSilenceableFailure failure =
        emitSilenceableError() << "no ops of the target can be merged";
    if (reasons.empty())
      failure << ": none reads what another one computes"
              << (getSharedInput() ? " or reads, in the same loops"
                                   : " ('shared_input' merges ops that read "
                                     "one value)");
    reasons.attachTo(failure);
    return failure;
  }
  if (getExplain())
    for (const auto &[loc, reason] : result->refusals)
      mlir::emitRemark(loc) << reason;
  for (auto [original, merged] : result->replaced)
    (void)rewriter.notifyPayloadOperationReplaced(original, merged);
  eraseDeadOps(rewriter, result->deadOriginals);
  results.set(cast<OpResult>(getFused()), result->fused);
  return DiagnosedSilenceableFailure::success();
}
