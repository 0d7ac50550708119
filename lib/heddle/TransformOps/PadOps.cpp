//===- PadOps.cpp - Transform ops on pads ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options, effects and application of the ops on tensor.pad. What they do to
// the payload is in Transforms/FusePad.h and Transforms/SplitAtPadding.h.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/PadOps.h"

#include "HandleReading.h"
#include "KnownOptions.h"
#include "heddle/TransformOps/FailureReasons.h"
#include "heddle/TransformOps/TestBreak.h"
#include "heddle/Transforms/DeadOps.h"
#include "heddle/Transforms/FusePad.h"
#include "heddle/Transforms/SplitAtPadding.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::heddle;

#define GET_OP_CLASSES
#include "heddle/TransformOps/PadOps.cpp.inc"

static std::optional<PadFill> parsePadFill(StringRef name) {
  return llvm::StringSwitch<std::optional<PadFill>>(name)
      .Case("whole", PadFill::Whole)
      .Case("boundary", PadFill::Boundary)
      .Case("auto", PadFill::Auto)
      .Default(std::nullopt);
}

LogicalResult FusePadOp::verify() {
  return failure(failed(verifyKnownOptions(getOperation())) ||
                 failed(verifyChoice(getOperation(), "fill", getFill(),
                                     {"whole", "boundary", "auto"})));
}

void FusePadOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::consumesHandle(getTargetMutable(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

/// Reads the pads that `op` names, each once.
static DiagnosedSilenceableFailure
readPads(FusePadOp op, transform::TransformState &state,
         llvm::SmallSetVector<tensor::PadOp, 4> &pads) {
  SmallVector<Operation *> targets;
  DiagnosedSilenceableFailure status =
      readHandle(op, state, "target", op.getTarget(), targets);
  for (Operation *target : targets) {
    if (auto pad = dyn_cast<tensor::PadOp>(target)) {
      pads.insert(pad);
      continue;
    }
    status = emitSilenceableFailure(op)
             << "expects 'tensor.pad' ops, but found '" << target->getName()
             << "'";
    status.attachNote(target->getLoc()) << "the target";
    return status;
  }
  return status;
}

DiagnosedSilenceableFailure
FusePadOp::apply(transform::TransformRewriter &rewriter,
                 transform::TransformResults &results,
                 transform::TransformState &state) {
  llvm::SmallSetVector<tensor::PadOp, 4> pads;
  DiagnosedSilenceableFailure status = readPads(*this, state, pads);
  if (!status.succeeded())
    return status;
  PadFusionOptions options;
  options.fill = *parsePadFill(getFill());
  if (auto mistake = parsePadMistake(getTestBreak()))
    options.mistake = *mistake;
  FailureReasons reasons(rewriter);
  FailureOr<PadFusionResult> result =
      fusePads(rewriter, pads.getArrayRef(), options);
  if (failed(result)) {
    status = emitSilenceableError() << "the pad cannot be fused: "
                                    << reasons.getFirst("no reason was given");
    reasons.attachTo(status);
    return status;
  }
  for (auto [original, moved] : result->replaced)
    (void)rewriter.notifyPayloadOperationReplaced(original, moved);
  eraseDeadOps(rewriter, result->deadOriginals);
  results.set(cast<OpResult>(getFills()), result->fills);
  results.set(cast<OpResult>(getProducers()), result->producers);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// SplitAtPaddingOp
//===----------------------------------------------------------------------===//

/// The loops that `op` names.
static SmallVector<int64_t> getLoopNumbers(SplitAtPaddingOp op) {
  return op.getLoops() ? extractFromIntegerArrayAttr<int64_t>(op.getLoopsAttr())
                       : SmallVector<int64_t>();
}

LogicalResult SplitAtPaddingOp::verify() {
  if (failed(verifyKnownOptions(getOperation())))
    return failure();
  llvm::SmallDenseSet<int64_t> seen;
  for (int64_t loop : getLoopNumbers(*this)) {
    if (loop < 0)
      return emitOpError("expects 'loops' to be at least 0, but got ") << loop;
    if (!seen.insert(loop).second)
      return emitOpError("expects each of 'loops' once, but got ")
             << loop << " twice";
  }
  return success();
}

void SplitAtPaddingOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::consumesHandle(getTargetMutable(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

/// Reads the linalg ops that `op` names, each once.
static DiagnosedSilenceableFailure
readLinalgOps(SplitAtPaddingOp op, transform::TransformState &state,
              llvm::SmallSetVector<linalg::LinalgOp, 4> &ops) {
  SmallVector<Operation *> targets;
  DiagnosedSilenceableFailure status =
      readHandle(op, state, "target", op.getTarget(), targets);
  for (Operation *target : targets) {
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(target)) {
      ops.insert(linalgOp);
      continue;
    }
    status = emitSilenceableFailure(op)
             << "expects linalg ops, but found '" << target->getName() << "'";
    status.attachNote(target->getLoc()) << "the target";
    return status;
  }
  return status;
}

DiagnosedSilenceableFailure
SplitAtPaddingOp::apply(transform::TransformRewriter &rewriter,
                        transform::TransformResults &results,
                        transform::TransformState &state) {
  llvm::SmallSetVector<linalg::LinalgOp, 4> ops;
  DiagnosedSilenceableFailure status = readLinalgOps(*this, state, ops);
  if (!status.succeeded())
    return status;
  SplitAtPaddingOptions options;
  options.loops = getLoopNumbers(*this);
  options.dropPart = getTestBreak() == "part_too_few";
  FailureReasons reasons(rewriter);
  FailureOr<SmallVector<SplitAtPaddingResult>> split =
      splitAtPadding(rewriter, ops.getArrayRef(), options);
  if (failed(split)) {
    status = emitSilenceableError() << "the op cannot be split: "
                                    << reasons.getFirst("no reason was given");
    reasons.attachTo(status);
    return status;
  }
  SmallVector<Operation *> inside, frame, dead;
  for (auto [op, parts] : llvm::zip_equal(ops, *split)) {
    if (parts.inside)
      inside.push_back(parts.inside);
    llvm::append_range(frame, parts.frame);
    dead.push_back(op);
  }
  eraseDeadOps(rewriter, dead);
  results.set(cast<OpResult>(getInside()), inside);
  results.set(cast<OpResult>(getFrame()), frame);
  return DiagnosedSilenceableFailure::success();
}
