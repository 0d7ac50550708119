//===- IterationLabels.h - Which accesses may happen at once ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers for the iterations of nested parallel loops in a sequential run, such
// that two numbers say whether the iterations may run at the same time. Every
// iteration that begins gets the next number. While a loop runs, its earlier
// iterations, and the iterations nested in them, have the numbers from its
// first iteration up to its current one. Exactly these are parallel to the
// current iteration. So only an interval for each level of nesting has to be
// kept.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXECUTION_RUN_ITERATIONLABELS_H
#define HEDDLE_LIB_EXECUTION_RUN_ITERATIONLABELS_H

#include "mlir/Support/LLVM.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::heddle {

class IterationLabels {
public:
  static constexpr uint32_t kNever = 0;  ///< no access so far
  static constexpr uint32_t kSerial = 1; ///< outside of parallel loops
  /// Labels are below this.
  static constexpr uint32_t kEnd = 0x7FFFFF00;

  /// The number of labeled loops that run now.
  unsigned getDepth() const { return depth; }

  /// The label of the current iteration.
  uint32_t getCurrent() const { return current; }

  /// A part of isParallel: the outermost loop only.
  bool isParallelInOutermost(uint32_t label) const {
    return depth != 0 && label >= intervals[0].first &&
           label < intervals[0].current;
  }

  /// Whether an iteration with an earlier label may run at the same time as the
  /// current one.
  bool isParallel(uint32_t label) const {
    if (label <= kSerial)
      return false;
    for (unsigned d = 0; d != depth; ++d)
      if (label >= intervals[d].first && label < intervals[d].current)
        return true;
    return false;
  }

  void enter(int64_t site);
  void addDim(int64_t lower, int64_t upper, int64_t step);
  void beginIteration();
  /// Returns the site of the loop and the number of its iterations.
  std::pair<int64_t, uint64_t> leave();

  /// The loop whose iterations are parallel, and both iterations.
  struct Meeting {
    int64_t site;
    std::string first, second; ///< "(0, 64)"
  };
  /// Requires: `label` is parallel to what runs now.
  Meeting describe(uint32_t label) const;

  /// Whether there were too many iterations or levels to label all.
  bool isIncomplete() const { return incomplete; }

private:
  static constexpr unsigned kMaxDepth = 16;

  struct Interval {
    uint32_t first, current;
  };
  struct Dim {
    int64_t lower, step, trips;
  };
  struct Level {
    int64_t site = 0;
    uint64_t iterations = 0;
    SmallVector<Dim, 3> dims;
    /// Label and number of iterations; those between two entries are
    /// consecutive in both.
    std::vector<std::pair<uint32_t, uint64_t>> starts;

    std::string format(uint64_t iteration) const;
  };

  uint32_t current = kSerial, next = kSerial + 1;
  unsigned depth = 0, unlabeled = 0;
  bool incomplete = false;
  std::array<Interval, kMaxDepth> intervals;
  std::array<Level, kMaxDepth> levels;
};

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_RUN_ITERATIONLABELS_H
