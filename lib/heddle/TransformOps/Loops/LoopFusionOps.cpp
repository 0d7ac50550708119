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

#include "heddle/TransformOps/Loops/LoopFusionOps.h"

#include "Operands/HandleReading.h"
#include "Operands/HandleTypes.h"
#include "heddle/TransformOps/Operands/KnownOptions.h"
#include "heddle/TransformOps/Reports/FailureReasons.h"
#include "heddle/Transforms/Loops/FuseAffineLoops.h"
#include "heddle/Transforms/Loops/FuseParallelLoops.h"
#include "heddle/Transforms/Loops/FuseSiblingLoops.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::heddle;

#define GET_OP_CLASSES
#include "heddle/TransformOps/Loops/LoopFusionOps.cpp.inc"

/// Reads the targets of `op`. If there are none, nothing is done, and the
/// result is an empty handle.
template <typename OpTy>
static DiagnosedSilenceableFailure
readTargets(OpTy op, transform::TransformState &state,
            transform::TransformResults &results,
            SmallVectorImpl<Operation *> &targets) {
  DiagnosedSilenceableFailure status =
      readHandle(op, state, "target", op.getTarget(), targets);
  if (status.succeeded() && targets.empty())
    results.set(cast<OpResult>(op.getFused()), ArrayRef<Operation *>());
  return status;
}

/// `text`, with the reasons as notes.
static DiagnosedSilenceableFailure
refuseLoops(transform::TransformOpInterface op, StringRef text,
            const FailureReasons &reasons) {
  DiagnosedSilenceableFailure failure = emitSilenceableFailure(op) << text;
  reasons.attachTo(failure);
  return failure;
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

/// Says what the handles name instead of two loops.
static DiagnosedSilenceableFailure refuseNumber(FuseSiblingLoopsOp op,
                                                ArrayRef<Operation *> payload) {
  Operation *const *other = llvm::find_if(
      payload, [](Operation *loop) { return !isa<LoopLikeOpInterface>(loop); });
  DiagnosedSilenceableFailure failure = op.emitSilenceableError();
  failure << "expects two loops, but got ";
  if (other != payload.end()) {
    failure << "'" << (*other)->getName().getStringRef() << "'";
    failure.attachNote((*other)->getLoc())
        << "name the two loops in it, or use fuse_parallel_loops or "
           "fuse_affine_loops, which take functions";
    return failure;
  }
  failure << payload.size();
  for (Operation *loop : payload)
    failure.attachNote(loop->getLoc())
        << (payload.size() == 1 ? "only this one" : "one of them");
  return failure;
}

static void explain(const SiblingFusionResult &result) {
  InFlightDiagnostic remark =
      result.loop->emitRemark("fused: does what both loops did, iteration by "
                              "iteration");
  remark.attachNote(result.first) << "this is the first loop";
  for (Operation *op : result.after)
    remark.attachNote(op->getLoc())
        << "depends on the first loop: comes after the fused one now";
  for (StringAttr name : result.dropped)
    remark.attachNote(result.loop->getLoc())
        << "does not keep " << name << ", which does not hold for both loops";
}

DiagnosedSilenceableFailure
FuseSiblingLoopsOp::apply(transform::TransformRewriter &rewriter,
                          transform::TransformResults &results,
                          transform::TransformState &state) {
  SmallVector<Operation *> loops, others;
  DiagnosedSilenceableFailure status =
      readHandle(*this, state, "target", getTarget(), loops);
  if (status.succeeded())
    status = readHandle(*this, state, "other", getOther(), others);
  if (!status.succeeded())
    return status;
  if (loops.empty() || (getOther() && others.empty())) {
    results.set(cast<OpResult>(getFused()), ArrayRef<Operation *>());
    return DiagnosedSilenceableFailure::success();
  }
  llvm::append_range(loops, others);
  if (loops.size() != 2)
    return refuseNumber(*this, loops);
  FailureReasons reasons(rewriter);
  FailureOr<SiblingFusionResult> fused =
      fuseSiblingLoops(rewriter, loops[0], loops[1]);
  if (failed(fused))
    return refuseLoops(*this, "the loops cannot be fused", reasons);
  if (getExplain())
    explain(*fused);
  results.set(cast<OpResult>(getFused()), {fused->loop});
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// FuseParallelLoopsOp
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
FuseParallelLoopsOp::apply(transform::TransformRewriter &rewriter,
                           transform::TransformResults &results,
                           transform::TransformState &state) {
  SmallVector<Operation *> targets;
  DiagnosedSilenceableFailure status =
      readTargets(*this, state, results, targets);
  if (!status.succeeded() || targets.empty())
    return status;
  FailureReasons reasons(rewriter);
  FailureOr<ParallelFusionResult> result = fuseParallelLoops(rewriter, targets);
  if (failed(result))
    return refuseLoops(*this, "no two parallel loops can be fused", reasons);
  for (const LoopsApart &pair : result->apart) {
    if (!getExplain())
      break;
    heddle::emitRemark(pair.obstacle, "not fused: ")
            .attachNote(pair.first->getLoc())
        << "with this loop";
  }
  results.set(cast<OpResult>(getFused()), result->fused);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// FuseAffineLoopsOp
//===----------------------------------------------------------------------===//

LogicalResult FuseAffineLoopsOp::verify() {
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
      readTargets(*this, state, results, targets);
  if (!status.succeeded() || targets.empty())
    return status;
  AffineFusionOptions options;
  options.mode = getMode();
  options.computeTolerance = getComputeTolerance().convertToDouble();
  options.maximal = getMaximal();
  if (getFastMemorySpace())
    options.fastMemorySpace = *getFastMemorySpace();
  options.fastMemoryBytes = getFastMemoryBytes().value_or(0);
  FailureReasons reasons(rewriter);
  FailureOr<AffineFusionResult> result =
      fuseAffineLoops(rewriter, targets, options);
  if (failed(result))
    return refuseLoops(*this, "no two affine loops can be fused", reasons);
  if (getExplain())
    for (const Reason &remark : result->remarks)
      heddle::emitRemark(remark);
  results.set(cast<OpResult>(getFused()), result->fused);
  return DiagnosedSilenceableFailure::success();
}
