//===- TiledLoops.h - What models of tiled ops share ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions that the footprints of linalg, linalg_ext and of other ops with
// TilingInterface ask alike.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ANALYSIS_FOOTPRINT_TILEDLOOPS_H
#define HEDDLE_LIB_ANALYSIS_FOOTPRINT_TILEDLOOPS_H

#include "heddle/Analysis/Spaces/MemorySpace.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace mlir::heddle {

/// For each loop, whether it is a reduction.
inline SmallVector<bool> areReductions(ArrayRef<utils::IteratorType> loops) {
  return llvm::map_to_vector(loops, [](utils::IteratorType type) {
    return type == utils::IteratorType::reduction;
  });
}

/// Why an op with an encoded tensor as operand has no footprint; empty for
/// others. A memory space is no obstacle: slices of a tensor keep its encoding.
inline StringRef getObstacleOfEncoding(Operation *op) {
  bool isFound = llvm::any_of(op->getOperandTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && hasOtherEncoding(tensor);
  });
  return isFound
             ? "has an operand with a tensor encoding that is no memory space"
             : "";
}

} // namespace mlir::heddle

#endif // HEDDLE_LIB_ANALYSIS_FOOTPRINT_TILEDLOOPS_H
