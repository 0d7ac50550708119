//===- LoopDependence.h - May two sibling loops become one ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Proves that two loops over the same range can be fused, or says why not. The
// fusion is in Transforms/Loops/FuseSiblingLoops.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_LOOPS_LOOPDEPENDENCE_H
#define HEDDLE_ANALYSIS_LOOPS_LOOPDEPENDENCE_H

#include "heddle/Analysis/Reasons/Reason.h"
#include <optional>

namespace mlir::heddle {

/// How two loops become one loop, which replaces the second.
struct SiblingFusion {
  /// The loops, in the order in which they run.
  Operation *first = nullptr;
  Operation *second = nullptr;
  /// The discardable attributes that both loops have. The fused loop keeps
  /// them.
  SmallVector<NamedAttribute> attributes;
  /// The ops between the loops that must come after the fused loop, in order.
  SmallVector<Operation *> after;
  /// If set, the loops must not be fused. The reason is about the second loop,
  /// and its notes point at the ops that conflict.
  std::optional<Reason> obstacle;
};

/// Decides whether the loops `a` and `b`, in either order, can be fused.
SiblingFusion planSiblingFusion(Operation *a, Operation *b);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_LOOPS_LOOPDEPENDENCE_H
