//===- VectorSteps.h - The steps of vectorization ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What vectorize does before and after upstream's vectorizer. In which order is
// decided in Vectorize.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_VECTORS_VECTORSTEPS_H
#define HEDDLE_LIB_TRANSFORMS_VECTORS_VECTORSTEPS_H

#include "heddle/Analysis/Vectors/VectorChoice.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::heddle {

/// Applies the patterns that `populate` adds to what is inside `root`. The
/// listener of `rewriter` hears of it.
void applyInside(RewriterBase &rewriter, Operation *root,
                 llvm::function_ref<void(RewritePatternSet &)> populate);

/// Splits the last iteration off the loops in `root` whose tiles it makes
/// partial, outermost first, and not again inside such an iteration. Returns
/// how many. The iterations are marked until `unmarkPartialLoops`.
unsigned peelPartialTiles(RewriterBase &rewriter, Operation *root);
void unmarkPartialLoops(RewriterBase &rewriter, Operation *root);

/// Puts loops around the ops in `root` that do not fit registers. Tells
/// `spills` which of these have sums that a loop around them carries: in memory
/// then.
void tileForRegisters(RewriterBase &rewriter, Operation *root,
                      const VectorTarget &machine,
                      SmallVectorImpl<Reason> &spills);

/// `op`, whose window dims have extent 1 if it has some, as a generic or a
/// `linalg.contract` over dims of more than one element, on slices. A sum of
/// products keeps one dim that is summed. Its result is inserted where `op`
/// was.
linalg::LinalgOp bringToVectorForm(RewriterBase &rewriter, linalg::LinalgOp op);

/// Adds patterns that merge a slice that is all of another slice with it.
void populateMergeWholeSlicesPatterns(RewritePatternSet &patterns);

/// Adds a pattern that takes the size of a tensor that a loop carries, and only
/// writes into, from before the loop.
void populateCarriedSizesPatterns(RewritePatternSet &patterns);

/// Adds patterns that take a vector from the op that wrote it under the same
/// mask.
void populateForwardWritesPatterns(RewritePatternSet &patterns);

/// Keeps divisions and exponentials in the body of `op`, which is computed as a
/// vector of `shape`, from what is read for elements that `op` lacks.
void guardLanes(RewriterBase &rewriter, linalg::GenericOp op,
                ArrayRef<int64_t> shape);

/// Lets the loops in `root` carry vectors instead of the slices that they read
/// and write in each iteration.
void hoistAccumulators(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_VECTORS_VECTORSTEPS_H
