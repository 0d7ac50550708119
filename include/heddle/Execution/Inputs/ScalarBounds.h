//===- ScalarBounds.h - Bounds of what a scalar op computes -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How large the results of the ops of arith and math are for operands of a
// known size. Structured ops and memory are in Exactness.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_INPUTS_SCALARBOUNDS_H
#define HEDDLE_EXECUTION_INPUTS_SCALARBOUNDS_H

#include "heddle/Execution/Inputs/Exactness.h"

namespace mlir::heddle {

/// A bound of all values that satisfy at least one of two bounds.
ValueBound join(ValueBound a, ValueBound b);

/// The bound that every value of this type satisfies: that of all bit patterns
/// of an integer type, read as signed numbers. Other types have no bound.
std::optional<ValueBound> getTypeBound(Type elementType);

/// The bound of a constant; none if its unit is too small or if it is not a
/// number.
std::optional<ValueBound> boundAttribute(Attribute attribute);

/// The bound of the result of an op of arith or math with one result, before it
/// is rounded to its type. None if the result may not be a whole number, or if
/// its bound is not known.
std::optional<ValueBound> boundScalarOp(Operation *op, ArrayRef<ValueBound> in);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_INPUTS_SCALARBOUNDS_H
