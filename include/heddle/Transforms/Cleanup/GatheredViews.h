//===- GatheredViews.h - Gathers by the number of an element ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's vectorizer numbers the elements of a tensor row by row, and
// gathers by these numbers. Upstream's lowering and canonicalization take a
// number for a distance in memory, which is wrong in a view whose rows are not
// next to each other (llvm-project #181357, #184706).
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_CLEANUP_GATHEREDVIEWS_H
#define HEDDLE_TRANSFORMS_CLEANUP_GATHEREDVIEWS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

enum class GatheredViews {
  /// Those whose rows are not next to each other.
  All,
  /// Those whose last dim is not a row of memory. Upstream does not lower them.
  WithoutRows
};

/// Adds a pattern that turns the numbers of the elements of a view, by which a
/// `vector.gather` reads it, into distances in memory.
void populateGatheredViewPatterns(RewritePatternSet &patterns,
                                  GatheredViews views, PatternBenefit benefit);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_CLEANUP_GATHEREDVIEWS_H
