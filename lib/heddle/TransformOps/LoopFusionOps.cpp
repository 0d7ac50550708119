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
#include "heddle/Transforms/FuseAffineLoops.h"
#include "heddle/Transforms/FuseParallelLoops.h"
#include "heddle/Transforms/FuseSiblingLoops.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::heddle;

#define GET_OP_CLASSES
#include "heddle/TransformOps/LoopFusionOps.cpp.inc"

/// Checks the attributes of `op` that are none of its own: the mistake is one
/// that the ops here know.
static LogicalResult verifyOptions(Operation *op) {
  if (failed(verifyKnownOptions(op)))
    return failure();
  return verifyTestBreak(
      op, [](StringRef name) { return name == "no_memory_check"; });
}

//===----------------------------------------------------------------------===//
// FuseSiblingLoopsOp
//===----------------------------------------------------------------------===//

void FuseSiblingLoopsOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::consumesHandle(getTargetMutable(), effects);
  transform::consumesHandle(getOtherMutable(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

LogicalResult FuseSiblingLoopsOp::verify() {
  return verifyOptions(getOperation());
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

//===----------------------------------------------------------------------===//
// FuseParallelLoopsOp
//===----------------------------------------------------------------------===//

void FuseParallelLoopsOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::consumesHandle(getTargetMutable(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

LogicalResult FuseParallelLoopsOp::verify() {
  return verifyOptions(getOperation());
}

DiagnosedSilenceableFailure
FuseParallelLoopsOp::apply(transform::TransformRewriter &rewriter,
                           transform::TransformResults &results,
                           transform::TransformState &state) {
  SmallVector<Operation *> targets;
  DiagnosedSilenceableFailure status =
      readHandle(*this, state, "target", getTarget(), targets);
  if (!status.succeeded())
    return status;
  if (targets.empty()) {
    results.set(cast<OpResult>(getFused()), ArrayRef<Operation *>());
    return DiagnosedSilenceableFailure::success();
  }
  FailureReasons reasons(rewriter);
  FailureOr<ParallelFusionResult> result =
      fuseParallelLoops(rewriter, targets, (*this)->hasAttr(kTestBreakName));
  if (failed(result)) {
    status = emitSilenceableError() << "no two parallel loops can be fused";
    reasons.attachTo(status);
    return status;
  }
  for (const LoopsApart &pair : result->apart) {
    if (!getExplain())
      break;
    InFlightDiagnostic remark = pair.second->emitRemark("not fused: ");
    remark << pair.obstacle.reason;
    remark.attachNote(pair.first->getLoc()) << "with this loop";
    for (const auto &[op, text] : pair.obstacle.notes)
      remark.attachNote(op->getLoc()) << text;
  }
  results.set(cast<OpResult>(getFused()), result->fused);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// FuseAffineLoopsOp
//===----------------------------------------------------------------------===//

void FuseAffineLoopsOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::consumesHandle(getTargetMutable(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

static std::optional<AffineFusionMode> parseMode(StringRef mode) {
  return llvm::StringSwitch<std::optional<AffineFusionMode>>(mode)
      .Case("greedy", AffineFusionMode::Greedy)
      .Case("producer", AffineFusionMode::ProducerConsumer)
      .Case("sibling", AffineFusionMode::Sibling)
      .Default(std::nullopt);
}

LogicalResult FuseAffineLoopsOp::verify() {
  if (failed(verifyOptions(getOperation())) ||
      failed(verifyChoice(getOperation(), "mode", getMode(),
                          {"greedy", "producer", "sibling"})))
    return failure();
  double tolerance = getComputeTolerance().convertToDouble();
  if (!(tolerance >= 0.0))
    return emitOpError("expects 'compute_tolerance' to be at least 0, but got ")
           << llvm::formatv("{0:F2}", tolerance).str();
  if (getFastMemorySpace().has_value() != getFastMemoryBytes().has_value())
    return emitOpError("expects 'fast_memory_space' and 'fast_memory_bytes' "
                       "together");
  for (auto [name, value] :
       {std::pair(StringRef("fast_memory_space"), getFastMemorySpace()),
        std::pair(StringRef("fast_memory_bytes"), getFastMemoryBytes())})
    if (value && int64_t(*value) < 0)
      return emitOpError("expects '")
             << name << "' to be at least 0, but got " << int64_t(*value);
  return success();
}

DiagnosedSilenceableFailure
FuseAffineLoopsOp::apply(transform::TransformRewriter &rewriter,
                         transform::TransformResults &results,
                         transform::TransformState &state) {
  SmallVector<Operation *> targets;
  DiagnosedSilenceableFailure status =
      readHandle(*this, state, "target", getTarget(), targets);
  if (!status.succeeded())
    return status;
  if (targets.empty()) {
    results.set(cast<OpResult>(getFused()), ArrayRef<Operation *>());
    return DiagnosedSilenceableFailure::success();
  }
  AffineFusionOptions options;
  options.mode = *parseMode(getMode());
  options.computeTolerance = getComputeTolerance().convertToDouble();
  options.maximal = getMaximal();
  if (getFastMemorySpace())
    options.fastMemorySpace = *getFastMemorySpace();
  options.fastMemoryBytes = getFastMemoryBytes().value_or(0);
  options.testNoMemoryCheck = (*this)->hasAttr(kTestBreakName);
  FailureReasons reasons(rewriter);
  FailureOr<SmallVector<Operation *>> fused =
      fuseAffineLoops(rewriter, targets, options);
  if (failed(fused)) {
    status = emitSilenceableError() << "no two affine loops can be fused";
    reasons.attachTo(status);
    return status;
  }
  results.set(cast<OpResult>(getFused()), *fused);
  return DiagnosedSilenceableFailure::success();
}
