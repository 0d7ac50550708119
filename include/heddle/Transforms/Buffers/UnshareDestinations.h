//===- UnshareDestinations.h - A destination of its own ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before bufferization, undoes the sharing of initial contents that CSE and
// loop-invariant code motion cause.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_UNSHAREDESTINATIONS_H
#define HEDDLE_TRANSFORMS_BUFFERS_UNSHAREDESTINATIONS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Gives an op under `root` that writes into a `tensor.empty`, or into a
/// `linalg.fill` of one, separate contents, if other ops use the contents too
/// or if they are made outside of a loop around the op. Bufferization would
/// copy shared contents for all writers but one, and a copy costs more than a
/// fill. A slice that is computed and inserted again counts as one use
/// together with the insertion. For such a use the frame of a padded tensor
/// (strips of fills that are inserted into an empty tensor or a fill) is
/// repeated as well. Contents with a single use move right before it.
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
