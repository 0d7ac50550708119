//===- FuseParallelLoops.h - Fuse parallel loops of blocks ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fusion of all `scf.parallel` in an op that may be fused. Whether two may is
// decided in Analysis/LoopDependence.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_LOOPS_FUSEPARALLELLOOPS_H
#define HEDDLE_TRANSFORMS_LOOPS_FUSEPARALLELLOOPS_H

#include "heddle/Analysis/Loops/LoopDependence.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// A parallel loop that is not fused with an earlier one, and why.
struct LoopsApart {
  Operation *first;
  Operation *second;
  Reason obstacle;
};

struct ParallelFusionResult {
  /// The loops that are now what several were, in order.
  SmallVector<Operation *> fused;
  /// The pairs of one block that are left, in order.
  SmallVector<LoopsApart> apart;
};

/// Fuses the `scf.parallel` in `targets` that stand in one block, each with the
/// nearest earlier one that it may be fused with.
///
/// On success: at least two loops were fused.
/// On failure: the rewriter was told for each pair of loops why not; the IR is
/// untouched.
FailureOr<ParallelFusionResult>
fuseParallelLoops(RewriterBase &rewriter, ArrayRef<Operation *> targets);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_LOOPS_FUSEPARALLELLOOPS_H
