//===- AffineDependence.h - May one affine nest feed another ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks that an affine loop nest may be computed inside another nest that
// reads its result. These are the checks that upstream's utilities for affine
// fusion do not make. The fusion is in Transforms/Loops/FuseAffineLoops.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_LOOPS_AFFINEDEPENDENCE_H
#define HEDDLE_ANALYSIS_LOOPS_AFFINEDEPENDENCE_H

#include "heddle/Analysis/Loops/LoopDependence.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::heddle {

/// True if `consumer` loads from a memref that `producer` stores to.
bool isProducerOf(affine::AffineForOp producer, affine::AffineForOp consumer);

/// True if both loops load from one memref.
bool shareInput(affine::AffineForOp a, affine::AffineForOp b);

/// True if `memref` is allocated in the block of `loops`, and only these loops
/// load from it and store to it. No other code sees its contents.
bool isPrivateTo(Value memref, ArrayRef<Operation *> loops);

/// True if each iteration of `loop` touches elements of `memref` that no other
/// iteration touches: one subscript is the induction variable, plus one
/// constant, in all loads and stores of it.
bool isSplitByIterations(Value memref, affine::AffineForOp loop);

/// The number of loops from `loop` inwards for which `isSplitByIterations`
/// holds. Each of them contains all loads and stores of `memref`.
unsigned getSplitDepth(Value memref, affine::AffineForOp loop);

/// The memrefs that `loop` stores to.
SmallVector<Value> getStoredMemRefs(affine::AffineForOp loop);

/// Finds the ops that must come after `consumer` if `producer` is computed
/// inside of it. Obstacles are memory accesses that are not affine, two memrefs
/// that may be one buffer, and a store of the consumer to memory that the
/// producer touches.
SiblingFusion planProducerFusion(affine::AffineForOp producer,
                                 affine::AffineForOp consumer);

/// What the slices of a producer cover together.
struct SliceCover {
  /// Every iteration of every slice is one of the producer.
  bool isInside = false;
  /// Every iteration of the producer is in some slice.
  bool isWhole = false;
};

/// Compares `slice`, computed in `loops` of the consumer, outermost first, with
/// the iterations of `producer`.
SliceCover getSliceCover(affine::AffineForOp producer,
                         ArrayRef<affine::AffineForOp> loops,
                         const affine::ComputationSliceState &slice);

/// Why `producer` must not be computed slice by slice; nullopt if it may.
/// `slice` holds the iterations of the producer that one iteration of the
/// consumer needs. `isOnce` says that all slices together contain each
/// iteration exactly once. The reads and writes of one element must keep their
/// order where that order is visible: in memory that the producer itself reads,
/// and in memory that code other than `consumer` reads later.
std::optional<Reason>
findSliceObstacle(affine::AffineForOp producer, affine::AffineForOp consumer,
                  const affine::ComputationSliceState &slice, bool isOnce);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_LOOPS_AFFINEDEPENDENCE_H
