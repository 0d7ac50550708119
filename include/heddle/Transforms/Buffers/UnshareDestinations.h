//===- UnshareDestinations.h - A destination of its own ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Undoes, before bufferization, the sharing of initial contents that CSE and
// loop-invariant code motion bring about.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_UNSHAREDESTINATIONS_H
#define HEDDLE_TRANSFORMS_BUFFERS_UNSHAREDESTINATIONS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Gives each op under `root` that writes into a `tensor.empty`, or into a
/// `linalg.fill` of one, its own, if others use it too or if it is outside
/// of a loop around the op. Bufferization would copy a shared one for all
/// writers but one, and a copy costs more than a fill. A slice into which what
/// is made of it is inserted again counts with the insertion as one use; then
/// the frame of a padded tensor, strips of fills in either, is made anew, too.
/// What has one use moves right before it.
///
/// ```mlir
/// %f = linalg.fill ins(%zero) outs(%e)
/// %0 = linalg.matmul ins(%a, %b) outs(%f)
/// %1 = linalg.matmul ins(%c, %d) outs(%f)
/// ```
/// ```mlir
/// %f0 = linalg.fill ins(%zero) outs(%e0)
/// %0 = linalg.matmul ins(%a, %b) outs(%f0)
/// %f1 = linalg.fill ins(%zero) outs(%e1)
/// %1 = linalg.matmul ins(%c, %d) outs(%f1)
/// ```
void unshareDestinations(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_UNSHAREDESTINATIONS_H
