//===- PackDotProducts.h - Operands in groups of products -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites a product of matrices of i8 or bf16, so that its operands are in
// the order in which the instructions for dot products read them. The result
// does not change.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_VECTORS_PACKDOTPRODUCTS_H
#define HEDDLE_TRANSFORMS_VECTORS_PACKDOTPRODUCTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

struct PackedDotProducts {
  /// The sum over groups. It has the loops of the op that it replaces and one
  /// more loop over the elements of a group; the last reduction loop of the
  /// old op now iterates over groups.
  linalg::LinalgOp op;
  /// The copy of the operand along which vectors lie, group after group.
  linalg::LinalgOp copy;
};

/// Fails, and tells the rewriter why, if `packDotProducts` would.
LogicalResult checkPackDotProducts(RewriterBase &rewriter, linalg::LinalgOp op);

/// Rewrites `op`, which adds products of i8 to i32 or of bf16 to f32, to add
/// groups of four products of i8 or two of bf16. The elements of a group are
/// next to each other.
///
/// ```
///   %c = linalg.matmul ins(%a, %b : tensor<MxKxi8>, tensor<KxNxi8>) outs(%i)
/// ```
/// becomes
/// ```
///   %sums = columns of %b, summed over K
///   %start = %i - 128 * %sums
///   %p = %a + 128, as unsigned numbers: tensor<M x K/4 x 4>
///   %q = linalg.transpose %b: tensor<K/4 x N x 4>
///   %c = linalg.generic ins(%p, %q) outs(%start)     // loops m, n, k / 4, 4
/// ```
/// The instruction for i8 multiplies unsigned numbers by signed ones. Where
/// only one operand is signed, and for bf16, nothing is added to the other.
/// Sums of i32 wrap around, so the result is the same in each bit. A dim that
/// is no multiple of the group is padded with zeros.
///
/// On failure: the IR is untouched, and the rewriter was told why.
FailureOr<PackedDotProducts> packDotProducts(RewriterBase &rewriter,
                                             linalg::LinalgOp op);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_VECTORS_PACKDOTPRODUCTS_H
