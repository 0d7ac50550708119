//===- FuseExtRequest.h - What a fuse_ext op asks for -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The targets, sizes and options of one application of fuse_ext, distributed
// over nests. How they are planned and emitted is in FusionOps.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMOPS_FUSION_FUSEEXTREQUEST_H
#define HEDDLE_LIB_TRANSFORMOPS_FUSION_FUSEEXTREQUEST_H

#include "Reports/BestEffort.h"
#include "heddle/Analysis/Fusion/FusionPlan.h"
#include "heddle/TransformOps/Fusion/FusionOps.h"

namespace mlir::heddle {

/// One nest that is asked for.
struct NestRequest {
  SmallVector<Operation *> roots;
  SmallVector<OpFoldResult> tileSizes;
  SmallVector<int64_t> interchange;
  /// The plan for the payload as it was when all targets were checked.
  std::optional<FusionPlan> checked;
  /// True if the targets stay as they are.
  bool isSkipped = false;
};

/// All nests of one op.
struct FusionRequest {
  /// What is the same for all nests. No target is computed inside the nest of
  /// another one: those that wait are stop ops.
  FusionOptions options;
  SmallVector<NestRequest, 0> nests;
  /// Targets that are stop ops because the script says so.
  SmallPtrSet<Operation *, 4> stoppedTargets;

  /// The targets of `nest` wait no longer.
  void take(const NestRequest &nest) {
    for (Operation *root : nest.roots)
      if (!stoppedTargets.contains(root))
        options.stop.erase(root);
  }

  FailureOr<FusionPlan> plan(NestRequest &nest, std::optional<Reason> &reason) {
    options.tileSizes = nest.tileSizes;
    options.interchange = nest.interchange;
    return FusionPlan::create(nest.roots, options, reason);
  }
};

/// Notes below an error on the schedule that has the text of `reason`.
template <typename DiagT>
void attachPlaces(DiagT &diagnostic, const Reason &reason) {
  diagnostic.attachNote(reason.loc)
      << "this is about '" << reason.op->getName() << "'";
  attachNotes(diagnostic, reason);
}

/// The targets of `nest` stay as they are, because of `text`.
InFlightDiagnostic skipNest(NestRequest &nest, FusionRequest &request,
                            BestEffort &bestEffort, StringRef text);

/// Holds the sizes of a nest that is made later, so that none of them is erased
/// meanwhile and each can be followed to what replaces it; null without sizes
/// in the payload.
Operation *holdSizes(RewriterBase &rewriter, NestRequest &nest);

/// Takes the sizes as they are by now from `holder`.
LogicalResult takeSizes(RewriterBase &rewriter, Operation *holder,
                        NestRequest &nest, std::optional<Reason> &reason);

/// Does what `op`, which has the option online, asks for. All targets are
/// tried on copies before one is changed.
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
