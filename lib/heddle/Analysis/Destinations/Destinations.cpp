//===- Destinations.cpp - What an op does with a destination --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes are found through interfaces alone, so ops of any dialect can answer.
// Coverage follows from the indexing maps of a structured op.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Destinations/Destinations.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;

bool heddle::isDestination(OpOperand &use) {
  if (auto loop = dyn_cast<LoopLikeOpInterface>(use.getOwner()))
    return loop.getTiedLoopRegionIterArg(&use) != nullptr;
  auto dps = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
  return dps && dps.isDpsInit(&use);
}

bool heddle::isRepeated(Operation *def, Operation *user) {
  for (Operation *parent = user->getParentOp();
       parent && !parent->isAncestor(def); parent = parent->getParentOp())
    if (isa<LoopLikeOpInterface>(parent))
      return true;
  return false;
}

bool heddle::reachesAllElements(linalg::LinalgOp op, OpOperand &init) {
  return op.getMatchingIndexingMap(&init).isProjectedPermutation(
      /*allowZeroInResults=*/false);
}

bool heddle::overwritesDestination(linalg::LinalgOp op, OpOperand &init) {
  llvm::SmallBitVector seen(op.getNumLoops());
  auto type = cast<ShapedType>(init.get().getType());
  for (auto [position, expr] :
       llvm::enumerate(op.getMatchingIndexingMap(&init).getResults())) {
    if (isa<AffineConstantExpr>(expr) && type.getDimSize(position) == 1)
      continue;
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || seen[dim.getPosition()])
      return false;
    seen.set(dim.getPosition());
  }
  SmallVector<int64_t, 4> ranges = op.getStaticLoopRanges();
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
    if (!seen[dim] && (ShapedType::isDynamic(ranges[dim]) || ranges[dim] == 0))
      return false;
  return true;
}

bool heddle::readsContents(linalg::LinalgOp op, OpOperand &init) {
  return op.payloadUsesValueFromOperand(&init) ||
         !overwritesDestination(op, init);
}

bool heddle::startsFromContents(linalg::LinalgOp op, OpOperand &init) {
  return readsContents(op, init) &&
         !init.get().getDefiningOp<tensor::EmptyOp>();
}
