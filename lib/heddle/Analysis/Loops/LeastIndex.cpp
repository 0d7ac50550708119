//===- LeastIndex.cpp - How small an index may be -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bound is over the variables of the loops in the outermost op around the
// user. It holds wherever the user runs, since the loops around the user then
// run, too.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Loops/LeastIndex.h"

#include "LoopIndices.h"

using namespace mlir;
using namespace mlir::heddle;

std::optional<int64_t> heddle::getLeastIndex(OpFoldResult index,
                                             Operation *user) {
  Operation *outermost = user;
  while (Operation *parent = outermost->getParentOp()) {
    if (parent->hasTrait<OpTrait::IsIsolatedFromAbove>())
      break;
    outermost = parent;
  }
  BoundContext context;
  LoopIndices indices(context, outermost);
  Bound bound = indices.get(index);
  return bound ? context.getLowerBound(bound) : std::nullopt;
}
