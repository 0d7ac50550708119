//===- ElementwiseGroups.h - Groups whose loops are aligned -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Disjoint sets of clusters of ops. Each cluster knows how the loops of its
// group map to its own, and each group how large it is. Which clusters are to
// be merged is decided in MergePlan.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ANALYSIS_ELEMENTWISE_ELEMENTWISEGROUPS_H
#define HEDDLE_LIB_ANALYSIS_ELEMENTWISE_ELEMENTWISEGROUPS_H

#include "heddle/Analysis/Elementwise/MergePlan.h"
#include "heddle/Analysis/Reasons/Reason.h"

#include "llvm/ADT/DenseSet.h"

#include <functional>
#include <optional>
#include <string>

namespace mlir::heddle {

class ElementwiseGroups {
public:
  /// A group that is to be merged into another one, and the map from the loops
  /// of that one to its own.
  using Part = std::pair<unsigned, AffineMap>;

  /// `isShapeOnlyUse` tells uses that do not keep a result.
  ElementwiseGroups(const ElementwiseFusionOptions &options,
                    std::function<bool(OpOperand &)> isShapeOnlyUse)
      : options(options), isShapeOnlyUse(std::move(isShapeOnlyUse)) {}

  /// Makes a cluster of `root`, the only op of it whose results others use. It
  /// is a group with the cluster's number.
  unsigned addCluster(linalg::LinalgOp root);
  /// Adds `op`, whose results only `cluster` reads. `loops` maps from the loops
  /// of the cluster to its own. If that is too much, changes nothing and says
  /// why.
  std::optional<Reason> addMember(unsigned cluster, linalg::LinalgOp op,
                                  AffineMap loops);

  /// The group of `cluster`, and the map from the group's loops to its own.
  std::pair<unsigned, AffineMap> find(unsigned cluster);
  ArrayRef<unsigned> getClusters(unsigned group) const {
    return nodes[group].clusters;
  }
  linalg::LinalgOp getRoot(unsigned cluster) const {
    return nodes[cluster].root;
  }
  unsigned &level(unsigned group) { return nodes[group].level; }
  unsigned count() const { return nodes.size(); }

  /// Why groups cannot be merged: a fact about one of the parts, or about all.
  struct Obstacle {
    Reason reason;
    std::optional<unsigned> part;
  };

  /// Makes all `parts` groups of `into`. If that cannot be, changes nothing and
  /// says why.
  std::optional<Obstacle> merge(unsigned into, ArrayRef<Part> parts);
  /// The bound on operands or ops that `group` exceeds; empty if none.
  std::string findExcess(unsigned group) const {
    return findExcess(nodes[group].size, getRoot(group).getNumLoops());
  }

private:
  /// A value and the map through which it is read.
  using Read = std::pair<Value, AffineMap>;

  /// A result that ops outside may use, and what it starts from, if any.
  struct Result {
    OpResult result;
    AffineMap map;
    Value start;
  };

  /// What the options bound. Operands are followed only if they are.
  struct Size {
    int64_t numOps = 0;
    llvm::SmallDenseSet<Read, 1> inputs;
    SmallVector<Result, 1> results;
  };

  struct Node {
    linalg::LinalgOp root;
    unsigned parent;
    /// From the loops of the parent to those of this cluster.
    AffineMap loops;
    // Of a group, hence valid if this is its own parent.
    SmallVector<unsigned, 1> clusters;
    unsigned level = 0;
    Size size;
    /// A root reads its destination or reduces, or reduces along several loops.
    bool hasState = false, hasOrder = false;
    /// An op reduces, or does more than move what it reads.
    bool reduces = false, computes = false;
    /// How many times the op that is repeated most is computed.
    double recompute = 1;
  };

  Size measure(linalg::LinalgOp op, AffineMap loops, bool isRoot);
  Size mergeSizes(unsigned into, ArrayRef<Part> parts, const Size *other);
  std::string findExcess(const Size &size, unsigned numLoops) const;
  std::string findExcess(const Node &into, linalg::LinalgOp op, AffineMap loops,
                         double &recompute) const;
  bool isAligned(unsigned into, const Part &part, StringRef &reason) const;

  const ElementwiseFusionOptions &options;
  std::function<bool(OpOperand &)> isShapeOnlyUse;
  std::vector<Node> nodes;
  llvm::DenseMap<Operation *, unsigned> clusterOf;
};

} // namespace mlir::heddle

#endif // HEDDLE_LIB_ANALYSIS_ELEMENTWISE_ELEMENTWISEGROUPS_H
