//===- FusionRoots.h - The ops at which nests end ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Divides the ops of a function into groups, each of which is meant to become
// one nest. Whether an op of a group can be fused into that nest is decided by
// the fusion plan.
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

/// Ops that are to be computed in one nest, in the order of the block. All of
/// them are producers, direct or not, of the last one, which is the root.
struct FusionGroup {
  SmallVector<Operation *, 4> ops;
  /// For each op why it is in this group.
  std::vector<Reason> reasons;
  /// The first op has reduction loops, or normalizes as a softmax does.
  bool startsWithReduction = false;

  Operation *getRoot() const { return ops.back(); }
};

struct FusionGroups {
  /// In the order of their roots.
  std::vector<FusionGroup> groups;
  /// Why ops on tensors are in no group: fills, transpositions, broadcasts.
  std::vector<Reason> others;
};

/// Divides the ops under `function`, each block by itself. An op with reduction
/// loops starts a group. An op that computes element by element joins the group
/// of a producer of its, if all that it reads besides is computed before that
/// group; of several such groups the last one that starts with a reduction, or
/// else the last one. An op that two groups read ends its own. An op that only
/// moves values (a broadcast of a bias, a transposition, a fill) is in no
/// group: it goes with its readers.
FusionGroups findFusionGroups(Operation *function,
                              const FusionRootOptions &options = {});

/// What a nest that ends at one op computes.
struct FusionGroupPart {
  /// The first op of the group.
  Operation *start = nullptr;
  /// The last op of the group.
  Operation *root = nullptr;
  /// The ops of the group that the nest computes, the last one among them, and
  /// what moves values to them: fills, broadcasts, pads, slices.
  llvm::SetVector<Operation *> ops;
};

/// The part of the group of `op` that ends at `op`: `op`, the ops of its group
/// that it is computed from, and the ops in no group that these read. Ops of
/// other groups and loops are no part of it. Fails, with a `reason`, if `op` is
/// in no group.
std::optional<FusionGroupPart> findFusionGroupPart(Operation *op,
                                                   Reason &reason);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_FUSION_FUSIONROOTS_H
