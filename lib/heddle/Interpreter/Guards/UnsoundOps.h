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

#ifndef HEDDLE_LIB_INTERPRETER_GUARDS_UNSOUNDOPS_H
#define HEDDLE_LIB_INTERPRETER_GUARDS_UNSOUNDOPS_H

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include <optional>
#include <string>

namespace mlir::heddle {

/// True if there are payload ops for which the transform op `op` is unsound.
bool mayBeUnsound(Operation *op);

/// To be called before the transform op `op` is applied to `targets`. Records
/// in `state` what makes a later op unsound.
void noteApplied(Operation *op, ArrayRef<Operation *> targets,
                 transform::TransformState &state);

/// Why a transform op changes what the payload computes.
struct Unsoundness {
  /// The rest of a sentence that begins with the name of the transform op.
  std::string reason;
  /// The earlier transform op that makes this one unsound, or null.
  Operation *earlierCause = nullptr;
};

/// Why applying the transform op `op` to `target` changes what the payload
/// computes; nothing if no such defect is known.
std::optional<Unsoundness> findUnsoundness(Operation *op, Operation *target,
                                           transform::TransformState &state);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_GUARDS_UNSOUNDOPS_H
