//===- NearestName.h - The name that was meant ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the candidate that is spelt most like a misspelt name. The caller
// supplies the candidates.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_REASONS_NEARESTNAME_H
#define HEDDLE_ANALYSIS_REASONS_NEARESTNAME_H

#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace mlir::heddle {

/// Keeps, of the names that it is given, the one most like `sought`.
class NearestName {
public:
  explicit NearestName(llvm::StringRef sought)
      : sought(sought), best(std::max<unsigned>(1, sought.size() / 4) + 1) {}

  void consider(llvm::StringRef name) {
    unsigned distance = sought.edit_distance(name, true, best);
    if (distance > 0 && distance < best) {
      best = distance;
      nearest = name;
    }
  }

  llvm::StringRef nearest; ///< empty: no name is close enough

private:
  llvm::StringRef sought;
  unsigned best;
};

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_REASONS_NEARESTNAME_H
