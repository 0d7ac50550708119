//===- DeepNests.cpp - Nests too deep for the analysis --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nests of usual depth stay as they are. Measured: a nest of 14 loops takes 2
// seconds, one of 16 takes 5. Obsolete when upstream remembers what is read.
//
//===----------------------------------------------------------------------===//

#include "DeepNests.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::heddle;

/// Nests of at most this depth are left unchanged.
static constexpr unsigned kPlainDepth = 8;
static constexpr unsigned kMaxDepth = 14;

/// The number of loops with carried values around `op`, `op` included.
static unsigned getDepth(Operation *op) {
  unsigned depth = 0;
  for (; op; op = op->getParentOp())
    if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
      depth += !loop.getInits().empty();
  return depth;
}

/// The first loop, innermost first, that is deeper than `depth`; null if there
/// is none.
static Operation *findDeeperLoop(Operation *root, unsigned depth) {
  Operation *found = nullptr;
  root->walk([&](LoopLikeOpInterface loop) {
    if (getDepth(loop) <= depth)
      return WalkResult::advance();
    found = loop;
    return WalkResult::interrupt();
  });
  return found;
}

LogicalResult heddle::flattenDeepNests(RewriterBase &rewriter,
                                       Operation *root) {
  if (!findDeeperLoop(root, kPlainDepth))
    return success();
  SmallVector<LoopLikeOpInterface> loops;
  root->walk([&](LoopLikeOpInterface loop) { loops.push_back(loop); });
  for (LoopLikeOpInterface loop : loops)
    (void)loop.promoteIfSingleIteration(rewriter);
  Operation *deep = findDeeperLoop(root, kMaxDepth);
  if (!deep)
    return success();
  return deep->emitError("is in a nest of ")
         << getDepth(deep) << " loops that carry values; bufferization gets "
         << "through at most " << kMaxDepth;
}
