//===- ElementwiseReshapes.h - Reshapes out of the way ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops on either side of a reshape get the same loops, so that they can be
// merged. FuseElementwise.cpp merges them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_ELEMENTWISE_ELEMENTWISERESHAPES_H
#define HEDDLE_LIB_TRANSFORMS_ELEMENTWISE_ELEMENTWISERESHAPES_H

#include "heddle/Analysis/Elementwise/MergePlan.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// True if `block` has a reshape between two ops that could be merged without
/// it. If `withSecondUses`, the source or the result of the reshape may have
/// other users.
bool hasReshapeBetween(Block &block, const ElementwiseFusionOptions &options,
                       bool withSecondUses);

/// The rule by which `reshape`, between `producer` and `reader`, cannot be
/// removed; empty if no rule forbids it, or if the op is not a reshape.
std::string explainReshape(Operation *producer, Operation *reshape,
                           Operation *reader,
                           const ElementwiseFusionOptions &options);

/// Removes each such reshape. An op that reads a collapsed value then
/// iterates over the dims of the original value, and its result is collapsed
/// instead:
///
///   collapse_shape %0 : 2x3x4 -> 6x4      %1 = generic ins(%0, expand %b)
///   %1 = generic ins(%collapsed, %b)  =>      -> 2x3x4
///                                         collapse_shape %1 : 2x3x4 -> 6x4
///
/// An op whose result is expanded then iterates over the dims of the expanded
/// value. After that the
/// ops of each pair can be merged, because the producer has a single reader. If
/// other ops use the source or the result of the reshape, they read it as
/// before, and the pair may still have to stay apart. A named op first becomes
/// a generic: `notifyReplaced` is called, and the generic replaces it in
/// `options`.
void moveReshapes(
    RewriterBase &rewriter, Block &block, ElementwiseFusionOptions &options,
    bool withSecondUses,
    llvm::function_ref<void(Operation *, Operation *)> notifyReplaced);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_ELEMENTWISE_ELEMENTWISERESHAPES_H
