//===- PartialWrites.h - Destinations written in part -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prepares ops that write a part of their destination only (a shifted block, a
// row, a diagonal) for bufferization.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_PARTIALWRITES_H
#define HEDDLE_TRANSFORMS_BUFFERS_PARTIALWRITES_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Makes partial writes visible to bufferization. It changes the structured ops
/// under `root` whose output map does not consist of distinct loops, or whose
/// other loops may have no iteration. Bufferization assumes that such an op
/// overwrites its whole destination if the body does not read it; so the body
/// is made to read it. Bufferization also allocates copies of the result with
/// extents that follow from the loops, but for such a map the destination has
/// other extents; so results with dynamic extents are used through a slice of
/// the whole result.
///
/// An index of a `vector.transfer_write` is hidden if the op does not overwrite
/// the whole destination, but bufferization assumes so: that compares the sizes
/// of the vector with the first ones of the destination, whichever dims are
/// written, and does not look at a mask. Where the destination has no dims, the
/// old element is written in place of none.
///
/// ```mlir
/// %0 = linalg.generic {indexing_maps = [#id, (d0) -> (d0 + 1)], ..}
///        ins(%a : tensor<?xf32>) outs(%o : tensor<?xf32>) {
/// ^bb0(%in: f32, %out: f32):
///   linalg.yield %in
/// }
/// use(%0)
/// ```
/// ```mlir
/// %n = tensor.dim %o, %c0
/// %0 = linalg.generic {indexing_maps = [#id, (d0) -> (d0 + 1)], ..}
///        ins(%a : tensor<?xf32>) outs(%o : tensor<?xf32>) {
/// ^bb0(%in: f32, %out: f32):
///   %true = arith.constant true
///   %1 = arith.select %true, %in, %out
///   linalg.yield %1
/// }
/// %2 = tensor.extract_slice %0[0] [%n] [1]
/// use(%2)
/// ```
void pinPartialWrites(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_PARTIALWRITES_H
