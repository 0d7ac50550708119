//===- ForwardedViews.h - Folds that read memory later ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds ops that upstream's canonicalization replaces by a view of memory,
// though the memory is written before their results are used. This file changes
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_DATAFLOW_FORWARDEDVIEWS_H
#define HEDDLE_ANALYSIS_DATAFLOW_FORWARDEDVIEWS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::heddle {

/// True for an op whose result is a part of the buffer of its first operand: a
/// slice, a cast or a reshape.
bool isPartOfBuffer(Operation *op);

/// True for a generic that yields the elements of its only input in their
/// places. Canonicalization replaces it by the input.
bool isPlainCopy(linalg::GenericOp op);

/// The first op in `root` that copies a tensor from `bufferization.to_tensor`,
/// if canonicalization replaces the op by this tensor and the memory of the
/// tensor may be written before a use of the copy; null if there is none.
/// These ops are copies by a generic, transposes and broadcasts that move
/// nothing, pads that add nothing, insertions over a whole tensor,
/// concatenations of one tensor, vectors of a whole tensor that are read and
/// written, and loops without iterations.
///
/// Requires: `root` is in a module.
Operation *findForwardedView(Operation *root);

/// True if `op` copies a tensor from `bufferization.to_tensor`, and the memory
/// of the tensor may be written before a use of the copy. As one vector that is
/// read and written, the copy would be folded.
///
/// Requires: `op` is in a module.
bool isCopyBeforeWrite(linalg::LinalgOp op);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_DATAFLOW_FORWARDEDVIEWS_H
