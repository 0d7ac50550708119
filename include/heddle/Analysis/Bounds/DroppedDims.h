//===- DroppedDims.h - The dims that a subview leaves out -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's SubViewOp::getDroppedDims tells unit dims apart by their strides,
// and crashes where the strides do not match. This function looks at the shape
// only. It may report another one of several unit dims, but the elements
// accessed are the same.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_BOUNDS_DROPPEDDIMS_H
#define HEDDLE_ANALYSIS_BOUNDS_DROPPEDDIMS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::heddle {

/// The dims of the source of `op` that its result does not have.
inline llvm::SmallBitVector findDroppedDims(memref::SubViewOp op) {
  llvm::SmallBitVector dropped(op.getStaticSizes().size());
  auto mask =
      computeRankReductionMask(op.getStaticSizes(), op.getType().getShape());
  if (mask)
    for (unsigned dim : *mask)
      dropped.set(dim);
  return dropped;
}

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_BOUNDS_DROPPEDDIMS_H
