//===- DegenerateTensors.h - Extents of 0 and 1 -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites tensor ops that upstream cannot bufferize, or whose buffers it
// cannot lower, because an extent is 0 or 1. Other ops are untouched. The pass
// --heddle-simplify-degenerate-tensors also inlines loops of deep nests
// (DeepNests.h).
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_DEGENERATETENSORS_H
#define HEDDLE_TRANSFORMS_BUFFERS_DEGENERATETENSORS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Simplifies slices and pads under `root`:
///
/// - a slice of size 1 gets stride 1 there: MLIR 22 finds the dims that a view
///   drops by their strides, and crashes when those mislead it;
/// - an insertion of or into a tensor without elements is dropped, a pad
///   without elements is an empty tensor, and a pad of a tensor without
///   elements a fill: MLIR 22 makes views of them whose offsets are out of
///   bounds;
/// - a slice with steps that drops dims of size 1 gets full rank and is
///   collapsed (RankReduction.h).
void simplifyDegenerateTensors(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_DEGENERATETENSORS_H
