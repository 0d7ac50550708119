//===- RowScale.h - Ops that scale rows by a reduction of them --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds an op on elements that multiplies each row by a number that depends on
// a reduction of that row, such as the last op of RMSnorm.
//
// Rule. Let p[i, j] = e[i, j] * c[i], where c is computed from a reduction s[i]
// along j and from nothing else that has the dim j, and let r be linear in p.
// Then
//
//   y = sum over j of r(p[i, j], j) = c[i] * sum over j of r(e[i, j], j).
//
// A loop over tiles of j carries s and the sum a. Each tile updates
//
//   s := the reduction of s and the elements of its j
//   a := a + sum over its j of r(e[i, j], j),
//
// and c, computed from the last s, scales a once, after the loop.
//
// Proof. r is linear and c does not depend on j, so c can be moved out of the
// sum. The loop reduces the elements of a row in the order of the reduction
// itself, so s is the same to the bit. Nothing in the loop reads s. The initial
// value of a must not be scaled: a starts from 0, and its initial value is
// added after the scaling. That holds for a finite c: inf times each of two
// terms gives NaN where inf times their sum does not.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FUSION_ROWSCALE_H
#define HEDDLE_ANALYSIS_FUSION_ROWSCALE_H

#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::heddle {

/// An elementwise op that scales rows, and the reduction of these rows.
struct RowScale {
  /// Computes e * c.
  linalg::LinalgOp op;
  /// Computes s.
  linalg::LinalgOp statistic;
  /// Per loop of `statistic`, the loop of `op` with the same iterations.
  SmallVector<unsigned> loops;
  /// The loop of `op` along which `statistic` reduces.
  unsigned loop = 0;
  /// The values in the body of `op` whose product, divided by that of
  /// `divisors`, is c.
  SmallVector<Value> factors, divisors;
  /// The op of the body that casts the scaled value to a type of smaller range;
  /// null if there is none.
  Operation *narrowing = nullptr;
  /// The ops through which c depends on s, in block order.
  SmallVector<Operation *> between;

  /// The dim of the result of `op` that `statistic` reduces.
  unsigned getDim() const;
  /// Values that have to be finite so that c is, unless the payload divides by
  /// 0 or overflows; RowFactor.cpp has the rule.
  SmallVector<Value> getAssumedFinite() const;
};

/// Finds out whether `op` scales rows. On failure, `reason` is set if `op` does
/// scale rows but no loop can carry that. Changes no IR.
FailureOr<RowScale> findRowScale(Operation *op, std::optional<Reason> &reason);

/// The op in the body of `op` that casts a number to a type whose largest
/// number is smaller; null if there is none.
Operation *findNarrowing(Operation *op);

/// True for an op with one result that computes each element from one element
/// of each operand.
bool isOnElements(Operation *op);

/// Per dim of `operand`, which belongs to a linalg op or a
/// linalg_ext.batch_matmul, the loop that indexes it. Fails if a dim is not
/// indexed by a single loop, or if one loop indexes two dims.
FailureOr<SmallVector<unsigned>> getLoopsThatIndex(OpOperand &operand);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_FUSION_ROWSCALE_H
