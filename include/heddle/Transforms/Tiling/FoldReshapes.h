//===- FoldReshapes.h - Batch dims that reshapes join -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives the ops of a chain, such as an attention, the dims that the reshapes
// between them join and split again.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_TILING_FOLDRESHAPES_H
#define HEDDLE_TRANSFORMS_TILING_FOLDRESHAPES_H

#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/IR/PatternMatch.h"

#include <functional>

namespace mlir::heddle {

/// Receives an op that was replaced, and the op that computes the same now.
using ReplacedOpFn = std::function<void(Operation *, Operation *)>;

/// Why `op` is no product whose dims can be split; none if it is one.
std::optional<Reason> checkFoldReshapes(Operation *op);

/// Gives `target`, and the ops that compute its first operand, the `rank` dims
/// of the tensors before their first dims were joined:
///
/// ```mlir
/// %q3 = tensor.collapse_shape %q [[0, 1], [2], [3]]
///     : tensor<2x8x16x64xf32> into tensor<16x16x64xf32>
/// %s = linalg.batch_matmul ins(%q3, %k3 : ...) -> tensor<16x16x16xf32>
/// %s4 = tensor.expand_shape %s [[0, 1], [2], [3]] ...
/// ```
/// ```mlir
/// %s4 = linalg.generic // (b, h, m, n, k)
///     ins(%q, %k : ...) -> tensor<2x8x16x16xf32>
/// ```
///
/// The ops are `target`, the ops between its first operand and the products
/// from which that comes, these products, and elementwise ops between a
/// reshape and one of the products. Reshapes that join other dims than the
/// first ones stay. Calls `replaced` for each of these ops that becomes another
/// one.
///
/// Without such reshapes nothing changes.
/// Requires: checkFoldReshapes finds no reason.
void foldReshapes(RewriterBase &rewriter, Operation *target, int64_t rank,
                  const ReplacedOpFn &replaced);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_TILING_FOLDRESHAPES_H
