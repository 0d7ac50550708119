//===- MergePlan.h - Which ops become one op --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans which groups of linalg ops of one block are merged, each group into one
// generic, and why other ops are not merged. Making a plan changes no IR;
// Transforms/Elementwise/FuseElementwise.h emits it.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_ELEMENTWISE_MERGEPLAN_H
#define HEDDLE_ANALYSIS_ELEMENTWISE_MERGEPLAN_H

#include "heddle/Analysis/Elementwise/ElementwiseOps.h"
#include "heddle/Analysis/Reasons/Reason.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace mlir::heddle {

struct ElementwiseFusionOptions {
  /// Also merge ops that share an input.
  bool sharedInput = false;
  /// Also merge an op with a consumer that has more loops if the op's result is
  /// used elsewhere.
  bool diffShapes = false;
  /// Merge only ops whose result has a single use.
  bool oneUse = false;
  /// Bounds on the operands and on the ops in the body of a merged op.
  std::optional<int64_t> maxOperands, maxOps;
  /// How many times an op that computes something may be computed. If not set,
  /// twice in an op that reduces and any number of times in others.
  std::optional<double> maxRecompute;
  double getMaxRecompute(bool reduces) const {
    return maxRecompute.value_or(reduces ? 2.0 : HUGE_VAL);
  }
  /// If set, the only ops that take part.
  std::optional<llvm::SmallPtrSet<Operation *, 8>> only;
};

/// Says what is wrong with the value of an option; nullopt if all are valid.
std::optional<std::string>
findInvalidOption(const ElementwiseFusionOptions &options);

/// An op of a group.
struct ElementwiseMember {
  linalg::LinalgOp op;
  /// From the loops of the merged op to those of `op`.
  AffineMap loops;
  /// Per result of `op`: true if the merged op returns it because other ops use
  /// it.
  SmallVector<bool> isKept;
  /// Iterations of the merged op per iteration of `op`.
  RecomputeFactor recompute;
};

/// Ops that become one op. A group may be a single op, whose inputs turn into
/// scalars.
struct ElementwiseGroup {
  /// In the order of the block, producers before consumers.
  std::vector<ElementwiseMember> members;
  SmallVector<utils::IteratorType> iterators;
};

/// A producer and its consumer that are not merged.
struct UnmergedPair {
  /// These ops may have been erased once other ops of the block are merged.
  Operation *producer;
  Operation *consumer;
  /// About the producer.
  Reason reason;
  /// The op between them that prevents the merge, if there is one.
  Operation *between = nullptr;
  /// The planner tried to merge the two ops.
  bool isNear = false;
};

struct MergePlan {
  std::vector<ElementwiseGroup> groups;
  std::vector<UnmergedPair> refusals;
  /// Uses that matter only for the shape of the value. They do not count as
  /// uses. Once a group is emitted they must read the value that the shape
  /// comes from.
  std::vector<OpOperand *> shapeOnlyUses;
};

/// Plans `block`, in time proportional to its ops and their uses.
MergePlan planElementwiseFusion(Block &block,
                                const ElementwiseFusionOptions &options);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_ELEMENTWISE_MERGEPLAN_H
