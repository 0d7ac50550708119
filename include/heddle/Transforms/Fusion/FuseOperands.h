//===- FuseOperands.h - One nest for what an op reads -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Requests a fusion plan by numbers of tiles, for the ops that compute the
// operands of an op. Analysis/Fusion decides what a plan may do.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_FUSION_FUSEOPERANDS_H
#define HEDDLE_TRANSFORMS_FUSION_FUSEOPERANDS_H

#include "heddle/Analysis/Fusion/FusionPlan.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

struct FuseOperandsOptions {
  /// The most tiles of each iteration dim; 1: it stays whole.
  SmallVector<int64_t> tileNums;
  /// As in FusionOptions.
  SmallVector<int64_t> interchange;
  std::optional<double> maxRecompute;
  double placementSlack = 1.25;
  /// All producers except empties, constants and fills have to be in the nest.
  bool expectWholeGraph = false;
};

/// Plans one nest for all ops that compute operands of `target`. Where an
/// extent is known at run time only, makes ops that compute the tile size
/// before the last of the roots. On failure `reason` says why, and the IR is as
/// it was.
FailureOr<FusionPlan> planOperands(RewriterBase &rewriter, Operation *target,
                                   const FuseOperandsOptions &options,
                                   std::optional<Reason> &reason);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_FUSION_FUSEOPERANDS_H
