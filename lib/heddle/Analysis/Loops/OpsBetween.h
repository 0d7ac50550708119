//===- OpsBetween.h - Which ops come after two loops ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides which ops between two loops must come after both when the first moves
// to the place of the second. It moves nothing.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ANALYSIS_LOOPS_OPSBETWEEN_H
#define HEDDLE_LIB_ANALYSIS_LOOPS_OPSBETWEEN_H

#include "MemoryAccess.h"
#include "heddle/Analysis/Loops/LoopDependence.h"

namespace mlir::heddle {

/// The two loops and the ops with regions between them. A value inside of these
/// may change between iterations.
SmallVector<Operation *> getRootsBetween(Operation *first, Operation *second);

/// Sets `plan.after` and returns true, or sets `plan.obstacle` and returns
/// false. Boxes are widened over the loops from `firstLoop` on.
bool placeBetween(SiblingFusion &plan, const MemoryAccesses &firstAccesses,
                  const MemoryAccesses &secondAccesses, AliasAnalysis &aliases,
                  LoopIndices &indices, unsigned firstLoop);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_ANALYSIS_LOOPS_OPSBETWEEN_H
