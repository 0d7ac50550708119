//===- ElementwiseGroups.h - Groups whose loops are aligned -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Disjoint sets of clusters of ops. Each cluster knows how the loops of its
// group map to its own, and each group how large it is. Which clusters are to
// be merged is decided in ElementwiseFusionPlan.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ANALYSIS_ELEMENTWISEGROUPS_H
#define HEDDLE_LIB_ANALYSIS_ELEMENTWISEGROUPS_H

#include "heddle/Analysis/ElementwiseFusionPlan.h"

#include "llvm/ADT/DenseSet.h"

namespace mlir::heddle {

class ElementwiseGroups {
public:
  /// A group that is to be merged into another one, and the map from the loops
  /// of that one to its own.
  using Part = std::pair<unsigned, AffineMap>;

  explicit ElementwiseGroups(const ElementwiseFusionOptions &options)
      : options(options) {}

  /// Makes a cluster of `root`, the only op of it whose results others use. It
  /// is a group with the cluster's number.
  unsigned addCluster(linalg::LinalgOp root);
  /// Adds `op`, whose results only `cluster` reads, unless that is too much.
  bool addMember(unsigned cluster, linalg::LinalgOp op);

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

  /// Makes all `parts` groups of `into`. If that cannot be, changes nothing,
  /// returns false and sets `reason`, a fact about a part.
  bool merge(unsigned into, ArrayRef<Part> parts, StringRef &reason);

private:
  struct Node {
    linalg::LinalgOp root;
    unsigned parent;
    /// From the loops of the parent to those of this cluster.
    AffineMap loops;
    // Of a group, hence valid if this is its own parent.
    SmallVector<unsigned, 1> clusters;
    unsigned level = 0;
    int64_t numOps = 0, numResults = 0;
    llvm::SmallPtrSet<Operation *, 1> members;
    llvm::SmallDenseSet<Value, 1> inputs;
    /// A root reads its destination or reduces, or reduces along several loops.
    bool hasState = false, hasOrder = false;
  };

  void count(Node &node, linalg::LinalgOp op);
  bool fits(unsigned into, ArrayRef<unsigned> parts) const;
  bool isAligned(unsigned into, const Part &part, StringRef &reason) const;

  const ElementwiseFusionOptions &options;
  std::vector<Node> nodes;
};

} // namespace mlir::heddle

#endif // HEDDLE_LIB_ANALYSIS_ELEMENTWISEGROUPS_H
