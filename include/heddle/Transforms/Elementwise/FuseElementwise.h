//===- FuseElementwise.h - Merge elementwise ops ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the merged ops of elementwise fusion. Which ops are merged is planned
// in Analysis/Elementwise/MergePlan.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_ELEMENTWISE_FUSEELEMENTWISE_H
#define HEDDLE_TRANSFORMS_ELEMENTWISE_FUSEELEMENTWISE_H

#include "heddle/Analysis/Elementwise/MergePlan.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Called with an op and its replacement.
using ReplacementCallback = llvm::function_ref<void(Operation *, Operation *)>;

struct FuseElementwiseResult {
  /// Each op that was merged, and the op that computes its results now.
  SmallVector<std::pair<Operation *, Operation *>> replaced;
  /// The merged ops, in the order of the payload.
  SmallVector<Operation *> fused;
  /// The ops that were merged, without uses, users before producers.
  SmallVector<Operation *> deadOriginals;
  /// Where an op is not merged with a reader, and why.
  SmallVector<UnmergedPair> refusals;
  /// Which merged ops are computed more than once, and how many times.
  SmallVector<Reason> recomputed;
};

/// Merges linalg ops that compute element by element, in each block of
/// `targets`; targets that are linalg ops are merged with one another only.
///
///   %0 = linalg.add ins(%a, %b) outs(%e)      %1 = linalg.generic
///   %1 = linalg.mul ins(%0, %c) outs(%e)  =>      ins(%a, %b, %c) outs(%e)
///
/// All blocks are planned before the first is changed.
///
/// On success: the users of the original ops read the merged ops. Other ops of
/// the block may have moved, but the order of effects is the same. The caller
/// erases `deadOriginals`. Named ops next to a reshape may have become
/// generics; `notifyReplaced` was called before they were erased. On failure:
/// no ops can be merged, the IR is untouched, and the reasons went through
/// `notifyMatchFailure`. With `mayDoNothing` this case is a success with
/// refusals only.
FailureOr<FuseElementwiseResult>
fuseElementwise(RewriterBase &rewriter, ArrayRef<Operation *> targets,
                const ElementwiseFusionOptions &options,
                ReplacementCallback notifyReplaced = nullptr,
                bool mayDoNothing = false);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_ELEMENTWISE_FUSEELEMENTWISE_H
