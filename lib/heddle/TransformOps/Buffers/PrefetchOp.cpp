//===- PrefetchOp.cpp - Transform op for prefetches -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Application and messages of transform.heddle.prefetch.
// Transforms/Buffers/Prefetch.h changes the payload.
//
//===----------------------------------------------------------------------===//

#include "Operands/HandleReading.h"
#include "Reports/BestEffort.h"
#include "heddle/Analysis/Reasons/Reason.h"
#include "heddle/TransformOps/Buffers/BufferizationOps.h"
#include "heddle/TransformOps/Operands/KnownOptions.h"
#include "heddle/Transforms/Buffers/Prefetch.h"

using namespace mlir;
using namespace mlir::heddle;

/// The most iterations that a prefetch can be ahead.
static constexpr int64_t kMostDistance = 65536;

LogicalResult PrefetchOp::verify() {
  int64_t operand = getOperandAttr().getInt();
  if (operand < 0)
    return emitOpError("expects 'operand' to be at least 0, but got ")
           << operand;
  int64_t distance = getDistance();
  if (distance < 1 || distance > kMostDistance)
    return emitOpError("expects 'distance' in [1, ")
           << kMostDistance << "], but got " << distance;
  int64_t loop = getLoop();
  if (loop < 0)
    return emitOpError("expects 'loop' to be at least 0, but got ") << loop;
  int64_t locality = getLocality();
  if (locality < 0 || locality > 3)
    return emitOpError("expects 'locality' in [0, 3], but got ") << locality;
  return success();
}

/// "fetches 4 lines of 'vector.transfer_read', 8 iterations before".
static void remarkPrefetch(PrefetchOp op, const PrefetchedAccess &access) {
  op.emitRemark("fetches ")
          .append(access.numPrefetches,
                  access.numPrefetches == 1 ? " line of " : " lines of ",
                  quote(access.op), ", ", op.getDistance(),
                  op.getDistance() == 1 ? " iteration before"
                                        : " iterations before")
          .attachNote(access.op->getLoc())
      << "the access";
}

DiagnosedSilenceableFailure PrefetchOp::applyToTargets(
    transform::TransformRewriter &rewriter, ArrayRef<Operation *> targets,
    transform::TransformResults &, transform::TransformState &) {
  PrefetchOptions options;
  options.operand = getOperandAttr().getInt();
  options.distance = getDistance();
  options.loop = getLoop();
  options.locality = getLocality();
  options.isWrite = getWrite();
  BestEffort bestEffort(*this, getBestEffort(), targets.size());
  FailureReasons reasons(rewriter);
  SmallVector<Operation *> selected;
  llvm::SmallPtrSet<Operation *, 8> seen;
  for (Operation *target : targets) {
    if (!seen.insert(target).second)
      continue;
    if (succeeded(checkPrefetch(rewriter, target, options)))
      selected.push_back(target);
    else if (bestEffort)
      bestEffort.skip(target, reasons);
    else
      return refuseTargets(*this, "cannot prefetch the operand", reasons,
                           bestEffort);
  }
  for (Operation *target : selected) {
    auto done = prefetchOperand(rewriter, target, options);
    if (failed(done))
      return emitDefiniteFailure(reasons.getFirst("no reason was given"));
    if (getExplain())
      for (const PrefetchedAccess &access : *done)
        remarkPrefetch(*this, access);
  }
  bestEffort.finish();
  return DiagnosedSilenceableFailure::success();
}
