//===- LoopFusionOps.cpp - Transform ops that fuse loops ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Effects and application of the ops that make one loop of several. The
// algorithms are plain functions in Transforms.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/LoopFusionOps.h"

#include "HandleReading.h"
#include "KnownOptions.h"
#include "heddle/TransformOps/FailureReasons.h"
#include "heddle/Transforms/FuseSiblingLoops.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::heddle;

/// A discardable attribute for tests: the op makes the mistake that it names,
/// so that tests can show that they would notice.
static constexpr StringLiteral kTestBreakName = "heddle.test_break";

#define GET_OP_CLASSES
#include "heddle/TransformOps/LoopFusionOps.cpp.inc"

/// The deliberate mistake of an op, which knows one.
static LogicalResult verifyTestBreak(Operation *op, StringRef known) {
  Attribute attr = op->getAttr(kTestBreakName);
  if (!attr || attr == StringAttr::get(op->getContext(), known))
    return success();
  return op->emitOpError("expects '")
         << kTestBreakName << "' to be \"" << known << "\", but got " << attr;
}

//===----------------------------------------------------------------------===//
// FuseSiblingLoopsOp
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kNoMemoryCheck = "no_memory_check";

void FuseSiblingLoopsOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::consumesHandle(getTargetMutable(), effects);
  transform::consumesHandle(getOtherMutable(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

LogicalResult FuseSiblingLoopsOp::verify() {
  if (failed(verifyKnownOptions(getOperation())))
    return failure();
  return verifyTestBreak(getOperation(), kNoMemoryCheck);
}

DiagnosedSilenceableFailure
FuseSiblingLoopsOp::apply(transform::TransformRewriter &rewriter,
                          transform::TransformResults &results,
                          transform::TransformState &state) {
  SmallVector<Operation *> loops =
      llvm::to_vector(state.getPayloadOps(getTarget()));
  if (getOther())
    llvm::append_range(loops, state.getPayloadOps(getOther()));
  if (loops.size() != 2)
    return emitSilenceableError()
           << "expects two loops, but got " << loops.size();
  SiblingFusionOptions options;
  options.testNoMemoryCheck = (*this)->hasAttr(kTestBreakName);
  FailureReasons reasons(rewriter);
  FailureOr<Operation *> fused =
      fuseSiblingLoops(rewriter, loops[0], loops[1], options);
  if (failed(fused)) {
    DiagnosedSilenceableFailure failure = emitSilenceableError()
                                          << "the loops cannot be fused";
    reasons.attachTo(failure);
    return failure;
  }
  results.set(cast<OpResult>(getFused()), {*fused});
  return DiagnosedSilenceableFailure::success();
}
