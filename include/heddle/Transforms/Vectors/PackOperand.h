//===- PackOperand.h - Operands in contiguous copies ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lets an op read one operand from a copy. Fusion decides where the copy is
// made, and how much of it at a time.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_VECTORS_PACKOPERAND_H
#define HEDDLE_TRANSFORMS_VECTORS_PACKOPERAND_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

struct PackOperandOptions {
  /// The input that is copied.
  int64_t operand = 0;
  /// Dim i of the copy is dim `order[i]` of the input. By default the dim that
  /// the innermost loop of a vector walks along is the last one, and the others
  /// keep their order.
  std::optional<SmallVector<int64_t>> order;
  /// The most bytes that a tile of the copy may take when it is fused.
  std::optional<int64_t> maxTileBytes;
  /// Each row of the copy, and of a tile of it, begins at a multiple of so many
  /// elements, at least 1; without a number, rows follow each other.
  std::optional<int64_t> rowMultiple;
};

struct PackedOperand {
  /// The op that reads the copy: the original op, or a generic in its place if
  /// the dims of the copy are in another order.
  linalg::LinalgOp op;
  /// A `linalg.copy` or `linalg.transpose` into an empty tensor.
  linalg::LinalgOp copy;
};

/// Fails, and tells the rewriter why, if `packOperand` would.
LogicalResult checkPackOperand(RewriterBase &rewriter, linalg::LinalgOp op,
                               const PackOperandOptions &options);

/// Lets `op` read an input from a copy of it.
///
/// ```
///   %c = linalg.matmul ins(%a, %b) outs(%i)
/// ```
/// becomes, for operand 1,
/// ```
///   %e = tensor.empty(%k, %n)
///   %p = linalg.copy ins(%b) outs(%e)
///   %c = linalg.matmul ins(%a, %p) outs(%i)
/// ```
/// Fused into the loops around the matmul, the copy is a panel of the columns
/// that a tile reads, row after row.
///
/// On failure: the IR is untouched, and the rewriter was told why.
FailureOr<PackedOperand> packOperand(RewriterBase &rewriter,
                                     linalg::LinalgOp op,
                                     const PackOperandOptions &options);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_VECTORS_PACKOPERAND_H
