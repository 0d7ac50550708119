//===- ForwardedViews.cpp - Folds that read memory later ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op that copies a view of memory reads the memory where the op stands. If
// canonicalization replaces the op by the view, the users of the op read the
// memory where they stand. So the result changes if there is a write after the
// op and before a user. A user that is itself a view reads where its users do.
//
// Only what the types, the attributes and constant bounds of loops show is
// found: other folds may make more ops foldable.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/DataFlow/ForwardedViews.h"

#include "heddle/Analysis/DataFlow/BufferReads.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::heddle;

bool heddle::isPartOfBuffer(Operation *op) {
  return isa<tensor::ExtractSliceOp, tensor::CastOp, tensor::CollapseShapeOp,
             tensor::ExpandShapeOp>(op);
}

/// The `to_tensor` that `tensor` is a part of; null if there is none.
static Operation *findView(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  while (op && isPartOfBuffer(op))
    op = op->getOperand(0).getDefiningOp();
  return isa_and_present<bufferization::ToTensorOp>(op) ? op : nullptr;
}

bool heddle::isPlainCopy(linalg::GenericOp op) {
  return op.getNumDpsInputs() == 1 && op.getNumDpsInits() == 1 &&
         op.getNumResults() == 1 &&
         llvm::all_equal(op.getIndexingMapsArray()) &&
         op.getIndexingMapsArray().front().isIdentity() &&
         op.getBody()->getOperations().size() == 1 &&
         op.getBody()->getTerminator()->getOperand(0) ==
             op.getBody()->getArgument(0);
}

/// True if the only result of `op` is equal to its first operand.
static bool keepsFirstOperand(Operation *op) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return isPlainCopy(generic);
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op))
    return llvm::equal(transpose.getPermutation(),
                       llvm::seq<int64_t>(transpose.getPermutation().size()));
  if (auto broadcast = dyn_cast<linalg::BroadcastOp>(op))
    return broadcast.getDimensions().empty();
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return pad.hasZeroLowPad() && pad.hasZeroHighPad() && !pad.getNofold();
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return insert.getSourceType() == insert.getDestType() &&
           insert.getDestType().hasStaticShape();
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    return concat.getInputs().size() == 1;
  return false;
}

/// True if constant bounds of `loop` say that it has no iterations.
static bool hasNoIterations(LoopLikeOpInterface loop) {
  std::optional<SmallVector<OpFoldResult>> lows = loop.getLoopLowerBounds(),
                                           highs = loop.getLoopUpperBounds();
  if (!lows || !highs)
    return false;
  return llvm::any_of(llvm::zip_equal(*lows, *highs), [](auto bounds) {
    std::optional<int64_t> low = getConstantIntValue(std::get<0>(bounds)),
                           high = getConstantIntValue(std::get<1>(bounds));
    return low && high && *low >= *high;
  });
}

/// Pairs of a tensor that `op` takes and the result that is equal to it.
static SmallVector<std::pair<Value, Value>> findKept(Operation *op) {
  SmallVector<std::pair<Value, Value>> kept;
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
    ValueRange inits = loop.getInits();
    if (inits.size() == op->getNumResults() && hasNoIterations(loop))
      for (auto [init, result] : llvm::zip_equal(inits, op->getResults()))
        kept.push_back({init, result});
  } else if (auto write = dyn_cast<vector::TransferWriteOp>(op)) {
    // All of a tensor, read and written at once.
    auto read = write.getVector().getDefiningOp<vector::TransferReadOp>();
    if (read && write->getNumResults() == 1 &&
        read.getBase().getType() == write.getResult().getType())
      kept.push_back({read.getBase(), write.getResult()});
  } else if (op->getNumResults() == 1 && keepsFirstOperand(op) &&
             isa<RankedTensorType>(op->getResult(0).getType())) {
    kept.push_back({op->getOperand(0), op->getResult(0)});
  }
  return kept;
}

/// True if the memory of `view` may be written after `op` and before a user of
/// `result` reads it.
static bool isWrittenBefore(BufferReads &reads, Operation *view, Operation *op,
                            Value result) {
  return llvm::any_of(result.getUsers(), [&](Operation *user) {
    Operation *place = op->getBlock()->findAncestorOpInBlock(*user);
    if (!place)
      return false;
    if (reads.findWrite(view, op, place) ||
        (place != user && reads.mayChange(place, view)))
      return true;
    return isPartOfBuffer(user) &&
           isWrittenBefore(reads, view, op, user->getResult(0));
  });
}

Operation *heddle::findForwardedView(Operation *root) {
  std::optional<BufferReads> reads;
  Operation *found = nullptr;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (auto [tensor, result] : findKept(op)) {
      Operation *view = findView(tensor);
      if (!view)
        continue;
      if (!reads)
        reads.emplace(root);
      if (!isWrittenBefore(*reads, view, op, result))
        continue;
      found = op;
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return found;
}

bool heddle::isCopyBeforeWrite(linalg::LinalgOp op) {
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!op.hasPureTensorSemantics() ||
      !(isa<linalg::CopyOp>(op) || (generic && isPlainCopy(generic))))
    return false;
  Operation *view = findView(op->getOperand(0));
  if (!view)
    return false;
  auto scope = op->getParentWithTrait<OpTrait::IsIsolatedFromAbove>();
  BufferReads reads(scope);
  return isWrittenBefore(reads, view, op, op->getResult(0));
}
