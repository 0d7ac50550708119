//===- ConsumerPlan.h - Where an epilogue lands in a nest -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides in which loop of a nest that exists an op may be computed that reads
// what the nest returns, and on which box. Reads IR only;
// Transforms/Fusion/FuseConsumer.h does what is planned.
//
// The loop is the deepest one for which all of this is proved:
//
//   - After its body, the box of the nest's result that an iteration wrote is
//     final: iterations of the loops up to it write disjoint boxes. Loops
//     inside of it, such as the one that a reduction is tiled in, have ended.
//   - The op's tile reads nothing of the result but that box.
//   - The tiles of the op are disjoint and cover its results, also where a
//     loop does not run.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FUSION_CONSUMERPLAN_H
#define HEDDLE_ANALYSIS_FUSION_CONSUMERPLAN_H

#include "heddle/Analysis/Bounds/Box.h"
#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/IR/Operation.h"
#include <memory>

namespace mlir::heddle {

class ExtentTable;
class LoopIndices;

/// A tensor that a nest carries and that each iteration writes a box of.
struct CarriedResult {
  /// The result of each loop, from the outermost one.
  SmallVector<OpResult> results;
  /// The tensor.insert_slice or tensor.parallel_insert_slice in the last loop.
  Operation *insert = nullptr;
  /// The box of it that one iteration of the loop of the plan writes.
  Box box;
  /// `box` is what `insert` writes, so its source is that part.
  bool isSource = false;
  /// Nothing but the consumer reads it: the nest need not carry it.
  bool isDropped = false;

  Operation *getLoop(unsigned level) const { return results[level].getOwner(); }
};

struct ConsumerPlan {
  ConsumerPlan();
  ConsumerPlan(ConsumerPlan &&);
  ~ConsumerPlan();

  ExtentTable &getExtents() const;

  Operation *consumer = nullptr;
  /// The loops around the tile, from the outermost one.
  SmallVector<Operation *> loops;
  /// What the consumer reads of the nest, each value once.
  SmallVector<CarriedResult, 1> read;
  /// The box that one iteration computes of the consumer.
  Box iteration;
  /// Ops between the nest and the consumer that move before the nest, in block
  /// order. A tensor.dim of the nest's result among them reads its start.
  SmallVector<Operation *> moved;

  /// The entry of `read` for `value`; null if there is none.
  const CarriedResult *find(Value value) const;

  std::unique_ptr<BoundContext> context;
  std::unique_ptr<LoopIndices> indices;
};

/// The tensor that its loop carries `result` from.
Value getStart(OpResult result);

/// What it is in the body of its loop.
BlockArgument getCarried(OpResult result);

/// Follows `result` of a loop through loops inside to the op that inserts its
/// tiles. Fails if a loop does something else with it.
FailureOr<CarriedResult> followResult(OpResult result,
                                      std::optional<Reason> &reason);

/// True if `consumer` alone reads what the nest computes of `result`: in the
/// nest, each tile is read as it came in, before it is written.
/// Requires: what isSource says is known.
bool isReadBy(Operation *consumer, const CarriedResult &result);

/// Plans how `consumer` is computed in the loops whose result it reads. On
/// failure `reason` says why it cannot be.
FailureOr<ConsumerPlan> planConsumer(Operation *consumer,
                                     std::optional<Reason> &reason);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_FUSION_CONSUMERPLAN_H
