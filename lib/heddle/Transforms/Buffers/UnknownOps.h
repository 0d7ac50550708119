//===- UnknownOps.h - Ops that stay on tensors ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bufferization around ops without BufferizableOpInterface.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_BUFFERS_UNKNOWNOPS_H
#define HEDDLE_LIB_TRANSFORMS_BUFFERS_UNKNOWNOPS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Fails, with an error at the first one, if there are unknown ops under
/// `root`.
LogicalResult checkAllKnown(Operation *root);

/// Copies each tensor that an unknown op under `root` takes from another kind
/// of op. To be run right before one-shot bufferization.
///
/// ```mlir
/// %u = math.exp %t : tensor<?xf32>
/// ```
/// ```mlir
/// %c = bufferization.alloc_tensor() copy(%t) : tensor<?xf32>
/// %u = math.exp %c : tensor<?xf32>
/// ```
/// Fails, with an error at the op, if an unknown op has regions or takes an
/// unranked tensor.
LogicalResult isolateUnknownOps(RewriterBase &rewriter, Operation *root);

/// Makes the `to_tensor` ops that bufferization left before unknown ops
/// `restrict writable`, so that one-shot bufferization accepts the function
/// again after a later step has replaced the unknown ops. Requires that
/// isolateUnknownOps was run before.
void markIsolatedTensors(RewriterBase &rewriter, Operation *root);

/// Makes loads and dims of buffers of what reads elements and sizes of tensors
/// that stay.
///
/// Requires: one-shot bufferization has run, and no canonicalization follows.
void readBuffersOfUnknownOps(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_BUFFERS_UNKNOWNOPS_H
