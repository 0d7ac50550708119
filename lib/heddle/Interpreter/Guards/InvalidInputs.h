//===- InvalidInputs.h - What upstream ops cannot take ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which operands and attributes make a transform op of MLIR 22 crash, hang or
// fail without a reason. Nothing is reported here.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_GUARDS_INVALIDINPUTS_H
#define HEDDLE_LIB_INTERPRETER_GUARDS_INVALIDINPUTS_H

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include <optional>
#include <string>

namespace mlir::heddle {

/// An input that a transform op does not support.
struct InvalidInput {
  /// "expects ..., but got ...".
  std::string text;
  /// The payload op that is not supported; null if the fault is not in the
  /// payload.
  Operation *payload = nullptr;
};

/// True if the transform op `op` has inputs that it does not support.
bool mayHaveInvalidInput(Operation *op);

/// The first input of `op` that `op` does not support; nothing if none is
/// known. Requires: the operands of `op` are live in `state`.
std::optional<InvalidInput>
findInvalidInput(Operation *op, const transform::TransformState &state);

/// True if 'findEmptyTile' knows how the transform op `op` makes tiles.
bool tilesItsTarget(Operation *op);

/// The first dim along which a tile that `op` makes would be known to be empty.
/// Requires: `tilesItsTarget`, and the operands of `op` are live in `state`.
std::optional<InvalidInput>
findEmptyTile(Operation *op, const transform::TransformState &state);

/// True if the transform op `op` is upstream's one-shot bufferization.
bool bufferizesInOneShot(Operation *op);

/// The first 'tensor.concat' in the targets of `op` that has a part at the end
/// of its result. Requires: `bufferizesInOneShot`, and the operands of `op` are
/// live in `state`.
std::optional<InvalidInput>
findEmptyConcat(Operation *op, const transform::TransformState &state);

/// The first op in the targets of `op` that has no bufferization, unless `op`
/// leaves such ops on tensors. Requires: `bufferizesInOneShot`, and the
/// operands of `op` are live in `state`.
std::optional<InvalidInput>
findUnbufferizedOp(Operation *op, const transform::TransformState &state);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_GUARDS_INVALIDINPUTS_H
