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

/// True if `block` has a reshape between two ops that could be merged but for
/// it. If `withSecondUses`, others may use the value before or after it, too.
bool hasReshapeBetween(Block &block, const ElementwiseFusionOptions &options,
                       bool withSecondUses);

/// The rule by which `reshape`, between `producer` and `reader`, cannot be
/// removed; empty if no rule forbids it, or if the op is not a reshape.
std::string explainReshape(Operation *producer, Operation *reshape,
                           Operation *reader,
                           const ElementwiseFusionOptions &options);

/// Takes each such reshape away. An op that reads a collapsed value
/// iterates over the dims of the value before, and its result is collapsed
/// instead:
///
///   collapse_shape %0 : 2x3x4 -> 6x4      %1 = generic ins(%0, expand %b)
///   %1 = generic ins(%collapsed, %b)  =>      -> 2x3x4
///                                         collapse_shape %1 : 2x3x4 -> 6x4
///
/// and one whose result is expanded iterates over the dims after. The
/// ops of each pair can be merged then: the reader is the only one. Where
/// others use a value before or after the reshape, too, they read it as before,
/// and the pair may still have to stay apart. A named op becomes a generic
/// first, which `notifyReplaced` is told, and which takes its place in
/// `options`.
void moveReshapes(
    RewriterBase &rewriter, Block &block, ElementwiseFusionOptions &options,
    bool withSecondUses,
    llvm::function_ref<void(Operation *, Operation *)> notifyReplaced);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_ELEMENTWISE_ELEMENTWISERESHAPES_H
