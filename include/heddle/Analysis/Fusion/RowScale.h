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
// A loop over tiles of j carries s and the sum a. A tile makes
//
//   s := what the reduction makes of s and the elements of its j
//   a := a + sum over its j of r(e[i, j], j),
//
// and c, computed from the last s, scales a once, after the loop.
//
// Proof. r is linear and c does not depend on j, so c leaves the sum. The loop
// reduces the elements of a row in the order of the reduction itself, so s is
// the same to the bit. Nothing in the loop reads s. What a starts from has no
// part in the scaling: a starts from 0, and the start is added after it.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FUSION_ROWSCALE_H
#define HEDDLE_ANALYSIS_FUSION_ROWSCALE_H

#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::heddle {

/// An op on elements that scales rows, and the reduction of them.
struct RowScale {
  /// Computes e * c.
  linalg::LinalgOp op;
  /// Computes s.
  linalg::LinalgOp statistic;
  /// Per loop of `statistic`: the loop of `op` that has the same iterations.
  SmallVector<unsigned> loops;
  /// The loop of `op` along which `statistic` reduces.
  unsigned loop = 0;
  /// The values in the body of `op` whose product, divided by that of
  /// `divisors`, is c.
  SmallVector<Value> factors, divisors;
  /// The op of the body that gives what is scaled a type of smaller range, if
  /// one does.
  Operation *narrowing = nullptr;
  /// The ops that compute from s what c reads, in the order of the block.
  SmallVector<Operation *> between;

  /// The dim of the result of `op` that `statistic` reduces.
  unsigned getDim() const;
};

/// Finds out whether `op` scales rows. On failure `reason` is set if it does,
/// but no loop can carry it. Changes no IR.
FailureOr<RowScale> findRowScale(Operation *op, std::optional<Reason> &reason);

/// The op in the body of `op` that makes a number one of a type whose largest
/// number is smaller; null if none does.
Operation *findNarrowing(Operation *op);

/// True for an op that computes each element of its only result from one of
/// each operand.
bool isOnElements(Operation *op);

/// The loop that indexes each dim of `operand`, of a linalg op or a
/// linalg_ext.batch_matmul; fails if one is not indexed by a loop alone, or two
/// by the same.
FailureOr<SmallVector<unsigned>> getLoopsThatIndex(OpOperand &operand);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_FUSION_ROWSCALE_H
