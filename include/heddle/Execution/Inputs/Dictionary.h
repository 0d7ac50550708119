//===- Dictionary.h - Numbers on which a function may branch ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the constants of a function that its sizes and values may be
// compared with: tile sizes, steps, bounds of loops and masks, compared
// numbers. Check decides which runs are made with them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_INPUTS_DICTIONARY_H
#define HEDDLE_EXECUTION_INPUTS_DICTIONARY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"

#include <map>

namespace mlir::heddle {

struct Dictionary {
  /// Whole numbers larger than 1 that a size may be compared with, compared
  /// ones first, then steps and bounds of affine maps, then other ones.
  SmallVector<int64_t> sizes;
  /// Factors between 2 and 16 that a size is multiplied with or divided by.
  SmallVector<int64_t> ratios;
  /// Whole numbers that integers are compared with.
  SmallVector<int64_t> integers;
  /// Finite numbers that floats are compared with.
  SmallVector<double> floats;

  /// An argument, and one of its dims, or -1 for its elements or itself.
  using Place = std::pair<unsigned, int64_t>;
  /// The numbers that an extent, an element or a scalar is compared with, or
  /// that give such a number: a condition on two of them holds only if each has
  /// one of its own.
  std::map<Place, SmallVector<int64_t>> own;
  std::map<Place, SmallVector<double>> ownFloats;

  /// Each number of `sizes` and its double, the numbers just below and just
  /// above; without repetitions, at most `limit`.
  SmallVector<int64_t> getSizesAround(size_t limit) const;
  /// The same for integers, which may be negative; without doubles.
  SmallVector<int64_t> getIntegersAround(size_t limit) const;
};

/// The constants of these functions and of those that they call.
Dictionary collectDictionary(ArrayRef<func::FuncOp> functions);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_INPUTS_DICTIONARY_H
