//===- LoopDependence.h - May two sibling loops become one ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Proves that two loops over one range can be fused, or gives the
// reason against it. Making one loop of them is in
// Transforms/FuseSiblingLoops.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_LOOPS_LOOPDEPENDENCE_H
#define HEDDLE_ANALYSIS_LOOPS_LOOPDEPENDENCE_H

#include "heddle/Analysis/Reasons/Reason.h"
#include <optional>

namespace mlir::heddle {

/// How two loops become one, in the place of the second.
struct SiblingFusion {
  /// In the order in which they run.
  Operation *first = nullptr;
  Operation *second = nullptr;
  /// The discardable attributes that both loops have, which the fused one
  /// keeps.
  SmallVector<NamedAttribute> attributes;
  /// The ops between the loops that must come after the fused one, in order.
  SmallVector<Operation *> after;
  /// If there is one, the loops must stay apart. It is about the second, and
  /// its notes say what was found where.
  std::optional<Reason> obstacle;
};

/// Decides whether the loops `a` and `b`, in either order, can be fused.
SiblingFusion planSiblingFusion(Operation *a, Operation *b);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_LOOPS_LOOPDEPENDENCE_H
