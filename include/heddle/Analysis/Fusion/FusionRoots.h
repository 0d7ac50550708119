//===- FusionRoots.h - The ops at which nests end ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Divides the ops of a function into groups. Each group is meant to become one
// nest. The fusion plan decides whether an op of a group can be fused into that
// nest.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FUSION_FUSIONROOTS_H
#define HEDDLE_ANALYSIS_FUSION_FUSIONROOTS_H

#include "heddle/Analysis/Reasons/Reason.h"
#include "llvm/ADT/SetVector.h"
#include <optional>
#include <vector>

namespace mlir::heddle {

struct FusionRootOptions {
  /// The most ops in a group.
  std::optional<int64_t> maxOps;
};

/// Ops that are to be computed in one nest, in block order. The last op is the
/// root. The root depends on each of the others, directly or not.
struct FusionGroup {
  SmallVector<Operation *, 4> ops;
  /// For each op, the reason why it is in this group.
  std::vector<Reason> reasons;
  /// The first op has reduction loops, or normalizes as a softmax does.
  bool startsWithReduction = false;

  Operation *getRoot() const { return ops.back(); }
};

struct FusionGroups {
  /// In the order of their roots.
  std::vector<FusionGroup> groups;
  /// Reasons why ops on tensors, such as fills, transpositions and broadcasts,
  /// are in no group.
  std::vector<Reason> others;
};

/// Divides the ops under `function`, each block by itself. An op with reduction
/// loops starts a group. An op that computes element by element joins the group
/// of one of its producers, if everything else that it reads is computed before
/// that group. If several groups qualify, it joins the last one that starts
/// with a reduction, or else the last one. An op that two groups read is the
/// last one of its group. An op that only moves values (a broadcast of a bias,
/// a transposition, a fill) is in no group: it goes with its readers.
FusionGroups findFusionGroups(Operation *function,
                              const FusionRootOptions &options = {});

/// The ops that a nest ending at a given op computes.
struct FusionGroupPart {
  /// The first op of the group.
  Operation *start = nullptr;
  /// The last op of the group.
  Operation *root = nullptr;
  /// The ops of the group that the nest computes, including the last one, and
  /// the ops that move values to them: fills, broadcasts, pads, slices.
  llvm::SetVector<Operation *> ops;
};

/// The part of the group of `op` that ends at `op`: `op` itself, the ops of its
/// group that it depends on, and the ops outside of all groups that these read.
/// Ops of other groups and loops are not included. Fails, with a `reason`, if
/// `op` is in no group.
std::optional<FusionGroupPart> findFusionGroupPart(Operation *op,
                                                   Reason &reason);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_FUSION_FUSIONROOTS_H
