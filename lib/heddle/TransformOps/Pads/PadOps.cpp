//===- PadOps.cpp - Transform ops on pads ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options, effects and application of the ops on tensor.pad. The algorithms are
// in Transforms/Pads/FusePad.h and Transforms/Pads/SplitAtPadding.h.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/Pads/PadOps.h"

#include "Operands/HandleTypes.h"
#include "Reports/BestEffort.h"
#include "heddle/TransformOps/Operands/KnownOptions.h"
#include "heddle/TransformOps/Reports/FailureReasons.h"
#include "heddle/Transforms/Cleanup/DeadOps.h"
#include "heddle/Transforms/Pads/FusePad.h"
#include "heddle/Transforms/Pads/SplitAtPadding.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::heddle;

#define GET_OP_CLASSES
#include "heddle/TransformOps/Pads/PadOps.cpp.inc"

/// Reads the targets of `op`, which may name an op several times, and selects
/// the ops of the wanted kind. Others are skipped if `bestEffort` allows that,
/// and else refused.
template <typename TargetTy, typename OpTy>
static DiagnosedSilenceableFailure
readTargets(OpTy op, transform::TransformState &state, StringRef expected,
            std::optional<BestEffort> &bestEffort,
            llvm::SmallSetVector<TargetTy, 4> &selected) {
  SmallVector<Operation *> targets;
  DiagnosedSilenceableFailure status = readHandle(
      op, state, "target", op.getTarget(), targets, op.getBestEffort());
  targets =
      llvm::SetVector<Operation *>(targets.begin(), targets.end()).takeVector();
  bestEffort.emplace(op, op.getBestEffort(), targets.size());
  if (status.succeeded())
    status = selectTargets(op, targets, expected, *bestEffort, selected);
  return status;
}

bool FusePadOp::allowsRepeatedHandleOperands() { return true; }

DiagnosedSilenceableFailure
FusePadOp::apply(transform::TransformRewriter &rewriter,
                 transform::TransformResults &results,
                 transform::TransformState &state) {
  std::optional<BestEffort> bestEffort;
  llvm::SmallSetVector<tensor::PadOp, 4> pads;
  DiagnosedSilenceableFailure status =
      readTargets(*this, state, "'tensor.pad'", bestEffort, pads);
  if (!status.succeeded())
    return status;
  PadFusionOptions options;
  options.fill = getFill();
  FailureReasons reasons(rewriter);
  auto skipTarget = [&](Operation *op) { bestEffort->skip(op, reasons); };
  llvm::function_ref<void(Operation *)> skip;
  if (*bestEffort)
    skip = skipTarget;
  FailureOr<PadFusionResult> result =
      fusePads(rewriter, pads.getArrayRef(), options, skip);
  if (failed(result))
    return refuseTargets(*this, "the pad cannot be fused", reasons,
                         *bestEffort);
  bestEffort->finish();
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

bool SplitAtPaddingOp::allowsRepeatedHandleOperands() { return true; }

DiagnosedSilenceableFailure
SplitAtPaddingOp::apply(transform::TransformRewriter &rewriter,
                        transform::TransformResults &results,
                        transform::TransformState &state) {
  std::optional<BestEffort> bestEffort;
  llvm::SmallSetVector<linalg::LinalgOp, 4> ops;
  DiagnosedSilenceableFailure status =
      readTargets(*this, state, "linalg", bestEffort, ops);
  if (!status.succeeded())
    return status;
  SplitAtPaddingOptions options;
  options.loops = getLoopNumbers(*this);
  FailureReasons reasons(rewriter);
  auto skipTarget = [&](Operation *op) { bestEffort->skip(op, reasons); };
  llvm::function_ref<void(Operation *)> skip;
  if (*bestEffort)
    skip = skipTarget;
  FailureOr<SmallVector<SplitAtPaddingResult>> split =
      splitAtPadding(rewriter, ops.getArrayRef(), options, skip);
  if (failed(split))
    return refuseTargets(*this, "the op cannot be split", reasons, *bestEffort);
  bestEffort->finish();
  SmallVector<Operation *> inside, frame, dead;
  for (const SplitAtPaddingResult &parts : *split) {
    if (parts.inside)
      inside.push_back(parts.inside);
    llvm::append_range(frame, parts.frame);
    dead.push_back(parts.original);
  }
  eraseDeadOps(rewriter, dead);
  results.set(cast<OpResult>(getInside()), inside);
  results.set(cast<OpResult>(getFrame()), frame);
  return DiagnosedSilenceableFailure::success();
}
