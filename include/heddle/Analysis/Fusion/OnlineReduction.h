//===- OnlineReduction.h - Reductions that a loop can carry -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds a softmax along a dim and an op that sums its result along the same
// dim, as in attention. One loop can compute both. The same holds for an op
// that scales rows instead of a softmax (RowScale.h has that rule).
//
// Rule. Let y = sum over j of r(p[., j], j) with p = softmax(x) along j, where
// r is linear in p and j is the only dim of p that is summed. The statistics of
// a row are the maximum M and the sum L. With e[j] = exp(x[j] - M),
//
//   y = (sum over j of r(e[., j], j)) / L.
//
// A loop over tiles of j carries M, L and the sum a. For each tile the new
// maximum is M' = max(M, max of its x) and the weight is w = exp(M - M'). The
// tile updates
//
//   a := a * w + sum over its j of r(exp(x[j] - M'), j)
//   L := L * w + sum over its j of exp(x[j] - M').
//
// Proof. Since exp(x - M) * exp(M - M') = exp(x - M'), a and L have the values
// that they would have if M' had been the maximum from the start; r is linear,
// so w can be moved out of the sum. It is enough that each j is in one tile,
// and that the weight of a tile is applied to each element of a once. The
// initial value of a must not be divided by L: a starts from 0, and its initial
// value is added after the division.
//
// The normalized recurrence divides each tile by the sum so far. Let d(L) be L
// where L is positive and finite, and 1 elsewhere. A tile that changes M and L
// to M' and L' updates
//
//   b := b * (d(L) * w / d(L'))
//        + sum over its j of r(exp(x[j] - M') / d(L'), j)
//
// and the result is b, divided by L where d(L) is not L.
//
// Proof. b * d(L) = a holds at the start, where both are 0. If it holds before
// a tile, it holds after it: as r is linear, b' * d(L') = a * w + sum over its
// j of r(exp(x[j] - M'), j) = a'. No tile divides by 0 or inf. So a tile that
// is -inf in all of a row, for which L' may still be 0, changes nothing: its
// terms and b are 0. At the end y = a / L is b if d(L) = L. Otherwise d(L) = 1,
// so b = a, and b / L is y: also where the whole row is -inf, which gives 0 /
// 0.
//
// a may be too large for f16 where y is not. If each r(p, j) is p times a value
// and L starts from 0, b is a mean of values and no larger than they are.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FUSION_ONLINEREDUCTION_H
#define HEDDLE_ANALYSIS_FUSION_ONLINEREDUCTION_H

#include "heddle/Analysis/Fusion/Recurrence.h"
#include "heddle/Analysis/Fusion/RowScale.h"
#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/IR/Operation.h"

namespace mlir::heddle {

/// An op between the source and its reader that gives the dims another shape.
struct OnlineReshape {
  Operation *op;
  /// The reassociation group that consists of the reduced dim alone.
  unsigned group;
};

/// How the accumulated rows become the rows of the result.
enum class RowStep { None, Divide, Multiply };

/// A source, whose rows are scaled, and a root, which sums terms that are
/// linear in the result of the source.
struct OnlineReduction {
  /// linalg_ext.softmax, linalg_ext.unnorm_softmax, linalg.softmax, or the op
  /// of `scale`.
  Operation *source = nullptr;
  /// Set if the source is not a softmax.
  std::optional<RowScale> scale;
  /// The dim of the result of `source` along which its rows are reduced.
  unsigned dim = 0;
  Operation *root = nullptr;
  /// The operands through which the value of `source` reaches `root`: one
  /// operand of each op on the way, in the order of computation, and one of
  /// `root`.
  SmallVector<OpOperand *> path;
  /// The ops of the path that reshape it, in the order of computation.
  SmallVector<OnlineReshape> reshapes;
  /// Per dim of the statistics after these reshapes, the matching dim of the
  /// result of `root`.
  SmallVector<unsigned> rows;
  /// Per dim of the result of `root`, its iteration dim.
  SmallVector<unsigned> resultDims;

  /// Divide for a softmax that divides by the sum, None for one that does not,
  /// and Multiply or Divide for a row scale.
  RowStep getRowStep() const;
  /// True if the root adds up nothing but products of an element of the source
  /// and a value.
  bool addsProducts() const;
  /// True for a linalg_ext.softmax {safe}.
  bool isSafe() const;
  /// "softmax" or "the row scale", for messages.
  StringRef getSourceName() const;
};

/// True if the maximum that `softmax` starts from is known to be -inf.
bool startsFromNoMaximum(Operation *softmax);

/// Finds what `root` sums along its iteration dim `reductionDim`. On failure
/// `reason` says why there is nothing that a loop could carry. Changes no IR.
FailureOr<OnlineReduction>
findOnlineReduction(Operation *root, unsigned reductionDim,
                    std::optional<Reason> &reason,
                    Recurrence recurrence = Recurrence::Unnormalized);

/// The recurrence by which a loop carries what `root` sums along its iteration
/// dim `reductionDim`, if a schedule names none: the unnormalized one, which
/// divides once. Where the sum before the division may be too large, as it may
/// be in f16, the normalized one, if a loop can carry the sum by that.
Recurrence chooseRecurrence(Operation *root, unsigned reductionDim);

/// The dim that a softmax of linalg or linalg_ext reduces; nullopt for other
/// ops.
std::optional<unsigned> getSoftmaxDim(Operation *op);

/// The iteration dim that alone indexes dim `dim` of `operand`, which belongs
/// to a linalg op or a linalg_ext.batch_matmul; nullopt if there is none.
std::optional<unsigned> getDimThatReads(OpOperand &operand, unsigned dim);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_FUSION_ONLINEREDUCTION_H
