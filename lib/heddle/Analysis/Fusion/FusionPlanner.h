//===- FusionPlanner.h - Makes fusion plans ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state that the parts of the planner share: FusionPlanner.cpp (the walk
// from the roots), FusionPlanLoops.cpp (loops), FusionPlanRoots.cpp (root
// boxes), FusionPlanLevels.cpp (boxes and loops of producers),
// FusionPlanOnline.cpp (what loop 0 carries online), FusionPlanCarries.cpp
// (what leaves the nest), Placement.cpp (what a box costs at which loop) and
// OutsideUses.cpp (who else reads a value). Only these files use it.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FUSION_FUSIONPLANNER_H
#define HEDDLE_ANALYSIS_FUSION_FUSIONPLANNER_H

#include "Placement.h"
#include "heddle/Analysis/DataFlow/BufferReads.h"
#include "heddle/Analysis/Fusion/FusionPlan.h"
#include <optional>
#include <queue>
#include <utility>

namespace mlir::heddle {

/// A box of a value that an instance reads.
struct Demand {
  int consumer;
  unsigned operand;
  unsigned result;
  Box box;
  /// The deepest level at which it may be computed.
  int maxLevel;
  /// The consumer reads the value through a destination.
  bool throughDestination;
};

/// The state of an op that the walk reached.
struct OpState {
  SmallVector<Demand, 0> demands;
  bool isRoot = false;
  bool isQueued = false;
  /// The op must stay before the nest as it is.
  bool isNeededBefore = false;
  bool isFused = false;
  /// The original stays although the op is fused.
  bool isKept = false;

  /// The nest may compute the op.
  bool isOpen() const { return isRoot || !demands.empty(); }
};

/// The other uses of an op's results.
struct OutsideUses {
  /// Per result, whether it has a use that can read what the nest returns.
  llvm::SmallBitVector after;
  /// A user that needs the original before the nest, or null.
  Operation *before = nullptr;
};

/// Calls `callback` for each value that the regions of `op` take from outside.
void forEachCapture(Operation *op, llvm::function_ref<void(Value)> callback);

/// True for a Winograd transform. Such an op is not elementwise: it becomes
/// loops of small matmuls.
bool isWinogradTransform(Operation *op);

class FusionPlanner {
public:
  FusionPlanner(ArrayRef<Operation *> roots, const FusionOptions &options,
                std::optional<Reason> &reason);
  FailureOr<FusionPlan> run();

private:
  LogicalResult refuse(Operation *op, const Twine &text);

  // FusionPlanLoops.cpp
  LogicalResult makeLoops();
  LogicalResult makeLoop(unsigned position);
  LogicalResult makeStep(PlannedLoop &loop);
  LogicalResult joinExtents(PlannedLoop &loop);

  // FusionPlanRoots.cpp
  LogicalResult checkRoots();
  LogicalResult checkReductions(Operation *root);
  /// The outermost loop that changes the order in which `root` combines its
  /// elements, and the reduction dim that should vary more slowly than that
  /// loop; nullopt if every loop is known to keep the order.
  std::optional<std::pair<unsigned, unsigned>>
  getReorderedDims(Operation *root);
  /// Refuses loops that change the order of an op that depends on it.
  LogicalResult checkOrder(Operation *root);
  /// Refuses loops along reduction dims of a linalg_ext op that cannot be
  /// computed tile by tile.
  LogicalResult checkOrderedTiles(Operation *root);
  LogicalResult planRoot(Operation *root);
  /// The tile of a root, and where it is computed.
  struct RootTile {
    /// The box that the loops and the demands of other roots require.
    Box hull;
    /// The same, grown until the root can compute it as one tile.
    Box iteration;
    int level = -1;
    /// The first loop that carries only a part of the result, or level + 1.
    int firstReduction = 0;
  };
  /// The tile of `root` in the deepest loop that tiles one of its dims.
  FailureOr<RootTile> makeRootTile(Operation *root);
  /// Grows `tile` to the box that the other roots, and the ops that they read,
  /// need of `root`.
  LogicalResult addRootDemands(Operation *root, RootTile &tile);
  /// Loops inside a forall collect their results in a tile, which the body of
  /// the forall writes. A loop that tiles no dim of the root would add to that
  /// tile again.
  LogicalResult collectInForall(Operation *root, RootTile &tile);
  /// Adds a carry for each result of `root`, which `instance` computes.
  LogicalResult carryRoot(Operation *root, const RootTile &tile, int instance);
  /// The iteration box of the tile of a root, and the level at which it has all
  /// its loops.
  Box getRootTile(unsigned root, int &level);

  // FusionPlanner.cpp
  void collectShapes();
  void enqueue(Operation *op);
  void enqueueNeeded(Value value);
  void enqueueSymbols();
  void markNeededBefore(Operation *op);
  /// Walks on from the ops that are left in the queue.
  void markRest();
  LogicalResult visit(Operation *op);
  /// Empty if the op can be fused.
  std::string getReasonNotToFuse(Operation *op);
  void planProducer(Operation *op);
  void leaveOut(Operation *op, const Twine &text);
  /// If `op` reads memory that is written before the nest, why it is not
  /// computed there.
  std::optional<Reason> getWriteBeforeNest(Operation *op);
  int addInstance(Operation *op, int level, Box iteration, bool isRoot,
                  int firstReduction);
  void addDemands(int instance);
  void assignProducer(ArrayRef<Demand> demands, int instance);

