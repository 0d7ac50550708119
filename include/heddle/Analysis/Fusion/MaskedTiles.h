//===- MaskedTiles.h - Tiles that a mask covers -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where what a softmax reads is -inf because a comparison of indices selects
// that. A tile of it changes neither the maximum nor the sum, and adds zeros.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FUSION_MASKEDTILES_H
#define HEDDLE_ANALYSIS_FUSION_MASKEDTILES_H

#include "heddle/Analysis/Fusion/OnlineReduction.h"

namespace mlir::heddle {

/// Elements that are -inf: those at the positions j of the reduced dim with
/// j - i >= distance, or i - j >= distance if `isBefore`.
struct MaskedPart {
  /// The dim of the statistics that i is an index of; none: i is 0.
  std::optional<unsigned> row;
  int64_t distance = 0;
  bool isBefore = false;
};

/// What is known to be masked.
struct MaskedParts {
  /// Each is masked by itself.
  SmallVector<MaskedPart> parts;
  /// The mask is added: what it is added to is taken for a number below inf.
  bool isAdded = false;
};

/// Finds what the input of the softmax of `reduction` has -inf in. On failure
/// `reason` says why nothing is known. Changes no IR.
FailureOr<MaskedParts> findMaskedParts(const OnlineReduction &reduction,
                                       std::optional<Reason> &reason);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_FUSION_MASKEDTILES_H
