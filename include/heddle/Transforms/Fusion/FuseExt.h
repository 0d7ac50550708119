//===- FuseExt.h - Tile roots and fuse their producers by plan --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The transformation behind `transform.structured.fuse_ext`: a FusionPlan is
// made, checked and then emitted as one loop nest, without the transform
// dialect. Analysis/Fusion/FusionPlan.h decides which op is computed where.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_FUSION_FUSEEXT_H
#define HEDDLE_TRANSFORMS_FUSION_FUSEEXT_H

#include "heddle/Analysis/Fusion/FusionPlan.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// What fuseExt did.
struct FuseExtResult {
  /// The tiled form of each root, in the order of the roots.
  SmallVector<Operation *> tiledRoots;
  /// The loops of the nest, outermost first; one per tiled position (with
  /// `useForall` one scf.forall for the leading parallel positions).
  SmallVector<Operation *> loops;
  /// For every fused op, in the order of emission: its tiled instances.
  SmallVector<std::pair<Operation *, SmallVector<Operation *>>> tiled;
  /// Fused ops and roots that have no use left, users before producers. They
  /// are still in the IR: the caller erases them through its rewriter, in this
  /// order, after it notified the trackers of their replacements.
  SmallVector<Operation *> deadOriginals;
};

/// Tiles `roots` as one loop nest (one root, or several joint ones) and
/// computes each fused producer at the loop that the plan chose.
///
/// Requires: roots in one block.
/// On success: see FuseExtResult. Uses of the roots (and of fused values that
/// leave the nest) read the results of the nest.
/// On failure of planning (notifyMatchFailure carries the reason): the IR is
/// untouched.
FailureOr<FuseExtResult> fuseExt(RewriterBase &rewriter,
                                 ArrayRef<Operation *> roots,
                                 const FusionOptions &options);

/// Emits `plan`. Fails only where an op of the plan does not implement
/// EmissionOpInterface; the IR is untouched then.
FailureOr<FuseExtResult> emitFusionPlan(RewriterBase &rewriter,
                                        const FusionPlan &plan);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_FUSION_FUSEEXT_H
