//===- AffineDependence.h - May one affine nest feed another ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What has to hold before an affine loop nest is computed inside another one
// that reads its result, besides what upstream's utilities for affine fusion
// check. The fusion is in Transforms/FuseAffineLoops.h.
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

/// True if `memref` is allocated in the block of `loops`, and these alone load
/// from it and store to it: nobody else sees what it holds.
bool isPrivateTo(Value memref, ArrayRef<Operation *> loops);

/// True if each iteration of `loop` touches elements of `memref` that no other
/// does: one subscript is the induction variable, plus one constant, in all
/// loads and stores of it.
bool isSplitByIterations(Value memref, affine::AffineForOp loop);

/// The number of loops from `loop` inwards, each with all loads and stores of
/// `memref` in it, of which `isSplitByIterations` holds.
unsigned getSplitDepth(Value memref, affine::AffineForOp loop);

/// The memrefs that `loop` stores to.
SmallVector<Value> getStoredMemRefs(affine::AffineForOp loop);

/// What must come after `consumer` if `producer` is computed inside of it. An
/// obstacle is: memory accesses that are not affine, two memrefs that may be
/// one buffer, a store of the consumer to what the producer touches.
SiblingFusion planProducerFusion(affine::AffineForOp producer,
                                 affine::AffineForOp consumer);

/// What the slices of a producer are together.
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

/// Why `producer` must not be computed slice by slice, or none. `slice` are the
/// iterations of it that one iteration of the consumer needs, `isOnce` tells
/// that all slices together are each iteration once. The order in which one
/// element is written and read must stay where that is seen: in what the
/// producer itself reads, and in what it leaves to others than `consumer`.
std::optional<Reason>
findSliceObstacle(affine::AffineForOp producer, affine::AffineForOp consumer,
                  const affine::ComputationSliceState &slice, bool isOnce);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_LOOPS_AFFINEDEPENDENCE_H
