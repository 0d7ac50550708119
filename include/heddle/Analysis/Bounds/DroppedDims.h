//===- DroppedDims.h - The dims that a subview leaves out -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's SubViewOp::getDroppedDims tells unit dims apart by their strides,
// and crashes where these do not match. This one looks at the shape: which of
// several unit dims is left out makes no difference to what is accessed.
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
