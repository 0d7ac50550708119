//===- DecomposeTensorOps.h - Tensor ops without buffers --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prepares packing, Winograd transforms and pads for bufferization.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_DECOMPOSETENSOROPS_H
#define HEDDLE_TRANSFORMS_BUFFERS_DECOMPOSETENSOROPS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Replaces the ops under `root` that bufferization does not know by ops that
/// it knows: `linalg.pack` by a pad, a reshape and a transposition,
/// `linalg.unpack` by the reverse, and the Winograd transforms by loops of
/// small matmuls. Those on memrefs stay. A pad by less than nothing, which
/// bufferization does not take for a slice, becomes one. The mask around a
/// transfer becomes its operand.
///
/// On failure: an error was emitted at the op that cannot be decomposed; others
/// may have been.
LogicalResult decomposeTensorOps(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_DECOMPOSETENSOROPS_H
