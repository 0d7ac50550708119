//===- LaneExtrema.h - Maxima and minima of the lanes of a vector *- C++ -*-==//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions of floats that LLVM computes one lane after the other.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_LOWERING_CPU_LANEEXTREMA_H
#define HEDDLE_LIB_LOWERING_CPU_LANEEXTREMA_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Halves the maxima and minima of f32 and f64 in `root` until one lane is
/// left:
///   %r = vector.reduction <maxnumf>, %v : vector<16xf32> into f32
/// becomes
///   %0 = vector.shuffle %v, %v [0, 1, 2, 3, 4, 5, 6, 7]
///   %1 = vector.shuffle %v, %v [8, 9, 10, 11, 12, 13, 14, 15]
///   %2 = arith.maxnumf %0, %1 : vector<8xf32>
/// and so on: 4 steps instead of 15, each of which waits for the one before. A
/// maximum is the same in any order, but for the sign of a zero where
/// `maxnumf` leaves it open.
/// Reductions under a mask, of vectors that fit into 128 bits, and of numbers
/// of lanes that are no power of 2 stay as they are.
void lowerLaneExtrema(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_LOWERING_CPU_LANEEXTREMA_H
