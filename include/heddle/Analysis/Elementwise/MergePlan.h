//===- MergePlan.h - Which ops become one op --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The groups of linalg ops of one block that are to be merged into one generic
// each, and why others are not. Making a plan changes no IR;
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

/// What is wrong with the value of an option, or nothing.
std::optional<std::string>
findInvalidOption(const ElementwiseFusionOptions &options);

/// An op of a group.
struct ElementwiseMember {
  linalg::LinalgOp op;
  /// From the loops of the merged op to those of `op`.
  AffineMap loops;
  /// Which results the merged op has, too: those that others use.
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

/// A producer and a consumer of it that are not merged.
struct UnmergedPair {
  /// They may be gone once others of the block are merged.
  Operation *producer;
  Operation *consumer;
  /// About the producer.
  Reason reason;
  /// The op between them that prevents it, if there is one.
  Operation *between = nullptr;
  /// Both take part.
  bool isNear = false;
};

struct MergePlan {
  std::vector<ElementwiseGroup> groups;
  std::vector<UnmergedPair> refusals;
  /// Uses that say only how large something is. They are not counted as uses,
  /// and must read what the shape comes from once a group is emitted.
  std::vector<OpOperand *> shapeOnlyUses;
};

/// Plans `block`, in time proportional to its ops and their uses.
MergePlan planElementwiseFusion(Block &block,
                                const ElementwiseFusionOptions &options);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_ELEMENTWISE_MERGEPLAN_H
