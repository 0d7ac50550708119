//===- ComputeAtPlan.h - A producer in a loop that exists -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides which box of a producer, an op before a nest that exists, one
// iteration of a loop of that nest needs. Reads IR only;
// Transforms/Fusion/ComputeAt.h does what is planned.
//
// The rule:
//
//   - The producer has no effects and stands in a block around the loop.
//   - In the nest it is read by tensor.extract_slice alone, and all of these
//     are in the loop. What is before or after the nest keeps the original.
//   - Offsets and sizes of the slices are bounds over the loops around them
//     and over values from outside of the nest. The box of a slice is widened
//     over the loops inside of the named one, and the hull of all boxes, which
//     is one for all results, is cut to the extents and grows to a box that the
//     producer can compute as a tile. Each step only adds what is in bounds, so
//     the tile holds each slice.
//   - A loop that starts from the producer and writes over it tile by tile
//     counts as a reader, if each slice of what it carries is the tile that
//     the same iteration writes later, and if the tiles of all iterations are
//     disjoint: the slice then has the elements of the producer.
//
// Why this computes the same. The operands of the producer are values, and
// those of the slices too: what the loop computes does not depend on when. An
// element of a tile is the element that the producer has there, because a tile
// takes each reduction whole and starts from the original destination. The box
// is cut to the extents, so a slice of an operand is in bounds also where the
// loops inside never run; nothing is computed that the producer did not
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
  /// The result of the producer that it has a part of.
  unsigned result = 0;
  /// That part, in the loops around the slice.
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
  /// The op of the last loop's body in front of which the tile is computed.
  Operation *first = nullptr;
  /// The box that one iteration of the last loop computes of the producer.
  Box iteration;
  /// The starts of loops that need not be the producer any more: the loops
  /// write all of it, and read nothing that they did not write.
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
