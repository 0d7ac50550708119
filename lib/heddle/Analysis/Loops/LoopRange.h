//===- LoopRange.h - Which numbers a loop counts through --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the ranges of two loops, and says in which way they differ.
// LoopDependence checks the other conditions for fusing the loops.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ANALYSIS_LOOPS_LOOPRANGE_H
#define HEDDLE_LIB_ANALYSIS_LOOPS_LOOPRANGE_H

#include "LoopIndices.h"
#include "heddle/Analysis/Loops/LoopDependence.h"

namespace mlir::heddle {

/// A bound or step of a loop, in the forms that are known: as a bound, as a
/// value, or as a map applied to operands.
struct RangePart {
  Bound bound;
  OpFoldResult value;
  AffineMap map;
  ValueRange operands;
};

struct LoopRange {
  RangePart lo, hi, step;
};

/// The ranges of `loop`, an `scf.for`, `scf.forall`, `scf.parallel` or
/// `affine.for`, outermost dimension first.
SmallVector<LoopRange> getLoopRanges(LoopIndices &indices, Operation *loop);

/// Why the induction variables of `first` and `second`, which are loops of one
/// kind, may take different values; nullopt if they are known to take the same
/// values.
std::optional<Reason> findRangeObstacle(LoopIndices &indices, Operation *first,
                                        Operation *second);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_ANALYSIS_LOOPS_LOOPRANGE_H
