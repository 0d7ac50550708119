//===- MultitileSizes.h - Extents too small for two sizes -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 'transform.structured.multitile_sizes' divides by the number of tiles. That
// is 0 if the dim has fewer elements than the divisor of the sizes: upstream
// ends the process if the extent is static, and the payload does so if it is
// dynamic.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_GUARDS_MULTITILESIZES_H
#define HEDDLE_LIB_INTERPRETER_GUARDS_MULTITILESIZES_H

#include "InvalidInputs.h"

namespace mlir::heddle {

/// What is wrong with the dim and the numbers of `op`, a 'multitile_sizes', or
/// with a static extent of a target; nothing if all are right.
std::optional<InvalidInput>
findInvalidMultitile(Operation *op, const transform::TransformState &state);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_GUARDS_MULTITILESIZES_H
