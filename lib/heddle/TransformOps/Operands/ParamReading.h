//===- ParamReading.h - The value of a param --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the integer of an optional param. Sizes are read in MixedSizes.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMOPS_OPERANDS_PARAMREADING_H
#define HEDDLE_LIB_TRANSFORMOPS_OPERANDS_PARAMREADING_H

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

namespace mlir::heddle {

/// Sets `value` to the one integer of `param`, which stands after the word
/// `name` in `op`; leaves it as it is if `param` is null. Refuses a param of no
/// or of several values, and an integer outside [`least`, `largest`].
DiagnosedSilenceableFailure readParam(transform::TransformOpInterface op,
                                      transform::TransformState &state,
                                      StringRef name, Value param,
                                      int64_t least, int64_t largest,
                                      std::optional<int64_t> &value);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMOPS_OPERANDS_PARAMREADING_H
