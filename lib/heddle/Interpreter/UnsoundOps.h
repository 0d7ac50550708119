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

/// Why applying the transform op `op` to `target` changes what the payload
/// computes, as the rest of a sentence that begins with the op's name; nothing
/// if it does not, as far as is known.
std::optional<std::string>
findUnsoundness(Operation *op, Operation *target,
                const transform::TransformState &state);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_UNSOUNDOPS_H
