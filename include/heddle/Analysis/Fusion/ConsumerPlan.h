//===- ConsumerPlan.h - Where an epilogue lands in a nest -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes an op that reads what an existing nest returns. Decides in which loop
// of the nest the op may be computed, and on which box. Reads IR only;
// Transforms/Fusion/FuseConsumer.h does what is planned.
//
// The loop is the deepest one for which all of this is proved:
//
//   - At the end of its body, the box of the nest's result that the iteration
//     wrote is final: the iterations of the loops up to it write disjoint
//     boxes. Loops inside of it, such as a tiled reduction, have ended.
//   - The op's tile reads only that box of the result.
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

/// A tensor that a nest carries. Each iteration writes a box of it.
struct CarriedResult {
  /// The result of each loop, from the outermost one.
  SmallVector<OpResult> results;
  /// The tensor.insert_slice or tensor.parallel_insert_slice in the last loop.
  Operation *insert = nullptr;
  /// The box of the tensor that one iteration of the plan's last loop writes.
  Box box;
  /// `box` is what `insert` writes, so the source of `insert` is the tile for
  /// `box`.
  bool isSource = false;
  /// Only the consumer reads it, so the nest need not carry it any more.
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
  /// The results of the nest that the consumer reads, each once.
  SmallVector<CarriedResult, 1> read;
  /// The iteration box of the consumer that one iteration of the nest computes.
  Box iteration;
  /// Ops between the nest and the consumer that move before the nest, in block
  /// order. If a tensor.dim of the nest's result is among them, it will read
  /// the initial value of that result.
  SmallVector<Operation *> moved;

  /// The entry of `read` for `value`; null if there is none.
  const CarriedResult *find(Value value) const;

  std::unique_ptr<BoundContext> context;
  std::unique_ptr<LoopIndices> indices;
};

/// The initial value of `result` in its loop.
Value getStart(OpResult result);

/// The block argument that stands for `result` in the body of its loop.
BlockArgument getCarried(OpResult result);

/// Follows `result` of a loop through the inner loops to the op that inserts
/// its tiles. Fails if a loop uses it in another way.
FailureOr<CarriedResult> followResult(OpResult result,
                                      std::optional<Reason> &reason);

/// True if only `consumer` reads what the nest computes of `result`. The nest
/// itself reads only tiles that the same iteration overwrites later. Requires:
/// `result.isSource` was set.
bool isReadBy(Operation *consumer, const CarriedResult &result);

/// Plans how `consumer` is computed in the loops whose result it reads. On
/// failure `reason` says why it cannot be.
FailureOr<ConsumerPlan> planConsumer(Operation *consumer,
                                     std::optional<Reason> &reason);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_FUSION_CONSUMERPLAN_H
