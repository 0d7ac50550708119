//===- HoistTileBuffers.h - Tile buffers out of loops -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves allocations out of sequential loops, so that they are made once, before
// the loop. Allocations do not share buffers, and are not moved to the stack.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_HOISTTILEBUFFERS_H
#define HEDDLE_TRANSFORMS_BUFFERS_HOISTTILEBUFFERS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Takes each `memref.alloc` under `root` out of the sequential loops around
/// it, as far as its buffer does not outlive an iteration. A buffer whose size
/// depends on the iteration is replaced by a view of one with the largest size:
///
/// ```mlir
/// scf.for %i = %c0 to %n step %c8 {
///   %s = affine.min affine_map<(d0)[s0] -> (8, -d0 + s0)>(%i)[%n]
///   %b = memref.alloc(%s) {alignment = 64 : i64} : memref<?x4xf32>
/// ```
/// ```mlir
/// %all = memref.alloc() {alignment = 64 : i64} : memref<128xi8>
/// scf.for %i = %c0 to %n step %c8 {
///   %s = affine.min affine_map<(d0)[s0] -> (8, -d0 + s0)>(%i)[%n]
///   %b = memref.view %all[%c0][%s] : memref<128xi8> to memref<?x4xf32>
/// ```
///
/// A buffer stays inside an `scf.forall` or `scf.parallel`: each thread needs
/// its own.
///
/// Requires: no `memref.dealloc` was inserted yet; a buffer that is freed stays
/// where it is.
/// Returns the number of buffers that were moved.
unsigned hoistTileBuffers(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_HOISTTILEBUFFERS_H
