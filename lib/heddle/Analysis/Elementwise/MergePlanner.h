//===- MergePlanner.h - Forms groups of ops ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of the planner. The rule:
//
// 1. An op joins a cluster if only that cluster reads its result, and reads it
//    through one map. All paths from the op lead into the cluster, so no path
//    leaves the cluster and comes back (MergePlan.cpp).
// 2. Clusters become groups by levels. The level of a group is above the levels
//    of all ops that it reads. Any other op is at least at the level of the ops
//    that it reads. So the level rises along a path between two groups, and
//    groups of one level can be merged without a cycle. A cluster is merged
//    with the groups that it reads if nothing else keeps it above them.
// 3. From the last group to the first, a group is merged with a reader or a
//    sibling of a higher level, if all its other readers are above that one
//    (ElementwiseSinking.cpp).
//
// Each step looks at each use a bounded number of times.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ANALYSIS_ELEMENTWISE_MERGEPLANNER_H
#define HEDDLE_LIB_ANALYSIS_ELEMENTWISE_MERGEPLANNER_H

#include "ElementwiseGroups.h"

#include "heddle/Analysis/Elementwise/ElementwiseOps.h"

#include "llvm/ADT/SetVector.h"

#include <limits>

namespace mlir::heddle {

class MergePlanner {
public:
  /// A read of one op from another one.
  struct Read {
    unsigned producer;
    /// From the loops of the reader to those of the producer; null if the value
    /// cannot be computed in the reader.
    AffineMap loops;
    StringRef reason;
  };

  MergePlanner(Block &block, const ElementwiseFusionOptions &options)
      : block(block), options(options),
        groups(options, [&](OpOperand &use) { return isShapeOnlyUse(use); }) {}

  MergePlan run() {
    readBlock();
    formClusters();
    assignLevels();
    sinkGroups();
    takePlan();
    return std::move(plan);
  }

private:
  static constexpr unsigned kLast = std::numeric_limits<unsigned>::max();

  /// The highest level that a group may have.
  struct Latest {
    unsigned level = kLast;
    /// The reading group that sets this level, if there is one, and the level
    /// without that group.
    std::optional<unsigned> reader;
    unsigned withoutReader = kLast;
  };

  // The block as a graph.
  void readBlock();
  StringRef findObstacle(unsigned position, bool hasEffects);
  void correctWait(unsigned consumer, unsigned producer, StringRef text);
  void refuseUsesOf(unsigned position, ArrayRef<StringRef> obstacles);
  void refuseAcross(unsigned reader);
  void addDependences(unsigned position, ShapeSources &shapes);
  bool isShapeOnlyUse(OpOperand &use);
  std::optional<unsigned> getPosition(Value value);
  SmallVector<Read> getReads(unsigned position);

  // Step 1: an op that only one cluster reads joins it.
  void formClusters();
  std::optional<unsigned> findOnlyReader(unsigned position, AffineMap &loops);

  // Step 2: groups by levels, from producers to consumers.
  void assignLevels();
  /// The reads of a cluster, each with the member that reads.
  using ClusterReads = SmallVector<std::pair<unsigned, Read>>;
  ClusterReads placeAbove(unsigned cluster, std::optional<unsigned> &cause);
  void placeCluster(unsigned cluster);
  bool align(unsigned reader, const Read &read, AffineMap &loops);

  // Step 3: groups that can wait are merged with later ones.
  void sinkGroups();
  Latest getLatest(unsigned group);
  bool mergeIntoReader(unsigned group, const Latest &latest);
  void mergeSiblings(ArrayRef<unsigned> clusters, unsigned latest);
  void mergeSiblings(OpOperand &use, AffineMap read, unsigned cluster,
                     unsigned &latest);
  AffineMap alignSiblings(unsigned group, AffineMap read, unsigned other,
                          AffineMap otherRead);

  // The plan.
  SmallVector<bool> getKept(unsigned position, unsigned group);
  ElementwiseGroup makeGroup(unsigned number);
  void takePlan();
  void refuse(unsigned consumer, unsigned producer, const Twine &text,
              bool isNear = true, Operation *between = nullptr);
  void refuse(Operation *consumer, Operation *producer, const Twine &text,
              bool isNear, Operation *between);

  unsigned getLevel(unsigned position) {
    return clusterOf[position] ? groups.level(getGroup(position))
                               : levelOf[position];
  }
  unsigned getGroup(unsigned position) {
    return groups.find(*clusterOf[position]).first;
  }

  Block &block;
  const ElementwiseFusionOptions &options;
  MergePlan plan;

  std::vector<Operation *> ops;
  DenseMap<Operation *, unsigned> positions;
  std::vector<SmallVector<unsigned, 4>> producers, users;
  /// The first op after each op that may write memory that the op reads, or
  /// kLast.
  std::vector<unsigned> nextWrite;
  /// The ops of each cluster, the root first.
  std::vector<SmallVector<unsigned, 1>> membersOf;
  /// Producers whose value a body captures, by reader.
  std::vector<llvm::SmallSetVector<unsigned, 1>> captured;
  std::vector<bool> isCandidate;
  /// By op: its cluster, and from the cluster's loops to its own.
  std::vector<std::optional<unsigned>> clusterOf;
  std::vector<AffineMap> loopsOf;
  /// Why an op did not join the only cluster that reads it.
  DenseMap<unsigned, Reason> joinObstacles;
  /// Levels of ops that are in no cluster.
  std::vector<unsigned> levelOf;
  ElementwiseGroups groups;
  /// Clusters that read a value, with the map from their loops.
  DenseMap<Value, SmallVector<std::pair<unsigned, AffineMap>, 2>> readers;
};

} // namespace mlir::heddle

#endif // HEDDLE_LIB_ANALYSIS_ELEMENTWISE_MERGEPLANNER_H
