//===- SpecialValues.h - NaN, infinities, zeros, all bits -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which special numbers a function is defined on, and how they are put into its
// arguments. Check decides which differences on them are legitimate.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_INPUTS_SPECIALVALUES_H
#define HEDDLE_EXECUTION_INPUTS_SPECIALVALUES_H

#include "heddle/Execution/Run/HostValue.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::heddle {

/// The kinds of special numbers; a run has one kind.
enum class Special {
  None,
  Zeros,     ///< half of the floats are 0, -0, 1 or -1: many of them are equal
  AllZeros,  ///< all numbers are 0 or -0
  AllEqual,  ///< all elements of an argument are one small whole number
  Denormals, ///< all floats are denormals
  WholeNumbers, ///< all floats are small whole numbers: sums often reach one
  Infinities,   ///< a few are inf or -inf
  NaNs,         ///< a few are NaN
  LargeMean, ///< the floats of an argument are close to each other and not to 0
  NearLargest, ///< some numbers are nearly the largest ones
  Extremes,    ///< large magnitudes and denormals
  Pairs,       ///< zeros of all pairs of signs, numbers whose products overflow
  Halves, ///< numbers next to a half, and odd ones that are nearly too large
  FewIntegers, ///< half of the integers are 0, 1 or -1: many are equal
  AllBits,     ///< integers of all sizes, most of them large
  MixedBits,   ///< integers with any number of bits, each as often
  EqualBits    ///< all elements of an argument are one of these integers
};

/// "zeros and ties", "all integers".
StringRef stringifySpecial(Special special);

/// Whether a kind has infinities, NaN, or numbers so large that their sums or
/// products overflow.
bool mayOverflow(Special special);

/// The kinds that are never passed to a function. With each kind, the op that
/// is undefined on it, or whose fast-math flags exclude it, and the line of
/// that op.
struct SpecialLimits {
  std::string noInfinities, noNaNs, noZeros, noExtremes, noAllBits;
  StringRef getReason(Special special) const;
};

/// Visits `func`, the functions that it calls, and their operations.
void walkReached(func::FuncOp func,
                 llvm::function_ref<void(Operation *)> visit);

SpecialLimits findSpecialLimits(func::FuncOp func);

/// All fast-math flags of the operations in `func` and in the functions that it
/// calls.
arith::FastMathFlags findFastMath(func::FuncOp func);

/// Adds the kinds that `allowed`, flags that only the scheduled function has,
/// declare not to occur.
void addAllowedLimits(SpecialLimits &limits, func::FuncOp scheduled,
                      arith::FastMathFlags allowed);

/// Puts special numbers into an argument, the same ones for the same seed. The
/// seeds of two arguments that are next to each other differ by one. With
/// `oneSign` (-1 or 1), all elements are large or infinite and have that sign.
void placeSpecials(HostValue &value, Special special, uint64_t seed,
                   int oneSign);

/// Which limit of its type each element of an array of integers is.
enum class IntegerLimit {
  Largest,
  Smallest,
  AllOnes,    ///< the largest unsigned number
  LastHalves, ///< along the last dim, the largest ones and then the smallest
  FirstHalves ///< along the first dim, the largest ones and then the smallest
};

/// Fills an array of integers. A sum of many such numbers overflows a type that
/// is only a little wider, which sums of random signs do not.
void placeLimits(HostValue &value, IntegerLimit limit);

/// Sets each element to a number next to an end of its type, or to 0, 1 or -1
/// if not `isNear`: the sum of one of each wraps around, or nearly so. Integers
/// only.
void placeNearEnds(HostValue &value, bool isNear, uint64_t seed);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_INPUTS_SPECIALVALUES_H
