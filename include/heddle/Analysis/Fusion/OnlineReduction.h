//===- OnlineReduction.h - Reductions that a loop can carry -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds a softmax that is read, along its own dim, by an op that sums along
// that dim, such as the two in attention. One loop can compute both. So it can
// where an op scales rows instead of softmax (RowScale.h has that rule).
//
// Rule. Let y = sum over j of r(p[., j], j) with p = softmax(x) along j, where
// r is linear in p and no dim of p but j is summed. With the statistics of a
// row, the maximum M and the sum L, and e[j] = exp(x[j] - M),
//
//   y = (sum over j of r(e[., j], j)) / L.
//
// A loop over tiles of j carries M, L and the sum a. A tile has the new maximum
// M' = max(M, max of its x), the weight w = exp(M - M'), and makes
//
//   a := a * w + sum over its j of r(exp(x[j] - M'), j)
//   L := L * w + sum over its j of exp(x[j] - M').
//
// Proof. As exp(x - M) * exp(M - M') = exp(x - M'), both hold what they would
// if M' had been the maximum from the start; r is linear, so w leaves the sum.
// It is enough that each j is in one tile, and that the weight of a tile is
// applied to each element of a once. What a starts from has no part in the
// division: a starts from 0, and the start is added after it.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FUSION_ONLINEREDUCTION_H
#define HEDDLE_ANALYSIS_FUSION_ONLINEREDUCTION_H

#include "heddle/Analysis/Fusion/RowScale.h"
#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/IR/Operation.h"

namespace mlir::heddle {

/// An op between the source and its reader that gives the dims another shape.
struct OnlineReshape {
  Operation *op;
  /// The group of dims that has the reduced dim, and nothing else.
  unsigned group;
};

/// How the rows of what a loop accumulated become those of the result.
enum class RowStep { None, Divide, Multiply };

/// An op whose rows are scaled, and the op that sums what is linear in its
/// result.
struct OnlineReduction {
  /// linalg_ext.softmax, linalg_ext.unnorm_softmax, linalg.softmax, or the op
  /// of `scale`.
  Operation *source = nullptr;
  /// Of a source that is no softmax.
  std::optional<RowScale> scale;
  /// The dim of its result along which its rows are reduced.
  unsigned dim = 0;
  Operation *root = nullptr;
  /// The operands through which the value of `source` reaches `root`: one of
  /// each op between, in the order of computation, and one of `root`.
  SmallVector<OpOperand *> path;
  /// The ops of the path that reshape it, in the order of computation.
  SmallVector<OnlineReshape> reshapes;
  /// Per dim of the statistics, after these reshapes: the dim of the result of
  /// `root` that it is.
  SmallVector<unsigned> rows;
  /// Per dim of the result of `root`: its iteration dim.
  SmallVector<unsigned> resultDims;

  /// A softmax that divides by the sum divides; one scale multiplies.
  RowStep getRowStep() const;
  /// "softmax" or "the row scale", for messages.
  StringRef getSourceName() const;
};

/// Finds what `root` sums along its iteration dim `reductionDim`. On failure
/// `reason` says why there is nothing that a loop could carry. Changes no IR.
FailureOr<OnlineReduction> findOnlineReduction(Operation *root,
                                               unsigned reductionDim,
                                               std::optional<Reason> &reason);

/// The dim that a softmax of linalg or linalg_ext reduces; none for other ops.
std::optional<unsigned> getSoftmaxDim(Operation *op);

/// The iteration dim that indexes dim `dim` of `operand`, of a linalg op or a
/// linalg_ext.batch_matmul; none if none does alone.
std::optional<unsigned> getDimThatReads(OpOperand &operand, unsigned dim);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_FUSION_ONLINEREDUCTION_H
