//===- TiledDims.h - Sizes of a step, and the dims it tiles -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the sizes of an upstream op, and which dims of its target they tile. A
// size that cannot be read may be any. InvalidInputs and Defects use the
// result.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_GUARDS_TILEDDIMS_H
#define HEDDLE_LIB_INTERPRETER_GUARDS_TILEDDIMS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include <optional>

namespace mlir::heddle {

/// The list `sizesAttr` of `op`; dynamic where a size cannot be read. The sizes
/// that are not static are the operands of `op` after the target, in order:
/// params, or handles to constants of the payload.
SmallVector<int64_t> readSizes(Operation *op, StringRef sizesAttr,
                               const transform::TransformState &state);

/// Which positions of the list `sizesAttr` of `op` tile: those that are not
/// known to be zero.
SmallVector<bool> findTiledPositions(Operation *op, StringRef sizesAttr,
                                     const transform::TransformState &state);

/// Adds to `tiled` the same for lists that are one operand of `op`.
void addPackedPositions(Operation *op, const transform::TransformState &state,
                        SmallVectorImpl<bool> &tiled);

/// The first iteration dim of `op` that is known to have no iterations and is
/// not in `tiled`, if any.
std::optional<unsigned> findUntiledEmptyDim(linalg::LinalgOp op,
                                            ArrayRef<bool> tiled);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_GUARDS_TILEDDIMS_H
