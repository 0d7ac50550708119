//===- Placement.h - What a box costs at which loop -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cost model of placement: iteration points computed over the whole nest.
// It decides no legality.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FUSION_PLACEMENT_H
#define HEDDLE_ANALYSIS_FUSION_PLACEMENT_H

#include "heddle/Analysis/Bounds/Box.h"
#include "heddle/Analysis/Footprint/ExtentTable.h"

namespace mlir::heddle {

/// A level, the box there, and the work.
struct Placement {
  int level = -1;
  Box iteration;
  double work = 0;
  /// False if no level was allowed.
  bool isValid = false;
};

/// Counts iteration points. Dynamic sizes get nominal values, so that static
/// and dynamic versions of a kernel are placed alike. Sizes and offsets of the
/// tiles of a nest around get those of the first tile.
class CostModel {
public:
  /// Call when all loops and symbols are registered.
  CostModel(BoundContext &context, const ExtentTable &extents);

  /// The sum, over all iterations of the loops 0 .. level, of the number of
  /// points of `box`.
  double getWork(const Box &box, int level);

private:
  /// A loop, its trip count, and the number of iterations that are sampled.
  struct Sampled {
    unsigned loop;
    int64_t trips, step, samples;
  };
  /// The product of `sizes`, summed over all iterations of the loops in the set
  /// `loops`: exact if there are at most 64 iterations per loop and 4,096 in
  /// total.
  double sumOver(ArrayRef<Bound> sizes, uint64_t loops);
  double sumGrid(ArrayRef<Bound> sizes, ArrayRef<Sampled> loops);
  double sumSpread(ArrayRef<Bound> sizes, ArrayRef<Sampled> loops);
  double getPoints(ArrayRef<Bound> sizes);
  int64_t getStep(unsigned loop);
  int64_t evaluate(Bound bound) const;
  int64_t getTrips(unsigned loop) const;
  void ensureSymbols();
  std::optional<int64_t> getTileIndex(unsigned symbol) const;
  void addSymbols();

  BoundContext &context;
  const ExtentTable &extents;
  SmallVector<int64_t> symbols;
  SmallVector<int64_t> vars;
  int64_t largestNominal = 0;
  llvm::DenseMap<std::pair<const detail::BoundNode *, uint64_t>, double> cache;
};

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_FUSION_PLACEMENT_H
