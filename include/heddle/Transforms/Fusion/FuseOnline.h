//===- FuseOnline.h - Fuse softmax along the dim it reduces -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles an op that sums over the dim of a softmax, such as the last product of
// attention, and computes softmax and its producers in the loop of that sum.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_FUSION_FUSEONLINE_H
#define HEDDLE_TRANSFORMS_FUSION_FUSEONLINE_H

#include "heddle/Transforms/Fusion/FuseExt.h"
#include <functional>

namespace mlir::heddle {

/// The callbacks of fuseOnline.
struct OnlineFusionListener {
  /// Called with each plan before it is emitted.
  std::function<void(const FusionPlan &)> notifyPlan;
  /// Called where `replacement` takes the place of `original`, which may be
  /// erased then.
  std::function<void(Operation *original, Operation *replacement)>
      notifyReplaced;
};

/// Tiles `root` as fuseExt does, with softmax carried online by the loop over
/// the reduction dim (OnlineReduction.h). The loops outside that one are the
/// nest of the division by the sum, which follows the loop:
///
/// ```mlir
/// scf.for %i ... iter_args(%whole = %init) {
///   %a:3 = scf.for %j ... iter_args(%sum, %max, %acc) {
///     // scores, linalg_ext.unnorm_softmax, acc * weight + product
///   }
///   // whole[i] + acc / sum
/// }
/// ```
///
/// Requires: canFuseOnline. `kept` are not erased.
/// On success: the tiled root and all loops; dead ops are erased.
/// On failure: the IR was changed. It does not fail if canFuseOnline succeeded.
FailureOr<FuseExtResult> fuseOnline(RewriterBase &rewriter, Operation *root,
                                    const FusionOptions &options,
                                    const DenseSet<Operation *> &kept,
                                    const OnlineFusionListener &listener,
                                    std::optional<Reason> &reason);

/// The number of loops that fuseOnline would make. Runs it on a copy of
/// the function around `root`. On failure `reason` says why it cannot be done.
FailureOr<size_t> canFuseOnline(Operation *root, const FusionOptions &options,
                                std::optional<Reason> &reason);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_FUSION_FUSEONLINE_H
