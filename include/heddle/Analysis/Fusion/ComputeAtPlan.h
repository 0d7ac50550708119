//===- ComputeAtPlan.h - A producer in a loop that exists -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes a producer that is before an existing loop nest. Decides which box of
// the producer one iteration of a loop of that nest needs. Reads IR only;
// Transforms/Fusion/ComputeAt.h does what is planned.
//
// The rule:
//
//   - The producer has no effects and is in a block around the loop.
//   - In the nest only tensor.extract_slice ops read it, and all of these are
//     in the loop. Ops before or after the nest keep reading the original.
//   - Offsets and sizes of the slices are bounds over the loops around them and
//     over values from outside of the nest. The box of a slice is widened over
//     the loops inside of the named loop. All results share one hull of all
//     boxes. It is cut to the extents and grown to a box that the producer can
//     compute as a tile. No step loses an element of a slice, so the tile holds
//     each slice.
//   - A loop that starts from the producer and writes over it tile by tile
//     counts as a reader, if two conditions hold. Each slice of the carried
//     tensor is the tile that the same iteration writes later, and the tiles of
//     all iterations are disjoint. The slice then still has the elements of the
//     producer.
//
// Why this computes the same. The operands of the producer and of the slices
// are SSA values, so the result does not depend on when it is computed. A tile
// has the same elements as the producer, because it computes each reduction as
// a whole and starts from the original destination. The box is cut to the
// extents. So slices of operands are in bounds also where the loops inside
// never run, and the tile computes no element that the producer did not
// compute.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FUSION_COMPUTEATPLAN_H
#define HEDDLE_ANALYSIS_FUSION_COMPUTEATPLAN_H

#include "heddle/Analysis/Bounds/Box.h"
#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/IR/Operation.h"
#include <memory>

namespace mlir::heddle {

class ExtentTable;
class LoopIndices;

/// A slice of the producer in the nest.
struct SliceRead {
  /// The tensor.extract_slice.
  Operation *slice = nullptr;
  /// The result of the producer that it slices.
  unsigned result = 0;
  /// The box that it reads, over the variables of the loops around it.
  Box box;
};

struct ComputeAtPlan {
  ComputeAtPlan();
  ComputeAtPlan(ComputeAtPlan &&);
  ~ComputeAtPlan();

  ExtentTable &getExtents() const;

  Operation *producer = nullptr;
  /// The loops of the nest down to the one that computes the tile.
  SmallVector<Operation *> loops;
  SmallVector<SliceRead> reads;
  /// The op in the last loop's body before which the tile is computed.
  Operation *first = nullptr;
  /// The box that one iteration of the last loop computes of the producer.
  Box iteration;
  /// The init operands of loops that need not start from the producer any more:
  /// the loops write all of it, and read nothing that they did not write.
  SmallVector<OpOperand *> starts;
  /// Each tensor.dim of the producer in the nest.
  SmallVector<Operation *> dims;

  std::unique_ptr<BoundContext> context;
  std::unique_ptr<LoopIndices> indices;
};

/// Plans how `producer` is computed in `loop`. On failure `reason` says why it
/// cannot be.
FailureOr<ComputeAtPlan> planComputeAt(Operation *producer, Operation *loop,
                                       std::optional<Reason> &reason);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_FUSION_COMPUTEATPLAN_H
