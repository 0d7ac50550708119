//===- FieldCompare.h - Compare results in a finite field -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If two elements differ, their formulas differ, unless an element depends on a
// value that the field does not know.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_FIELD_FIELDCOMPARE_H
#define HEDDLE_EXECUTION_FIELD_FIELDCOMPARE_H

#include "heddle/Execution/Run/HostValue.h"

namespace mlir::heddle::field {

/// The result of comparing the elements of two arrays.
struct FieldComparison {
  int64_t equal = 0;
  /// Elements that differ, and the first of them.
  int64_t different = 0, firstDifferent = -1;
  /// Elements that cannot be compared, and the first of them.
  int64_t doubtful = 0, firstDoubtful = -1;
};

/// Compares arrays of the same shape. `expectedWide` and `foundWide` are the
/// same arrays in f64, or null. They give the value of an unknown element.
FieldComparison compareInField(const HostValue &expected,
                               const HostValue &found,
                               const HostValue *expectedWide,
                               const HostValue *foundWide);

} // namespace mlir::heddle::field

#endif // HEDDLE_EXECUTION_FIELD_FIELDCOMPARE_H
