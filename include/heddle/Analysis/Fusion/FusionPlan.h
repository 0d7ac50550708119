//===- FusionPlan.h - Which op is computed where, and why -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plan of one fused loop nest: its loops, the loop and the box for which
// each op is computed, the values that the loops carry, and the reasons why ops
// are not fused. Making a plan changes no IR; Transforms/Fusion/FuseExt.h emits
// it.
//
// Words
//
//   root      An op that the author named. Its tile sizes make the loops.
//   nest      The loops, loop 0 the outermost, and the ops in their bodies. A
//             loop tiles the iteration dim of one position in all roots. It is
//             a reduction loop if that dim is a reduction of some root.
//   box       A range [lo, hi) per dim, of a tensor or of an iteration space.
//             The ends are bounds over the induction variables of the nest and
//             the dynamic sizes of the payload (Bounds/Box.h).
//   level     The number of the loop in whose body an op is computed, or a
//             tile is inserted. Level -1 is before the nest.
//   demand    The box of a value that an op of the nest reads, and the deepest
//             level at which that box may be computed.
//   instance  An op at one level, with the box that each iteration computes. It
//             answers demands. An op has several instances if that costs less
//             than one box around all demands.
//   widen     A box inside a loop, widened over that loop, covers the boxes of
//             all its iterations.
//   carry     A result that the loops hand from iteration to iteration and
//             return. Loops 0 .. level of the carry hand on the whole tensor.
//             The loops from the first one that reduces it hand on the tile.
//   leave     A value leaves the nest if ops outside read it from a carry.
//   kept      A fused op is kept if its original also stays, for other uses.
//
// Rules. Each one is necessary for a right result. The plan looks for the
// cheapest nest that meets all of them.
//
//   R1 Accumulators. An op that is tiled along its own reduction starts from
//      the value of its destination. That value is computed before the
//      outermost loop that tiles the reduction, which carries the accumulator.
//   R2 Fresh starts. An op that reads its destination takes the tile of it from
//      the original tensor. It may take it from the carried tensor only if the
//      boxes of different iterations are proved disjoint: no iteration has
//      written there before.
//   R3 Complete values. While a loop reduces a value, only the op that reduces
//      it reads it in that loop.
//   R4 Leaving. A value leaves only if its boxes over all iterations are proved
//      to cover it, also where a loop may run zero times. Otherwise its op is
//      kept, or stays before the nest. A use reads the value that leaves only
//      if the use can come after the nest.
//   R5 Disjoint writes. Iterations of a forall write disjoint boxes. A root
//      whose boxes would overlap is refused; another op is kept. A reduction
//      loop is never part of a forall.
//   R6 Order and effects. Ops with side effects are neither fused nor moved. A
//      value that a region reads from outside counts as an operand of the op
//      that has the region.
//   R7 Bounds. Every slice lies inside its tensor in every iteration: at
//      partial tiles, in padding, and where a loop that a box is widened over
//      does not run. A box that is not needed has the size 0.
//   R8 Dominance. The level of an instance is at most the level of each
//      instance that reads it.
//   R9 Destinations. A destination that its op does not read is no demand. Its
//      tile is a slice of the carried tensor if the result leaves, and an empty
//      tensor otherwise. No two carries start from the same tensor.
//   R10 Online. Where loop 0 carries a softmax or a row scale online, its tiles
//      along loops 0 .. its level are disjoint and cover its input. The
//      accumulator is rescaled once per tile: at the level of the root.
//      OnlineReduction.h says why that is enough.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FUSION_FUSIONPLAN_H
#define HEDDLE_ANALYSIS_FUSION_FUSIONPLAN_H

#include "heddle/Analysis/Bounds/Box.h"
#include "heddle/Analysis/Footprint/ExtentTable.h"
#include "heddle/Analysis/Footprint/Footprint.h"
#include "heddle/Analysis/Fusion/Recurrence.h"
#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/JSON.h"

