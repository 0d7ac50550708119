//===- FuseExtRequest.h - What a fuse_ext op asks for -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The targets, sizes and options of one application of fuse_ext, distributed
// over nests. FusionOps.cpp plans and emits them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMOPS_FUSION_FUSEEXTREQUEST_H
#define HEDDLE_LIB_TRANSFORMOPS_FUSION_FUSEEXTREQUEST_H

#include "Reports/BestEffort.h"
#include "heddle/Analysis/Fusion/FusionPlan.h"
#include "heddle/TransformOps/Fusion/FusionOps.h"

namespace mlir::heddle {

/// One requested nest.
struct NestRequest {
  SmallVector<Operation *> roots;
  SmallVector<OpFoldResult> tileSizes;
  SmallVector<int64_t> interchange;
  /// The plan for the payload as it was when all targets were checked.
  std::optional<FusionPlan> checked;
  /// True if the targets are left unchanged.
  bool isSkipped = false;
};

/// All nests of one op.
struct FusionRequest {
  /// The options of all nests. No target is computed inside the nest of another
  /// target, so targets that are not fused yet are stop ops.
  FusionOptions options;
  SmallVector<NestRequest, 0> nests;
  /// The ops that `at` names, in order.
  SmallVector<Operation *> placed;
  /// Targets that the schedule also names as stop ops.
  SmallPtrSet<Operation *, 4> stoppedTargets;

  /// Removes the targets of `nest` from the stop ops, since their nest comes
  /// next.
  void take(const NestRequest &nest) {
    for (Operation *root : nest.roots)
      if (!stoppedTargets.contains(root))
        options.stop.erase(root);
  }

  /// Forgets ops that do not exist any more.
  void forget(ArrayRef<Operation *> erased) {
    for (Operation *op : erased) {
      options.at.erase(op);
      if (options.only)
        options.only->erase(op);
    }
  }

  FailureOr<FusionPlan> plan(NestRequest &nest, std::optional<Reason> &reason) {
    options.tileSizes = nest.tileSizes;
    options.interchange = nest.interchange;
    return FusionPlan::create(nest.roots, options, reason);
  }
};

/// Adds the places and notes of `reason` to an error on the schedule that has
/// the text of `reason`.
template <typename DiagT>
void attachPlaces(DiagT &diagnostic, const Reason &reason) {
  diagnostic.attachNote(reason.loc)
      << "this is about '" << reason.op->getName() << "'";
  attachNotes(diagnostic, reason);
}

/// Skips `nest`: its targets stay unchanged, because of `text`.
InFlightDiagnostic skipNest(NestRequest &nest, FusionRequest &request,
                            BestEffort &bestEffort, StringRef text);

/// Reports that `nest` could be made only before another target was tiled:
/// skips it if targets may be skipped, else emits an error.
void refuseAfterOthers(FuseExtOp op, NestRequest &nest, FusionRequest &request,
                       BestEffort &bestEffort, const Reason &reason);

/// Creates an op that holds the sizes of a nest that is emitted later. So no
/// size is erased meanwhile, and the op refers to whatever replaces a size.
/// Null if no size comes from the payload.
Operation *holdSizes(RewriterBase &rewriter, NestRequest &nest);

/// Reads the current sizes back from `holder`.
LogicalResult takeSizes(RewriterBase &rewriter, Operation *holder,
                        NestRequest &nest, std::optional<Reason> &reason);

/// Applies `op`, which has the option online. All targets are tried on copies
/// before one is changed.
DiagnosedSilenceableFailure
fuseNestsOnline(FuseExtOp op, transform::TransformRewriter &rewriter,
                transform::TransformResults &results, FusionRequest &request,
                BestEffort &bestEffort);

/// Reads and checks all operands of `op`.
DiagnosedSilenceableFailure readNests(FuseExtOp op,
                                      transform::TransformState &state,
                                      FusionRequest &request);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMOPS_FUSION_FUSEEXTREQUEST_H
