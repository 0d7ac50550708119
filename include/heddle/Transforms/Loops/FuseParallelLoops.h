//===- FuseParallelLoops.h - Fuse parallel loops of blocks ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fuses all `scf.parallel` in an op that may be fused.
// Analysis/Loops/LoopDependence.h decides which pairs may be fused.
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
  /// The loops that replace several, in order.
  SmallVector<Operation *> fused;
  /// The pairs of loops of one block that were not fused, in order.
  SmallVector<LoopsApart> apart;
};

/// Fuses the `scf.parallel` loops of each block in `targets`: each loop with
/// the nearest earlier loop with which it may be fused.
///
/// On success: at least two loops were fused.
/// On failure: the rewriter was told for each pair of loops why not; the IR is
/// untouched.
FailureOr<ParallelFusionResult>
fuseParallelLoops(RewriterBase &rewriter, ArrayRef<Operation *> targets);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_LOOPS_FUSEPARALLELLOOPS_H