namespace mlir::heddle {

/// The op that the outermost loop of a nest carries online (OnlineReduction.h).
struct OnlineOps {
  /// Computes result 0, whose elements the loop partitions into tiles, and the
  /// results that the loop carries.
  Operation *op = nullptr;
  /// The results that are carried.
  SmallVector<unsigned, 2> carried;
  /// The names of these results, for the report.
  StringRef names;
  /// The op that multiplies the accumulator of the root by the weight of a
  /// tile. It computes the destination of the root. Null if nothing is
  /// rescaled.
  Operation *rescale = nullptr;
  /// The assumption under which tiles are skipped, for the report.
  std::string assumption;
};

struct FusionOptions {
  /// One size per iteration dim of the root: 0 or missing is not tiled. Values
  /// are of index type and dominate the root.
  SmallVector<OpFoldResult> tileSizes;
  /// Loop j iterates over dim interchange[j]; empty is the identity.
  SmallVector<int64_t> interchange;
  /// Never fused.
  llvm::SmallPtrSet<Operation *, 4> stop;
  /// If set, the only producers that may be fused.
  std::optional<llvm::SmallPtrSet<Operation *, 8>> only;
  /// Where the schedule gets the ops of `only` from, if it is known.
  std::optional<Location> onlyFrom;
  /// Every fused destination-style op leaves the nest where it can.
  bool keepIntermediates = false;
  /// The leading parallel loops become one scf.forall.
  bool useForall = false;
  /// The largest allowed recompute factor; by default 2 for ops with reduction
  /// dims, unlimited for others.
  std::optional<double> maxRecompute;
  /// With fuseOnline: tiles that a mask covers are skipped.
  bool skipMasked = false;
  /// The step of the schedule that asks for the fusion, if it is known.
  std::optional<Location> step;
  /// With fuseOnline: when a softmax is divided by its sum; by default what
  /// chooseRecurrence returns.
  std::optional<Recurrence> recurrence;
  /// An op is computed at the deepest level whose work is at most this factor
  /// times the least work.
  double placementSlack = 1.25;
  /// Each op is computed for exactly the box that is read. No box is enlarged
  /// to give its tile a constant size.
  bool exactBoxes = false;
  /// Ops that are computed in the deepest loop where that is allowed.
  llvm::SmallPtrSet<Operation *, 8> deepest;
  /// Loop 0 carries this. If it cannot, the plan is refused.
  std::optional<OnlineOps> online;
  /// Per op, the number of the loop that computes it, whatever that costs. A
  /// forall is one loop. The plan is refused if it reaches one of these ops and
  /// cannot compute it there.
  DenseMap<Operation *, unsigned> at;
};

/// One loop of the nest; loop 0 is the outermost.
struct PlannedLoop {
  /// The iteration dim that it tiles.
  unsigned position = 0;
  Bound extent, step;
  /// The step as the author gave it.
  OpFoldResult size;
  bool isReduction = false;
};

/// Where an instance reads an operand from.
struct PlannedOperand {
  OperandRole role = OperandRole::Whole;
  /// The box of the operand's value (not for Whole).
  Box box;
  /// The instance whose tile is read, or -1: the value outside the nest.
  int producer = -1;
  /// The carry whose current value is read instead of the value outside; -1 if
  /// the value outside is read.
  int carry = -1;
};

/// An op computed for one box in the body of one loop.
struct Instance {
  Operation *op = nullptr;
  /// The loop in whose body it is computed.
  int level = -1;
  Box iteration;
  SmallVector<PlannedOperand, 0> operands;
  /// Per result: the carry that takes it out of the nest, or -1.
  SmallVector<int, 2> carries;
  bool isRoot = false;
  /// The first loop that tiles a reduction dim of this root, or level + 1.
  int firstReduction = 0;
  /// The reduction of this op is carried online. Its dims are those of its
  /// tiles.
  bool isOnline = false;
  /// Rescales the accumulator of a root in place, before the root adds to it.
  bool isRescale = false;
  /// Iteration points computed over the whole nest, by nominal sizes.
  double work = 0;
  /// work / iteration points of the op.
  double recompute = 1;
  /// Bytes of the results of one tile (upper bound), if known.
  std::optional<int64_t> bytes;
};

/// A value that leaves the nest.
struct Carry {
  int instance = -1;
  unsigned result = 0;
  /// Loops 0 .. level carry the whole tensor; the tile is inserted at the end
  /// of the body of loop `level`. Loops firstReduction .. of the instance carry
  /// `box` alone.
  int level = -1;
  /// The box of the result that is inserted.
  Box box;
  /// The tensor outside the nest that the carry starts from; null if it starts
  /// from a tensor.empty.
  Value start;
  /// The tile's destination is read from the carried value, as R2 allows.
  bool takesTile = false;
};

class FusionPlan {
public:
  FusionPlan(FusionPlan &&) = default;

  /// Plans one nest for `roots`: one, or several joint ones of one block.
  /// Requires: the roots are distinct, and a tile size is not zero.
  /// Reads IR only. On failure `reason` says why.
  static FailureOr<FusionPlan> create(ArrayRef<Operation *> roots,
                                      const FusionOptions &options,
                                      std::optional<Reason> &reason);

  BoundContext &getContext() const { return *context; }
  ExtentTable &getExtents() const { return *extents; }

  /// Prints the plan as a table for people.
  void print(raw_ostream &os) const;
  llvm::json::Value toJSON() const;
  /// Emits each line of the plan as a remark on the op that it is about.
  void remark() const;

  SmallVector<Operation *> roots;
  /// The op before which the nest is emitted: the last root.
  Operation *anchor = nullptr;
  SmallVector<PlannedLoop, 4> loops;
  /// The leading loops that form one scf.forall; 0: none.
  unsigned numForall = 0;
  /// In reverse order of computation.
  SmallVector<Instance, 0> instances;
  SmallVector<Carry, 0> carries;
  /// The ops that were reached and are not computed in the nest.
  SmallVector<Reason, 0> leftOut;
  /// Fused ops whose original stays, too.
  SmallVector<Reason, 0> kept;
  /// Ops that move after the nest, in block order.
  SmallVector<Operation *> moved;
  /// The assumption that the author asked for; empty if there is none.
  std::string assumption;
  /// Names of the results that loop 0 carries online.
  StringRef onlineNames;
  /// tensor.dim ops on fused values. They will be computed from other sizes.
  SmallVector<tensor::DimOp> dims;

private:
  FusionPlan() = default;
  friend class FusionPlanner;

  /// One line about an instance, without the op.
  std::string describe(const Instance &instance) const;
  std::string getLevelName(int level) const;

  std::unique_ptr<BoundContext> context;
  std::unique_ptr<ExtentTable> extents;
};

/// The bytes of a box of elements of `type`, by upper bounds of its sizes;
/// nullopt if a size has no constant upper bound.
std::optional<int64_t> getBoxBytes(BoundContext &context, const Box &box,
                                   Type elementType);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_FUSION_FUSIONPLAN_H
