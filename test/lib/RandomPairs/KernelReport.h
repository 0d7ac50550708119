//===- KernelReport.h - What a run of kernels has shown ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts the features of kernels, what their schedules made, and the reasons of
// refusals.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_RANDOMPAIRS_KERNELREPORT_H
#define HEDDLE_TEST_RANDOMPAIRS_KERNELREPORT_H

#include "PairRunner.h"

#include <map>

namespace mlir::heddle::pairs {

class KernelReport {
public:
  void add(const PairResult &result);
  /// Prints shares in percent. Returns false, after a line that says so, if a
  /// feature is rarer than `minShare`, or more is refused than `maxRefused`.
  bool print(unsigned minShare, unsigned maxRefused) const;

private:
  double getShare(unsigned number) const {
    return 100.0 * number / std::max(1u, pairs);
  }

  unsigned pairs = 0, tiled = 0, vectorized = 0, both = 0, refused = 0,
           undecided = 0, partlyRefused = 0;
  std::map<unsigned, unsigned> perFeature;
  std::map<std::string, unsigned> refusedSteps;
};

} // namespace mlir::heddle::pairs

#endif // HEDDLE_TEST_RANDOMPAIRS_KERNELREPORT_H
