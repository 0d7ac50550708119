//===- FusionRootOps.cpp - Ops that find fusion roots and groups ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifier and application: groups become handles and remarks here.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/Fusion/FusionRootOps.h"

#include "Operands/HandleReading.h"
#include "Operands/HandleTypes.h"
#include "heddle/Analysis/Footprint/Footprint.h"
#include "heddle/Analysis/Fusion/FusionRoots.h"
#include "heddle/TransformOps/Operands/KnownOptions.h"
#include "heddle/TransformOps/Reports/PlanObserver.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

#define GET_OP_CLASSES
#include "heddle/TransformOps/Fusion/FusionRootOps.cpp.inc"

LogicalResult GetFusionRootsOp::verify() {
  if (getRank() && static_cast<int64_t>(*getRank()) < 0)
    return emitOpError("expects 'rank' to be at least 0, but got ")
           << static_cast<int64_t>(*getRank());
  if (getMaxOps() && static_cast<int64_t>(*getMaxOps()) < 1)
    return emitOpError("expects 'max_ops' to be at least 1, but got ")
           << static_cast<int64_t>(*getMaxOps());
  return success();
}

/// True if the options of `op` select the root of `group`.
static bool isWanted(GetFusionRootsOp op, const FusionGroup &group) {
  if (op.getBehindReductions() && !group.startsWithReduction)
    return false;
  if (!op.getRank())
    return true;
  auto footprint = dyn_cast<FootprintOpInterface>(group.getRoot());
  return footprint && footprint.getReductionDims().size() == *op.getRank();
}

static void remarkGroups(const FusionGroups &found) {
  for (auto [number, group] : llvm::enumerate(found.groups))
    for (const Reason &reason : group.reasons)
      emitRemark(reason,
                 "group " + Twine(number) +
                     (reason.op == group.getRoot() ? ", root: " : ": "));
  for (const Reason &reason : found.others)
    emitRemark(reason);
}

DiagnosedSilenceableFailure GetFusionRootsOp::applyToTargets(
    transform::TransformRewriter &, ArrayRef<Operation *> targets,
    transform::TransformResults &results, transform::TransformState &) {
  FusionRootOptions options;
  options.maxOps = getMaxOps();
  llvm::SetVector<Operation *> roots;
  for (Operation *target : targets) {
    FusionGroups found = findFusionGroups(target, options);
    if (getExplain())
      remarkGroups(found);
    notifyRootObservers(found, *this);
    for (const FusionGroup &group : found.groups)
      if (isWanted(*this, group))
        roots.insert(group.getRoot());
  }
  if (roots.empty() && !mayBeEmpty(*this)) {
    DiagnosedSilenceableFailure status =
        emitSilenceableError()
        << "expects an op at which a nest can end, but found none ("
        << kMayBeEmpty << " on this op allows that)";
    status.attachNote(targets.front()->getLoc()) << "the target";
    return status;
  }
  results.set(cast<OpResult>(getRoots()), roots.getArrayRef());
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure GetFusionGroupOp::applyToTargets(
    transform::TransformRewriter &, ArrayRef<Operation *> targets,
    transform::TransformResults &results, transform::TransformState &) {
  SmallVector<Operation *> starts;
  auto isLeftOut = [&](Operation *op) {
    return getWithout() &&
           llvm::is_contained(getWithout()->getAsValueRange<StringAttr>(),
                              op->getName().getStringRef());
  };
  llvm::SetVector<Operation *> ops;
  for (Operation *target : targets) {
    Reason reason(target, "");
    std::optional<FusionGroupPart> part = findFusionGroupPart(target, reason);
    if (!part) {
      DiagnosedSilenceableFailure status =
          emitSilenceableError() << "expects an op of a fusion group, but got '"
                                 << target->getName() << "'";
      attachReason(status, reason);
      return status;
    }
    if (getEnds() && part->root != target) {
      DiagnosedSilenceableFailure status =
          emitSilenceableError()
          << "expects the last op of a fusion group, but got '"
          << target->getName() << "'";
      status.attachNote(part->root->getLoc())
          << "the last op of the group is '" << part->root->getName() << "'";
      return status;
    }
    starts.push_back(part->start);
    for (Operation *op : part->ops)
      if (op == target || !isLeftOut(op))
        ops.insert(op);
  }
  results.set(cast<OpResult>(getStart()), starts);
  results.set(cast<OpResult>(getGroup()), ops.getArrayRef());
  return DiagnosedSilenceableFailure::success();
}
