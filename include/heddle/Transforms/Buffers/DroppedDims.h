//===- DroppedDims.h - Views that drop dims of unknown stride ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites views whose dropped dims upstream misreads. It changes no other
// view.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_DROPPEDDIMS_H
#define HEDDLE_TRANSFORMS_BUFFERS_DROPPEDDIMS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Lets a separate op drop the unit dims of a `memref.subview` if
/// `SubViewOp::getDroppedDims` finds other dropped dims than the shapes show:
///
/// ```mlir
/// %v = memref.subview %m[3, 1, 0] [1, 3, 1] [1, 1, 1]
///     : memref<4x4x4xf32, strided<[?, ?, ?], offset: ?>>
///     to memref<1x3xf32, strided<[?, ?], offset: ?>>
/// ```
/// ```mlir
/// %w = memref.subview %m[3, 1, 0] [1, 3, 1] [1, 1, 1]
///     : memref<4x4x4xf32, strided<[?, ?, ?], offset: ?>>
///     to memref<1x3x1xf32, strided<[?, ?, ?], offset: ?>>
/// %v = memref.collapse_shape %w [[0], [1, 2]]
///     : memref<1x3x1xf32, strided<[?, ?, ?], offset: ?>>
///     into memref<1x3xf32, strided<[?, ?], offset: ?>>
/// ```
///
/// The shapes say that the last dim is dropped. Upstream finds dropped dims by
/// their strides, takes the first of those that it cannot tell apart, and would
/// give the row the stride of the last dim.
void separateDroppedDims(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_DROPPEDDIMS_H
