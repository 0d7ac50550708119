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
/// small matmuls. Those on memrefs stay. A pad with negative amounts becomes a
/// slice and a pad, because bufferization does not handle it. The mask around a
/// transfer becomes an operand of the transfer. A cast to a tensor in another
/// memory space becomes a copy.
///
/// On failure: an error was emitted at the op that cannot be decomposed; other
/// ops may have been decomposed already.
LogicalResult decomposeTensorOps(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_DECOMPOSETENSOROPS_H
