//===- FieldConstant.h - Which number a float constant means ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A constant of a payload is a rounded number. It is taken for the number that
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
  /// False if it is exact by its looks: a whole number, a multiple of a power
  /// of two by less than 32, an infinity or a NaN. Others may be results of
  /// arithmetic that was done in floats.
  bool mayBeRounded = false;
  /// Whether it is one of a few irrational numbers: log2(e), ln(2), pi, ...
  bool isSymbol = false;
};

Constant readConstant(const llvm::APFloat &value,
                      const Field &field = Field::get());

} // namespace mlir::heddle::field

#endif // HEDDLE_LOWERING_FIELD_FIELDCONSTANT_H
