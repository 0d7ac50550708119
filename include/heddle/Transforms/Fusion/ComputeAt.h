//===- ComputeAt.h - A producer in a loop that exists -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves the computation of an op before a nest into one of the loops of that
// nest, tile by tile. Analysis/Fusion/ComputeAtPlan.h decides whether that is
// right, and which box is computed.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_FUSION_COMPUTEAT_H
#define HEDDLE_TRANSFORMS_FUSION_COMPUTEAT_H

#include "heddle/Analysis/Fusion/ComputeAtPlan.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Does what `plan` says:
///
/// ```mlir
/// %0 = linalg.matmul ins(%a, %b)              // the producer
/// scf.for %i .. {
///   scf.for %j .. {
///     %s = tensor.extract_slice %0[%i, %j] [4, 4] [1, 1]
/// ```
///
/// becomes, in the loop over %i,
///
/// ```mlir
/// scf.for %i .. {
///   %r = tensor.extract_slice %a[%i, 0] [4, ..] [1, 1]
///   %t = linalg.matmul ins(%r, %b)
///   scf.for %j .. {
///     %s = tensor.extract_slice %t[0, %j] [4, 4] [1, 1]
/// ```
///
/// Returns the op that computes the tile; null if none does, because the
/// producer changes nothing (a pad of no elements) and its operand is used
/// whole. The producer is dead unless something outside of the nest reads it.
/// It is still in the IR, and the caller erases it. Requires: the producer
/// implements EmissionOpInterface.
Operation *computeAt(RewriterBase &rewriter, const ComputeAtPlan &plan);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_FUSION_COMPUTEAT_H
