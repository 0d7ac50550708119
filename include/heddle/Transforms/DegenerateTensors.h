//===- DegenerateTensors.h - Extents of 0 and 1 -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites tensor ops that upstream cannot take to buffers, or whose buffers it
// cannot lower, because an extent is 0 or 1. Other ops are untouched.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_DEGENERATETENSORS_H
#define HEDDLE_TRANSFORMS_DEGENERATETENSORS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Simplifies slices and pads under `root`:
///
/// - a slice of size 1 gets stride 1 there: MLIR 22 finds the dims that a view
///   drops by their strides, and crashes when those mislead it;
/// - an insertion into a tensor without elements is that tensor, a pad without
///   elements is an empty tensor: MLIR 22 makes a view of them whose offset is
///   out of bounds.
void simplifyDegenerateTensors(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_DEGENERATETENSORS_H
