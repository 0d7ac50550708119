//===- UnsoundOps.h - Upstream ops that are known to be unsound -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which transform ops of MLIR 22 change what some payload ops compute, and how
// to tell such a payload op. Nothing is reported here.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_UNSOUNDOPS_H
#define HEDDLE_LIB_INTERPRETER_UNSOUNDOPS_H

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include <optional>
#include <string>

namespace mlir::heddle {

/// True if there are payload ops for which the transform op `op` is unsound.
bool mayBeUnsound(Operation *op);

/// To be told before the transform op `op` is applied: keeps in `state` what
/// makes a later one unsound.
void noteApplied(Operation *op, transform::TransformState &state);

/// The transform op, applied before `op`, without which `op` would be sound;
/// null if there is none.
Operation *findEarlierCause(Operation *op, transform::TransformState &state);

/// Why applying the transform op `op` to `target` changes what the payload
/// computes, as the rest of a sentence that begins with the op's name; nothing
/// if it does not, as far as is known.
std::optional<std::string> findUnsoundness(Operation *op, Operation *target,
                                           transform::TransformState &state);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_UNSOUNDOPS_H
