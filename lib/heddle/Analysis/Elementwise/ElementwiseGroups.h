//===- ElementwiseGroups.h - Groups whose loops are aligned -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Disjoint sets of clusters of ops. Each cluster has the map from the loops of
// its group to its own loops. Each group has its size. MergePlan.cpp decides
// which clusters are merged.
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
  /// A group that is merged into another group, and the map from the loops of
  /// that group to the loops of this one.
  using Part = std::pair<unsigned, AffineMap>;

  /// `isShapeOnlyUse` returns true for a use that does not require the result
  /// to be kept.
  ElementwiseGroups(const ElementwiseFusionOptions &options,
                    std::function<bool(OpOperand &)> isShapeOnlyUse)
      : options(options), isShapeOnlyUse(std::move(isShapeOnlyUse)) {}

  /// Makes a cluster of `root`. No op outside of the cluster will use results
  /// of its other ops. The cluster is a group with the same number.
  unsigned addCluster(linalg::LinalgOp root);
  /// Adds `op`, whose results only `cluster` reads. `loops` maps the loops of
  /// the cluster to those of `op`. If an option's limit would be exceeded,
  /// changes nothing and returns the reason.
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

  /// Merges all `parts` into `into`. If that is impossible, changes nothing and
  /// returns the reason.
  std::optional<Obstacle> merge(unsigned into, ArrayRef<Part> parts);
  /// The limit on operands or ops that `group` exceeds; empty if it exceeds
  /// none.
  std::string findExcess(unsigned group) const {
    return findExcess(nodes[group].size, getRoot(group).getNumLoops());
  }

private:
  /// A value and the map through which it is read.
  using Read = std::pair<Value, AffineMap>;

  /// A result that ops outside may use, and the value that it starts from, if
  /// any.
  struct Result {
    OpResult result;
    AffineMap map;
    Value start;
  };

  /// The sizes that the options limit. Operands are tracked only if their
  /// number is limited.
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
    // These belong to a group. They are valid only if this node is its own
    // parent.
    SmallVector<unsigned, 1> clusters;
    unsigned level = 0;
    Size size;
    /// hasState: a root reads its destination or reduces. hasOrder: a root
    /// reduces along several loops.
    bool hasState = false, hasOrder = false;
    /// reduces: an op reduces. computes: an op does more than move what it
    /// reads.
    bool reduces = false, computes = false;
    /// How many times the most repeated op is computed.
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
