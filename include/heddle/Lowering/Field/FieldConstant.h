//===- FieldConstant.h - Which number a float constant means ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A constant of a payload is a rounded number. It stands for the number that
// was most likely meant: one of a few symbols (log2(e), ln(2), pi, ...), or the
// simplest fraction that rounds to it. So x / 3 and x * 0.333333343 are the
// same.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LOWERING_FIELD_FIELDCONSTANT_H
#define HEDDLE_LOWERING_FIELD_FIELDCONSTANT_H

#include "heddle/Lowering/Field/FieldNumber.h"

#include "llvm/ADT/APFloat.h"

namespace mlir::heddle::field {

/// The simplest fraction (the smallest denominator) in [low, high].
struct Fraction {
  int64_t numerator = 0, denominator = 1;
};

/// Requires: 0 < low <= high < 2^62. Returns nothing if the numbers of the
/// fraction need more than 62 bits.
std::optional<Fraction> findSimplestFraction(double low, double high);

/// The number that a constant means.
struct Constant {
  Element element = 0;
  /// The nearest f64.
  double value = 0;
  /// False if the constant looks exact: it is a whole number, less than 32
  /// times a power of two, an infinity or a NaN. Other constants may be results
  /// of float arithmetic.
  bool mayBeRounded = false;
  /// Whether it is one of a few irrational numbers: log2(e), ln(2), pi, ...
  bool isSymbol = false;
};

Constant readConstant(const llvm::APFloat &value,
                      const Field &field = Field::get());

} // namespace mlir::heddle::field

#endif // HEDDLE_LOWERING_FIELD_FIELDCONSTANT_H
