//===- TiledDims.h - Which dims an upstream op tiles ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the dims of its target that an upstream tiling op tiles, from the sizes
// of the op. InvalidInputs and Defects use the result.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_GUARDS_TILEDDIMS_H
#define HEDDLE_LIB_INTERPRETER_GUARDS_TILEDDIMS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include <optional>

namespace mlir::heddle {

/// Which positions of the list `sizesAttr` of `op` tile: those that are not
/// known to be zero. The values that are not static are operands of `op`, in
/// order, from `firstDynamic` on.
SmallVector<bool> findTiledPositions(Operation *op, StringRef sizesAttr,
                                     unsigned firstDynamic,
                                     const transform::TransformState &state);

/// The first iteration dim of `op` that is known to have no iterations and is
/// not in `tiled`, if any.
std::optional<unsigned> findUntiledEmptyDim(linalg::LinalgOp op,
                                            ArrayRef<bool> tiled);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_GUARDS_TILEDDIMS_H
