//===- CarriedResult.cpp - A tensor that a nest writes by tiles -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows a result of a nest down to the op that inserts its tiles, and finds
// other uses on the way.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Fusion/ConsumerPlan.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::heddle;

Value heddle::getStart(OpResult result) {
  auto loop = cast<LoopLikeOpInterface>(result.getOwner());
  return loop.getInits()[result.getResultNumber()];
}

BlockArgument heddle::getCarried(OpResult result) {
  auto loop = cast<LoopLikeOpInterface>(result.getOwner());
  return loop.getRegionIterArgs()[result.getResultNumber()];
}

/// The operand of the loop that `result` starts from.
static OpOperand &getInitUse(OpResult result) {
  auto loop = cast<LoopLikeOpInterface>(result.getOwner());
  return loop.getInitsMutable()[result.getResultNumber()];
}

/// The op that inserts a tile into `argument`, a tensor that `loop` carries,
/// and so computes its value for the next iteration; null if the loop passes
/// the tensor on in another way.
static Operation *getInsert(LoopLikeOpInterface loop, BlockArgument argument) {
  if (isa<scf::ForOp>(loop)) {
    OpOperand *yielded = loop.getTiedLoopYieldedValue(argument);
    auto insert = yielded->get().getDefiningOp<tensor::InsertSliceOp>();
    bool isHere = insert && insert.getDest() == argument &&
                  insert.getSource() != argument &&
                  insert->getBlock() == argument.getOwner();
    return isHere ? insert.getOperation() : nullptr;
  }
  SmallVector<Operation *> writers =
      cast<scf::ForallOp>(loop).getCombiningOps(argument);
  auto insert = writers.size() == 1
                    ? dyn_cast<tensor::ParallelInsertSliceOp>(writers.front())
                    : nullptr;
  bool isTile =
      insert && insert.getDest() == argument && insert.getSource() != argument;
  return isTile ? insert.getOperation() : nullptr;
}

FailureOr<CarriedResult> heddle::followResult(OpResult result,
                                              std::optional<Reason> &reason) {
  CarriedResult carried;
  while (!carried.insert) {
    auto loop = cast<LoopLikeOpInterface>(result.getOwner());
    carried.results.push_back(result);
    BlockArgument argument = getCarried(result);
    carried.insert = getInsert(loop, argument);
    if (carried.insert)
      break;
    OpResult inner;
    if (isa<scf::ForOp>(loop))
      inner = dyn_cast<OpResult>(loop.getTiedLoopYieldedValue(argument)->get());
    bool isLoop = inner && isa<scf::ForOp, scf::ForallOp>(inner.getOwner()) &&
                  inner.getOwner()->getBlock() == argument.getOwner() &&
                  getStart(inner) == argument;
    if (!isLoop) {
      reason.emplace(
          loop, "result " + Twine(carried.results.front().getResultNumber()) +
                    " of the nest is not written tile by tile in this loop");
      return failure();
    }
    result = inner;
  }
  return carried;
}

bool heddle::isReadBy(Operation *consumer, const CarriedResult &result) {
  if (!result.isSource || (isa<tensor::InsertSliceOp>(result.insert) &&
                           !result.insert->hasOneUse()))
    return false;
  for (OpOperand &use : result.results.front().getUses())
    if (use.getOwner() != consumer && !isa<tensor::DimOp>(use.getOwner()))
      return false;
  for (OpResult carried : result.results) {
    if (carried != result.results.front() && !carried.hasOneUse())
      return false;
    BlockArgument argument = getCarried(carried);
    for (OpOperand &use : argument.getUses()) {
      Operation *user = use.getOwner();
      if (user == result.insert || isa<tensor::DimOp>(user))
        continue;
      // The next loop takes it as an initial value, perhaps beside others.
      if (llvm::any_of(result.results, [&](OpResult inner) {
            return inner.getOwner() == user && &getInitUse(inner) == &use;
          }))
        continue;
      auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
      auto insert = cast<OffsetSizeAndStrideOpInterface>(result.insert);
      if (!slice || slice.getMixedOffsets() != insert.getMixedOffsets() ||
          slice.getMixedSizes() != insert.getMixedSizes() ||
          slice.getMixedStrides() != insert.getMixedStrides())
        return false;
    }
  }
  return true;
}
