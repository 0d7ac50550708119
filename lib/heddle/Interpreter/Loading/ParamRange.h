//===- ParamRange.h - The values that a param may have ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares a value with the attribute heddle.range of a param.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_LOADING_PARAMRANGE_H
#define HEDDLE_LIB_INTERPRETER_LOADING_PARAMRANGE_H

#include "mlir/Dialect/Transform/IR/TransformOps.h"

namespace mlir::heddle {

/// The name that `heddle.param` gives argument `number` of `sequence`; empty if
/// it has none.
StringRef getParamName(transform::NamedSequenceOp sequence, unsigned number);

/// Emits an error at `loc`, which chooses a value, about param `number`.
InFlightDiagnostic emitParamError(Location loc,
                                  transform::NamedSequenceOp sequence,
                                  unsigned number);

/// Fails, with an error at `loc`, if argument `number` of `sequence` has a
/// range and `value` is not in it, or the range is not one.
LogicalResult checkParamRange(Location loc, transform::NamedSequenceOp sequence,
                              unsigned number, Attribute value);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_LOADING_PARAMRANGE_H
