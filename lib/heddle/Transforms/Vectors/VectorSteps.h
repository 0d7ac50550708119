//===- VectorSteps.h - The steps of vectorization ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of vectorize before and after upstream's vectorizer. Vectorize.cpp
// decides their order.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_VECTORS_VECTORSTEPS_H
#define HEDDLE_LIB_TRANSFORMS_VECTORS_VECTORSTEPS_H

#include "heddle/Analysis/Vectors/VectorChoice.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::heddle {

/// An attribute of an op that stays as it is: the reason. The steps of a plan
/// find these ops, and no step touches them then.
constexpr StringLiteral kLeftScalar = "heddle.left_scalar";

inline bool isLeftScalar(Operation *op) { return op->hasAttr(kLeftScalar); }

/// Applies the patterns that `populate` adds to the ops inside `root`. The
/// listener of `rewriter` is notified.
void applyInside(RewriterBase &rewriter, Operation *root,
                 llvm::function_ref<void(RewritePatternSet &)> populate);

/// Splits off the last iteration of each loop in `root` if its tile is partial,
/// outermost loops first, but does not split again inside such an iteration.
/// Returns the number of split loops. The iterations are marked until
/// `unmarkPartialLoops`.
unsigned peelPartialTiles(RewriterBase &rewriter, Operation *root);
void unmarkPartialLoops(RewriterBase &rewriter, Operation *root);

/// Drops the dims of one element from the reductions in `root` whose results
/// have such dims, which no loop indexes:
///
///   (i, j) -> (i, 0)  on tensor<8x1xf32>  becomes
///   (i, j) -> (i)     on a slice tensor<8xf32> of it.
///
/// Partial results then have the dims of the loops, as upstream expects.
void dropKeptDims(RewriterBase &rewriter, Operation *root);

/// Adds loops around the ops in `root` that do not fit registers. Adds to
/// `spills` those whose sums a loop around them carries, and therefore carries
/// in memory.
void tileForRegisters(RewriterBase &rewriter, Operation *root,
                      const VectorTarget &machine,
                      SmallVectorImpl<Reason> &spills);

/// `op` with a `tensor.extract` in its body for each input whose map `isOdd`:
///
///   ins(%x) by (i, j) -> (i, -j + 7)  becomes
///   tensor.extract %x[%i, %k] with %k = 7 - %j, and the indices %i and %j.
///
/// `op` itself if there is none.
linalg::GenericOp readInBody(RewriterBase &rewriter, linalg::GenericOp op,
                             llvm::function_ref<bool(AffineMap)> isOdd);

/// Does so for the inputs whose map keeps a dim of an op in `root` whole
/// (IndivisibleDims.h).
void readIndivisibleInBody(RewriterBase &rewriter, Operation *root);

/// Keeps upstream from taking a `tensor.extract` in the body of `op` for a read
/// of a row: it takes a sum for a row if one of its terms is the index of the
/// lanes, whatever the other terms are. Only what is a row stays one.
void hideOddIndices(RewriterBase &rewriter, linalg::GenericOp op);

/// Makes what the combiners of `op` take vectors over all loops
/// (NarrowValues.h). The next step has to be `linalg::vectorize`.
void widenReductions(RewriterBase &rewriter, linalg::GenericOp op);

/// Rewrites `op`, whose window dims have extent 1, as a generic or a
/// `linalg.contract` on slices, over dims of more than one element. A sum of
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

/// Protects divisions and exponentials in the body of `op`, which is computed
/// as a vector of `shape`, from the arbitrary values that are read for missing
/// elements.
void guardLanes(RewriterBase &rewriter, linalg::GenericOp op,
                ArrayRef<int64_t> shape);

/// Replaces `op`, whose last dim is one group of products (`getGroupDim`), by a
/// contraction of vectors of `shape` that may be computed by an instruction for
/// dot products. Elements that `op` lacks are zeros.
void vectorizeDotProduct(RewriterBase &rewriter, linalg::LinalgOp op,
                         ArrayRef<int64_t> shape);

/// Lets the loops in `root` carry vectors instead of the slices that they read
/// and write in each iteration. For a plan, vectors stay in their loops: moving
/// them takes most of the time, and changes neither which ops are vectors nor,
/// but for dot products of bf16, whether the IR verifies.
void hoistAccumulators(RewriterBase &rewriter, Operation *root, bool isPlan);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_VECTORS_VECTORSTEPS_H
