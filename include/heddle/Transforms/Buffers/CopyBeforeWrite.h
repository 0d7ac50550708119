//===- CopyBeforeWrite.h - A buffer of its own for each value ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inserts copies where the bufferization of tensors must not depend on an
// analysis.
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

/// In a function of several blocks, copies the values that are returned, and
/// the results of ops with regions that other blocks use. After that no result
/// is an argument, and the deallocation pass finds the values that are alive at
/// the end of a block. Where a branch names one successor twice, a block is
/// inserted on the second edge.
void copyBetweenBlocks(RewriterBase &rewriter, Region &region);

/// Does both in the functions under `root` that have several blocks. One-shot
/// bufferization orders ops by dominance only, so it does not see a conflict
/// between a write in one branch and a read after the branches have joined.
/// After this step, such a function writes only into copies that are not read
/// elsewhere.
void copyInFunctionsOfBlocks(RewriterBase &rewriter, Operation *root);

/// Copies what comes from outside of a region before a write in the region, if
/// the region may run again and one-shot bufferization does not know that: the
/// body of scf.parallel, of affine loops, of structured ops, or of an op that
/// it does not know. It would write in place, and the next run of the region
/// would read what this one wrote.
///
/// ```mlir
/// scf.parallel (%i) = ... {
///   %0 = linalg.add ins(%x, %a) outs(%a)
/// ```
/// ```mlir
/// scf.parallel (%i) = ... {
///   %c = bufferization.alloc_tensor() copy(%a)
///   %0 = linalg.add ins(%x, %a) outs(%c)
/// ```
void copyInUnseenLoops(RewriterBase &rewriter, Operation *root);

/// Gives a `bufferization.to_buffer` a copy of its tensor if an op may write
/// into the tensor in place while the memref is in use. One-shot bufferization
/// takes the tensor to be read where the `to_buffer` is, and not later.
///
/// ```mlir
/// %m = bufferization.to_buffer %a
/// %0 = tensor.insert %x into %a[%i]
/// memref.copy %m, %n
/// ```
/// ```mlir
/// %c = bufferization.alloc_tensor() copy(%a)
/// %m = bufferization.to_buffer %c
/// %0 = tensor.insert %x into %a[%i]
/// memref.copy %m, %n
/// ```
void copyForBuffers(RewriterBase &rewriter, Operation *root);

/// The first op for which copyForBuffers would make a copy; null if there is
/// none.
Operation *findOverwrittenBuffer(Operation *root);

/// The first op in a function of several blocks that may write into a tensor
/// which another op may read afterwards; null if there is none. Upstream's
/// analysis orders ops by dominance, and finds no conflict there.
Operation *findWriteAmongBlocks(Operation *root);

/// The first write for which copyInUnseenLoops would make a copy, and the op
/// around it whose region runs again; two nulls if there is none.
std::pair<Operation *, Operation *> findUnseenWrite(Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_COPYBEFOREWRITE_H
