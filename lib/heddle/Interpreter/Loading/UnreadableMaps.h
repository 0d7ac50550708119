//===- UnreadableMaps.h - Maps that no parser takes back --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Affine maps and sets that MLIR 22.1 prints and cannot parse.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_LOADING_UNREADABLEMAPS_H
#define HEDDLE_LIB_INTERPRETER_LOADING_UNREADABLEMAPS_H

#include "mlir/IR/Operation.h"

namespace mlir::heddle {

/// The first op in `root` with a map or a set that holds the smallest 64-bit
/// number, or null. The parser rejects that number, because it reads the digits
/// before the sign.
Operation *findUnreadableMap(Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_LOADING_UNREADABLEMAPS_H
