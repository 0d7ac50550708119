//===- HandleReading.h - Payload ops of a handle ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the payload ops of a handle, and refuses a handle that names
// nothing. Sizes are read in MixedSizes.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMOPS_OPERANDS_HANDLEREADING_H
#define HEDDLE_LIB_TRANSFORMOPS_OPERANDS_HANDLEREADING_H

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

namespace mlir::heddle {

/// Appends the payload ops of `handle`, the operand `name` of `op`; a null
/// handle has none. An empty handle is most likely a typo. So it is a
/// silenceable failure, unless `isAllowed` is set or `op` has
/// `heddle.may_be_empty`.
DiagnosedSilenceableFailure readHandle(transform::TransformOpInterface op,
                                       transform::TransformState &state,
                                       StringRef name, Value handle,
                                       SmallVectorImpl<Operation *> &payload,
                                       bool isAllowed = false);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMOPS_OPERANDS_HANDLEREADING_H
