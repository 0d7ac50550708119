//===- FieldCompare.h - Compare results in a finite field -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two elements that differ are two formulas that differ, unless something that
// the field does not know led to one of them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_FIELD_FIELDCOMPARE_H
#define HEDDLE_EXECUTION_FIELD_FIELDCOMPARE_H

#include "heddle/Execution/Run/HostValue.h"

namespace mlir::heddle::field {

/// How the elements of two arrays compare.
struct FieldComparison {
  int64_t equal = 0;
  /// Elements that differ, and the first of them.
  int64_t different = 0, firstDifferent = -1;
  /// Elements of which nothing can be said, and the first of them.
  int64_t doubtful = 0, firstDoubtful = -1;
};

/// Compares arrays of the same shape. `expectedWide` and `foundWide` are the
/// same arrays in f64, or null: they say what an unknown element is.
FieldComparison compareInField(const HostValue &expected,
                               const HostValue &found,
                               const HostValue *expectedWide,
                               const HostValue *foundWide);

} // namespace mlir::heddle::field

#endif // HEDDLE_EXECUTION_FIELD_FIELDCOMPARE_H
