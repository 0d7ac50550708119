//===- NegativePads.h - Pads that cut their source --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits a pad with negative amounts into a slice and a pad without negative
// amounts, which upstream can bufferize.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_PADS_NEGATIVEPADS_H
#define HEDDLE_TRANSFORMS_PADS_NEGATIVEPADS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Replaces each pad under `root` whose low or high amount may be negative:
///
///   %p = tensor.pad %a low[3] high[-2] : tensor<7xf32> to tensor<8xf32>
///
/// becomes
///
///   %s = tensor.extract_slice %a[0] [5] [1] : tensor<7xf32> to tensor<5xf32>
///   %p = tensor.pad %s low[3] high[0] : tensor<5xf32> to tensor<8xf32>
///
/// An amount that is not constant counts as possibly negative unless it can be
/// shown to be at least 0. A pad that cuts more elements than its source has
/// leaves none of them.
void splitNegativePads(RewriterBase &rewriter, Operation *root);

/// Sets whether pads under `root` that may cut their source are `nofold`.
/// Without it, upstream folds a pad whose result has the type of its source,
/// also `low[-2] high[2]`.
void setNegativePadsKept(RewriterBase &rewriter, Operation *root, bool kept);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_PADS_NEGATIVEPADS_H
