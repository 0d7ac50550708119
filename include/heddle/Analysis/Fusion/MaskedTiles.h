//===- MaskedTiles.h - Tiles that a mask covers -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds where the input of a softmax is -inf because a comparison of indices
// selects -inf. A tile that is all -inf changes neither the maximum nor the
// sum, and adds zeros.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FUSION_MASKEDTILES_H
#define HEDDLE_ANALYSIS_FUSION_MASKEDTILES_H

#include "heddle/Analysis/Fusion/OnlineReduction.h"

namespace mlir::heddle {

/// Elements that are -inf: those at the positions j of the reduced dim with
/// j - i >= distance, or i - j >= distance if `isBefore`.
struct MaskedPart {
  /// The dim of the statistics whose index is i; nullopt if i is 0.
  std::optional<unsigned> row;
  int64_t distance = 0;
  bool isBefore = false;
};

/// The elements that are known to be masked.
struct MaskedParts {
  /// An element is masked if it is in one of these parts.
  SmallVector<MaskedPart> parts;
  /// The mask is added to the scores. The scores are assumed to be below +inf
  /// and not NaN.
  bool isAdded = false;
};

/// Finds the elements of the input of the softmax of `reduction` that are -inf.
/// On failure `reason` says why nothing is known. Changes no IR.
FailureOr<MaskedParts> findMaskedParts(const OnlineReduction &reduction,
                                       std::optional<Reason> &reason);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_FUSION_MASKEDTILES_H
