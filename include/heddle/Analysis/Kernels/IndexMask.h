//===- IndexMask.h - Rows that are masked by their indices ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_KERNELS_INDEXMASK_H
#define HEDDLE_ANALYSIS_KERNELS_INDEXMASK_H

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::heddle {

/// True if an elementwise op of linalg chooses between -inf and another number
/// by comparing values of linalg.index, and `op` comes from it through
/// elementwise ops, reductions of rows, and a softmax: as the weights of causal
/// attention do. Which elements are -inf is another question
/// (Fusion/MaskedTiles.h).
bool isMaskedByIndices(Operation *op);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_KERNELS_INDEXMASK_H
