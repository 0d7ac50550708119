//===- HoistAccumulators.cpp - Loops that carry vectors -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's hoisting takes one slice out of one loop. Here it is repeated from
// the inside out, with the patterns in between that let it see the next slice.
//
//===----------------------------------------------------------------------===//

#include "VectorSteps.h"

#include "heddle/Analysis/DataFlow/BufferReads.h"
#include "heddle/Analysis/Loops/TripCount.h"
#include "heddle/IR/ValueBounds/ValueBounds.h"
#include "heddle/Transforms/Cleanup/Canonicalization.h"

#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;
using namespace mlir::heddle;

/// Removes values that a loop carries and does not change.
static void dropCarriedInvariants(RewriterBase &rewriter, Operation *root) {
  applyInside(rewriter, root, [](RewritePatternSet &patterns) {
    scf::ForOp::getCanonicalizationPatterns(patterns, patterns.getContext());
  });
}

/// Whether `tensor` is proved to have `size` elements from `index` of `dim` on.
static bool isInBounds(Value tensor, int64_t dim, Value index, int64_t size) {
  AffineExpr end = getAffineDimExpr(0, tensor.getContext()) + size;
  OpFoldResult zero = IntegerAttr::get(index.getType(), 0);
  return isProvablyAtLeast(index, zero) &&
         isProvablyAtLeast(
             BoundVariable(tensor, dim),
             BoundVariable(AffineMap::get(1, 0, end), ValueRange(index)));
}

/// Whether all elements of tensors that `op` reads are proved to exist. MLIR
/// lets reads of tensors run where the payload does not. A transfer checks dims
/// of its vector when it runs, except those that are said to be in bounds.
static bool readsWhatExists(Operation *op) {
  if (isa<vector::GatherOp>(op))
    return false;
  if (auto extract = dyn_cast<tensor::ExtractOp>(op))
    return llvm::all_of(llvm::enumerate(extract.getIndices()), [&](auto it) {
      return isInBounds(extract.getTensor(), it.index(), it.value(), 1);
    });
  auto read = dyn_cast<vector::TransferReadOp>(op);
  if (!read)
    return true;
  SmallVector<int64_t> sizes(read.getIndices().size(), 1);
  for (auto [position, expr] :
       llvm::enumerate(read.getPermutationMap().getResults()))
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      sizes[dim.getPosition()] = read.isDimInBounds(position)
                                     ? read.getVectorType().getDimSize(position)
                                     : 0;
  for (auto [dim, index] : llvm::enumerate(read.getIndices()))
    if (sizes[dim] && !isInBounds(read.getBase(), dim, index, sizes[dim]))
      return false;
  return true;
}

/// Moves invariant ops out of `loop`, except ops on tensors: a tensor that each
/// iteration writes into would be copied in each iteration. An op that reads a
/// tensor of a buffer stays if the loop writes into the buffer, and one that
/// may read past the end of a tensor stays if the loop may not run.
static void moveInvariantVectors(LoopLikeOpInterface loop) {
  BufferReads reads(loop);
  bool runs = getTripCount(loop).value_or(0) > 0;
  moveLoopInvariantCode(
      loop.getLoopRegions(),
      [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
      [&](Operation *op, Region *) {
        return isMemoryEffectFree(op) && isSpeculatable(op) &&
               !reads.mayChange(loop, op) && (runs || readsWhatExists(op)) &&
               llvm::none_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
      },
      [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
}

/// One round over all loops, inner ones first. Returns the number of values
/// that the loops carry afterwards.
static size_t hoistOnce(RewriterBase &rewriter, Operation *root) {
  // Masks of a read and a write are compared as values.
  DominanceInfo dominance(root);
  eliminateCommonSubExpressions(rewriter, dominance, root);
  SmallVector<LoopLikeOpInterface> loops;
  root->walk([&](scf::ForOp loop) {
    if (loop != root)
      loops.push_back(loop);
  });
  for (LoopLikeOpInterface loop : loops) {
    moveInvariantVectors(loop);
    if (!findIncomparableSubset(loop))
      hoistLoopInvariantSubsets(rewriter, loop);
  }
  dropCarriedInvariants(rewriter, root);
  size_t count = 0;
  root->walk([&](scf::ForOp loop) {
    count += llvm::count_if(loop.getResultTypes(), llvm::IsaPred<VectorType>);
  });
  return count;
}

static void hoistAll(RewriterBase &rewriter, Operation *root) {
  // Each round takes a vector out of at least one more loop.
  constexpr size_t kMaxRounds = 8;
  size_t before = 0;
  for (size_t round = 0; round < kMaxRounds; ++round) {
    size_t after = hoistOnce(rewriter, root);
    if (round > 0 && after == before)
      return;
    before = after;
  }
}

void heddle::hoistAccumulators(RewriterBase &rewriter, Operation *root,
                               bool isPlan) {
  applyInside(rewriter, root, [](RewritePatternSet &patterns) {
    vector::populateVectorReductionToContractPatterns(patterns);
    vector::populateVectorTransferPermutationMapLoweringPatterns(patterns);
    vector::populateVectorMaskLoweringPatternsForSideEffectingOps(patterns);
  });
  // Masks depend on sizes of the carried tensors. Takes these sizes from before
  // the loops.
  applyInside(rewriter, root, [](RewritePatternSet &patterns) {
    scf::populateSCFForLoopCanonicalizationPatterns(patterns);
    tensor::DimOp::getCanonicalizationPatterns(patterns, patterns.getContext());
    memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
    populateCarriedSizesPatterns(patterns);
    populateMergeWholeSlicesPatterns(patterns);
  });
  if (!isPlan)
    hoistAll(rewriter, root);
  applyInside(rewriter, root, [](RewritePatternSet &patterns) {
    vector::populateCastAwayVectorLeadingOneDimPatterns(patterns);
    tensor::populateFoldTensorSubsetIntoVectorTransferPatterns(patterns);
    populateMergeWholeSlicesPatterns(patterns);
    populateForwardWritesPatterns(patterns);
    populateSoundCanonicalization(patterns);
  });
  if (isPlan)
    return;
  hoistAll(rewriter, root);
  applyInside(rewriter, root, [](RewritePatternSet &patterns) {
    populateForwardWritesPatterns(patterns);
    populateSoundCanonicalization(patterns);
  });
}
