//===- SplitAttention.h - Softmax and its sum in parallel parts -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits the dim that a softmax reduces into a parallel dim of parts and the
// rest.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_FUSION_SPLITATTENTION_H
#define HEDDLE_TRANSFORMS_FUSION_SPLITATTENTION_H

#include "heddle/Analysis/Fusion/OnlineReduction.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

struct SplitAttentionResult {
  /// The linalg_ext.unnorm_softmax of the parts.
  Operation *softmax;
  /// The op that sums in each part.
  Operation *sum;
  /// The op that divides the merged sums.
  Operation *division;
};

/// The facts about `softmax` that splitAttention needs. On failure `reason`
/// says why it cannot be split in `splits` parts. Does not change the IR.
FailureOr<OnlineReduction> checkSplitAttention(Operation *softmax,
                                               int64_t splits,
                                               std::optional<Reason> &reason);

/// Computes what `reduction` does in `splits` parts of the reduced dim:
///
/// ```mlir
/// %u:4 = linalg_ext.unnorm_softmax   // x as (.., splits, rest, ..)
/// %a = linalg.generic                // a sum per part
/// %w:4 = linalg_ext.unnorm_softmax   // of the maxima: the weights of the
/// parts %l = linalg.generic                // sum of u#2 * w %b =
/// linalg.generic                // sum of a * w %r = linalg.generic // init +
/// b / l
/// ```
///
/// Requires: checkSplitAttention; splits > 0.
/// On success: the division has the uses of the sum. The original ops stay.
SplitAttentionResult splitAttention(RewriterBase &rewriter,
                                    const OnlineReduction &reduction,
                                    int64_t splits);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_FUSION_SPLITATTENTION_H
