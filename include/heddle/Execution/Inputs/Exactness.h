//===- Exactness.h - Inputs on which every order is exact -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounds the magnitude of all values that a payload function computes from
// whole numbers. If no bound exceeds what its float type holds exactly, every
// order of every sum gives the same bits. Inputs are drawn in Inputs.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_INPUTS_EXACTNESS_H
#define HEDDLE_EXECUTION_INPUTS_EXACTNESS_H

#include "heddle/Execution/Shapes/PayloadShapes.h"

namespace mlir::heddle {

/// The bound of every element of a value. The element is a multiple of
/// 2^-shift. The magnitudes of the element and of all its partial sums are at
/// most `maxAbs`.
struct ValueBound {
  double maxAbs = 0;
  int shift = 0;
  /// Whether the element may be below zero. An op that reads a negative integer
  /// as unsigned sees a large number.
  bool mayBeNegative = false;
};

/// Largest n such that every whole number up to n is exact in this float type:
/// 2^11 for f16, 2^8 for bf16, 2^24 for f32, 2^53 for f64. 0 for other types.
double getExactLimit(Type elementType);

/// Whether a bound fits into a type: float types as above (in units of
/// 2^-shift), other types always, since integer arithmetic wraps in any order.
bool isExactIn(const ValueBound &bound, Type elementType);

/// How a payload computes with whole numbers.
struct Exactness {
  /// Inputs are whole numbers in [-magnitude, magnitude]; 0 if no magnitude
  /// makes every order exact.
  int64_t magnitude = 0;
  /// Why not, for magnitude 1: "'math.exp' does not keep whole numbers".
  std::string reason;
  /// Whether some float sum or product is accumulated over several elements, so
  /// that a schedule may change its order.
  bool hasFloatReductions = false;
  /// Whether some function may be computed of a constant, with other roundings
  /// (mayBeFolded).
  bool hasFoldedFunctions = false;
  /// The sum of the reduction lengths along the longest chain of ops, and the
  /// number of float ops on it: a rounding error can grow with both.
  double errorTerms = 0;
  /// The coarsest float type that a value is rounded to; null if no value is
  /// rounded.
  Type coarsestFloat;

  bool isExact() const { return magnitude > 0; }
};

/// Finds the largest magnitude up to `limit` on which `func`, with these
/// extents, is exact in every order.
Exactness analyzeExactness(func::FuncOp func, const ShapeAssignment &shapes,
                           int64_t limit = 8);

/// The error, relative to the largest magnitude of a result, that another order
/// of the sums can explain: four times the number of rounded terms on the
/// longest chain times the unit roundoff of the coarsest type; at most 1/4.
double getComparisonTolerance(const Exactness &exactness);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_INPUTS_EXACTNESS_H
