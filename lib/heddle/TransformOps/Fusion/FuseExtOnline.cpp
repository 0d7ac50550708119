//===- FuseExtOnline.cpp - The option online of fuse_ext ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tries each target on a copy, and then fuses all of them. The rules are in
// Analysis/Fusion/OnlineReduction.h.
//
//===----------------------------------------------------------------------===//

#include "FuseExtRequest.h"

#include "heddle/TransformOps/Reports/PlanObserver.h"
#include "heddle/Transforms/Fusion/FuseOnline.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::heddle;

/// Why `nest` cannot be fused online; nullopt if it can.
static std::optional<Reason> checkNest(FuseExtOp op, NestRequest &nest,
                                       FusionRequest &request) {
  std::optional<Reason> reason;
  Operation *root = nest.roots.front();
  request.take(nest);
  FusionOptions options = request.options;
  options.tileSizes = nest.tileSizes;
  options.interchange = nest.interchange;
  FailureOr<size_t> numLoops = canFuseOnline(root, options, reason);
  if (succeeded(numLoops) && *numLoops != op.getLoops().size())
    reason = Reason(root, "expects " + Twine(*numLoops) +
                              " loop results for this target, but got " +
                              Twine(op.getLoops().size()));
  request.options.stop.insert(root);
  return reason;
}

static DiagnosedSilenceableFailure
checkNests(FuseExtOp op, FusionRequest &request, BestEffort &bestEffort) {
  for (NestRequest &nest : request.nests) {
    std::optional<Reason> reason = checkNest(op, nest, request);
    if (!reason)
      continue;
    if (bestEffort) {
      InFlightDiagnostic remark =
          skipNest(nest, request, bestEffort, reason->text);
      attachPlaces(remark, *reason);
      continue;
    }
    DiagnosedSilenceableFailure failure = emitSilenceableFailure(op)
                                          << reason->text;
    attachPlaces(failure, *reason);
    return bestEffort.suggestIn(std::move(failure));
  }
  return DiagnosedSilenceableFailure::success();
}

/// Fuses `nest`. It was checked before other targets were changed, so with
/// several nests it is checked again.
static FailureOr<FuseExtResult>
emitOnlineNest(FuseExtOp op, transform::TransformRewriter &rewriter,
               NestRequest &nest, FusionRequest &request, Operation *holder,
               const DenseSet<Operation *> &waiting,
               std::optional<Reason> &reason) {
  if (failed(takeSizes(rewriter, holder, nest, reason)))
    return failure();
  if (request.nests.size() > 1) {
    reason = checkNest(op, nest, request);
    if (reason)
      return failure();
  }
  request.take(nest);
  FusionOptions options = request.options;
  options.tileSizes = nest.tileSizes;
  options.interchange = nest.interchange;
  OnlineFusionListener listener{
      [&](const FusionPlan &plan) {
        notifyPlanObservers(plan, op);
        if (op.getExplain())
          plan.remark();
      },
      [&](Operation *original, Operation *replacement) {
        (void)rewriter.notifyPayloadOperationReplaced(original, replacement);
      }};
  return fuseOnline(rewriter, nest.roots.front(), options, waiting, listener,
                    reason);
}

DiagnosedSilenceableFailure
heddle::fuseNestsOnline(FuseExtOp op, transform::TransformRewriter &rewriter,
                        transform::TransformResults &results,
                        FusionRequest &request, BestEffort &bestEffort) {
  DiagnosedSilenceableFailure status = checkNests(op, request, bestEffort);
  if (!status.succeeded())
    return status;
  DenseSet<Operation *> waiting;
  SmallVector<Operation *> holders;
  for (NestRequest &nest : request.nests) {
    waiting.insert_range(nest.roots);
    holders.push_back(nest.isSkipped ? nullptr : holdSizes(rewriter, nest));
  }
  SmallVector<Operation *> roots;
  SmallVector<SmallVector<Operation *>> loops(op.getLoops().size());
  for (auto [nest, holder] : llvm::zip_equal(request.nests, holders)) {
    if (nest.isSkipped)
      continue;
    std::optional<Reason> reason;
    waiting.erase(nest.roots.front());
    FailureOr<FuseExtResult> result =
        emitOnlineNest(op, rewriter, nest, request, holder, waiting, reason);
    if (failed(result)) {
      refuseAfterOthers(op, nest, request, bestEffort, *reason);
      if (nest.isSkipped)
        continue;
      return DiagnosedSilenceableFailure::definiteFailure();
    }
    llvm::append_range(roots, result->tiledRoots);
    for (auto [handle, loop] : llvm::zip_equal(loops, result->loops))
      handle.push_back(loop);
  }
  bestEffort.finish();
  results.set(cast<OpResult>(op.getTransformed()), roots);
  for (auto [handle, payload] : llvm::zip_equal(op.getLoops(), loops))
    results.set(cast<OpResult>(handle), payload);
  return DiagnosedSilenceableFailure::success();
}
