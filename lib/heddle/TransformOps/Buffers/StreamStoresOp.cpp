//===- StreamStoresOp.cpp - Transform op for stores past the caches -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Application of transform.heddle.stream_stores.
// Transforms/Buffers/StreamStores.h changes the payload.
//
//===----------------------------------------------------------------------===//

#include "Operands/HandleReading.h"
#include "Operands/ParamReading.h"
#include "heddle/Analysis/Target/CacheSizes.h"
#include "heddle/TransformOps/Buffers/BufferizationOps.h"
#include "heddle/TransformOps/Operands/KnownOptions.h"
#include "heddle/Transforms/Buffers/StreamStores.h"

#include <limits>

using namespace mlir;
using namespace mlir::heddle;

DiagnosedSilenceableFailure StreamStoresOp::applyToTargets(
    transform::TransformRewriter &rewriter, ArrayRef<Operation *> targets,
    transform::TransformResults &, transform::TransformState &state) {
  if (targets.empty())
    return DiagnosedSilenceableFailure::success();
  StreamOptions options;
  options.tellsOfLarge = getBestEffort();
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  DiagnosedSilenceableFailure status = readParam(
      *this, state, "above", getAbove(), /*least=*/-1, kMost, options.above);
  if (!status.succeeded())
    return status;
  if (options.above && *options.above < 0) {
    options.above = getLastCacheShare(targets.front()).value_or(kMost);
    options.asksForSizes = false;
  }
  SmallVector<Reason> left;
  if (succeeded(streamStores(rewriter, targets, options, left)) ||
      getBestEffort()) {
    for (const Reason &reason : left)
      emitRemark(reason.text).attachNote(reason.loc) << "the write";
    return status;
  }
  status = emitSilenceableError()
           << "finds no write that may bypass the caches"
           << (left.empty() ? "; vectors in buffers are what it takes" : "");
  for (const Reason &reason : left)
    attachReason(status, reason);
  return status;
}
