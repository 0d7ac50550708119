//===- Box.h - Rectangular index ranges -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A box of a tensor or of an iteration space is a half-open range [lo, hi) per
// dimension, with bounds over the induction variables of a nest. This file has
// hull, clamp, widening and containment. Nothing here depends on ops.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_BOUNDS_BOX_H
#define HEDDLE_ANALYSIS_BOUNDS_BOX_H

#include "heddle/Analysis/Bounds/BoundExpr.h"

namespace mlir::heddle {

/// The range [lo, hi) of one dimension.
struct BoxRange {
  Bound lo, hi;
  bool operator==(const BoxRange &other) const {
    return lo == other.lo && hi == other.hi;
  }
};

/// One range per dimension, outermost dimension first.
struct Box {
  SmallVector<BoxRange, 4> dims;

  unsigned getRank() const { return dims.size(); }
  bool operator==(const Box &other) const { return dims == other.dims; }
  bool operator!=(const Box &other) const { return !(*this == other); }
  /// Bit k is set if a bound mentions the variable of loop k.
  uint64_t getLoops() const;
};

/// clampBox replaces a bound with more terms than this by 0 or the extent. So
/// do widening and merging of demands, which call it.
constexpr unsigned kMaxBoundTerms = 8;

/// [0, extent) in every dimension.
Box getWholeBox(BoundContext &context, ArrayRef<Bound> extents);
/// hi - lo.
Bound getSize(BoundContext &context, const BoxRange &range);
SmallVector<Bound> getSizes(BoundContext &context, const Box &box);
/// The smallest box that covers both; same rank.
Box getHull(BoundContext &context, const Box &a, const Box &b);
/// Moves both ends into [0, extent] and makes every size at least 0; bounds
/// that grew past kMaxBoundTerms are replaced by 0 or the extent.
Box clampBox(BoundContext &context, const Box &box, ArrayRef<Bound> extents);
/// Covers what `box` covers over all iterations of the loops >= `firstLoop`. A
/// dimension whose bounds are not monotone in such a loop becomes [0, extent).
/// The result is clamped, so it is valid also where one of these loops never
/// runs.
Box widenBox(BoundContext &context, const Box &box, ArrayRef<Bound> extents,
             unsigned firstLoop);
/// True if `inner` is proved to lie inside `outer`.
bool isContained(BoundContext &context, const Box &inner, const Box &outer);
/// True if some dimension could have size 0 for some iteration.
bool canBeEmpty(BoundContext &context, const BoxRange &range);
/// True if it is proved that the boxes of all iterations of the loops <=
/// `level` together cover [0, extent) in every dimension, also where a loop
/// could run zero times.
bool coversAll(BoundContext &context, const Box &box, ArrayRef<Bound> extents,
               int level);
/// True if the boxes of any two different iterations of the loops <= `level`
/// are proved disjoint.
bool areDisjoint(BoundContext &context, const Box &box, int level);

void printBox(const BoundContext &context, const Box &box, raw_ostream &os);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_BOUNDS_BOX_H