  // FusionPlanOnline.cpp
  /// True if `operand` is the accumulator of a root after it was rescaled.
  bool isRescaled(OpOperand &operand) const;
  LogicalResult refuseOnline(Operation *op, const Twine &text);
  LogicalResult planRescale(Operation *op);
  LogicalResult planOnline(Operation *op);
  /// The deepest level at which the tiles are a partition of the input of `op`,
  /// and the box at that level; fails if there is none.
  FailureOr<std::pair<int, Box>> placeOnline(Operation *op, const Box &hull,
                                             int maxLevel);

  // FusionPlanCarries.cpp
  void addCarry(int instance, unsigned result, int level, Box box);
  void resolveCarries();
  bool standsBefore(Operation *op);
  Value getStart(const Instance &instance, unsigned result);
  void readFromCarries();
  void orderCarries();

  // OutsideUses.cpp
  OutsideUses getOutsideUses(Operation *op);
  bool canMoveBehind(Operation *op);
  void collectMoved();
  Operation *getAncestor(Operation *user) const;

  // FusionPlanLevels.cpp
  /// Demands that one instance of an op satisfies.
  struct Group {
    SmallVector<Demand, 0> demands;
    Box hull;
    int maxLevel;
    Placement placement;
  };
  double getWorkLimit(Operation *op);
  /// The level that the author chose for `op`, if any.
  std::optional<int> getChosenLevel(Operation *op) const;
  std::string explainChosenLevel(ArrayRef<Group> groups, int level);
  /// Refuses the plan if an op is not computed in the loop that the author
  /// chose.
  LogicalResult checkChosenLevels();
  /// Refuses the plan if a tile takes more bytes than its op allows.
  LogicalResult checkTileLimits();
  LogicalResult refuseLargeTile(Operation *op, int level, int64_t limit,
                                std::optional<int64_t> bytes);
  std::string explainLimit(Operation *op, double work);
  std::string explainLevel(Operation *op, const Group &group);
  Placement place(Operation *op, const Box &hull, int maxLevel,
                  llvm::function_ref<bool(int, const Box &)> isAllowed);
  bool isMadeForEachUse(Operation *op, ArrayRef<Demand> demands);
  SmallVector<Group, 0> groupDemands(Operation *op, ArrayRef<Demand> demands);
  void addToGroups(Operation *op, Group own, SmallVectorImpl<Group> &groups);
  Box getBoxAt(Operation *op, const Box &hull, int level);
  bool canLeave(Operation *op, const llvm::SmallBitVector &results, int level,
                const Box &iteration);
  Box shiftInward(Operation *op, const Box &box, int level);
  bool isOnlyPartOfTile(Operation *op, const Group &group);

  // FusionPlanner.cpp, producers
  std::string getReasonToLeaveOut(Operation *op, ArrayRef<Group> groups);
  Group *findLeavingGroup(Operation *op, MutableArrayRef<Group> groups,
                          const llvm::SmallBitVector &leaving);
  int addGroup(Operation *op, const Group &group, bool isExact);
  /// Fuses `op` as one instance per group. Its results in `leaving` leave the
  /// nest from `leavesFrom`.
  void addGroups(Operation *op, MutableArrayRef<Group> groups,
                 const Group *leavesFrom, const llvm::SmallBitVector &leaving);
  SmallVector<Bound> getDomain(Operation *op);
  Box getResultBox(Operation *op, unsigned result, const Box &iteration);

  FusionPlan plan;
  SmallVector<Operation *> roots;
  const FusionOptions &options;
  std::optional<Reason> &reason;
  BoundContext &context;
  ExtentTable &extents;
  std::unique_ptr<CostModel> costs;
  Block *block = nullptr;

  /// Per root: its iteration domain, reduction dims, and per loop whether it
  /// has the loop's position.
  SmallVector<SmallVector<Bound>> rootDomains;
  SmallVector<SmallVector<bool>> rootReductions;
  DenseMap<Operation *, unsigned> rootNumbers;

  struct LaterInBlock {
    bool operator()(Operation *a, Operation *b) const {
      return a != b && a->isBeforeInBlock(b);
    }
  };
  std::priority_queue<Operation *, std::vector<Operation *>, LaterInBlock>
      queue;
  /// How many ops in the queue the nest may compute: roots, and ops with
  /// demands.
  unsigned numOpen = 0;
  DenseMap<Operation *, OpState> states;
  DenseMap<Operation *, bool> movable;
  /// The first op of the nest in the payload. Set by the first call of
  /// standsBefore.
  Operation *firstInNest = nullptr;
  /// Results of getStart, by destination.
  DenseMap<Value, Value> starts;
  BufferReads bufferReads;
  /// The symbols whose sources are queued.
  unsigned numSymbols = 0;
};

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_FUSION_FUSIONPLANNER_H
