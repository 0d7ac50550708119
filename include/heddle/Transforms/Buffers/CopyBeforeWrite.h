//===- CopyBeforeWrite.h - A buffer of its own for each value ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For tensors whose bufferization must not depend on an analysis.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_COPYBEFOREWRITE_H
#define HEDDLE_TRANSFORMS_BUFFERS_COPYBEFOREWRITE_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Copies each tensor under `root` right before the op that may write into its
/// buffer: into a destination, around a loop, or in a callee.
///
/// ```mlir
/// %0 = linalg.exp ins(%a) outs(%b)
/// ```
/// ```mlir
/// %c = bufferization.alloc_tensor() copy(%b)
/// %0 = linalg.exp ins(%a) outs(%c)
/// ```
void copyBeforeWrites(RewriterBase &rewriter, Operation *root);

/// Copies, in the blocks of the body of a function, what is returned, and what
/// an op with regions makes for other blocks. No result is an argument then,
/// and the deallocation pass finds what is alive where a block ends. A branch
/// that names a block twice gets a block in between.
void copyBetweenBlocks(RewriterBase &rewriter, Region &region);

/// Does both in the functions under `root` that have several blocks. One-shot
/// bufferization orders ops by dominance only: it sees no conflict between a
/// write in one branch and a read after the branches have joined. After this
/// such a function writes into nothing that is read elsewhere.
void copyInFunctionsOfBlocks(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_COPYBEFOREWRITE_H
