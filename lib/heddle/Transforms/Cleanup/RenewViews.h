//===- RenewViews.h - A view for each state of memory -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor that is a view of memory has other contents after a write, although
// it is the same value. CSE and canonicalization do not know that.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_CLEANUP_RENEWVIEWS_H
#define HEDDLE_LIB_TRANSFORMS_CLEANUP_RENEWVIEWS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Prepares `root` for CSE and canonicalization. What reads a tensor from
/// `bufferization.to_tensor` after a write gets a new `to_tensor` there, if
/// the tensor has other uses. A generic that copies such a tensor, and whose
/// result is used after a write, becomes a `linalg.copy`: canonicalization
/// would let the reader of the copy read the memory. So would it for a loop
/// that starts from such a tensor, or an op that computes into it, and has
/// nothing to do: these get a `linalg.copy` of the tensor. Tensors that a
/// function takes are left as they are.
void renewViews(RewriterBase &rewriter, Operation *root);

/// Prevents CSE from merging two buffers of one tensor if an op may write into
/// one of them: their `bufferization.to_buffer` ops have no memory effects.
/// They get attributes that differ.
void keepBuffersApart(RewriterBase &rewriter, Operation *root);

/// Removes these attributes.
void releaseBuffers(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_CLEANUP_RENEWVIEWS_H
