//===- GuardLanes.cpp - Lanes without an element --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A partial tile is computed in whole vectors. The missing elements are read as
// arbitrary values, and results computed from them are not used. But an integer
// division by zero stops the program, and an exponential of a large value makes
// the kernel look unstable.
//
//===----------------------------------------------------------------------===//

#include "VectorSteps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::heddle;

/// The operand of `op` that must not be zero or must not be large.
static OpOperand *getGuardedOperand(Operation &op) {
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
          arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp,
          arith::DivFOp, arith::RemFOp>(op))
    return &op.getOpOperand(1);
  if (isa<math::ExpOp, math::Exp2Op, math::ExpM1Op>(op))
    return &op.getOpOperand(0);
  return nullptr;
}

/// An i1 in the body of `op` that is true for existing elements; null if `op`
/// has all elements
/// of `shape`.
static Value isElement(RewriterBase &rewriter, linalg::GenericOp op,
                       ArrayRef<int64_t> shape) {
  SmallVector<std::pair<unsigned, Value>> bounds;
  rewriter.setInsertionPoint(op);
  for (auto [dim, extent] : llvm::enumerate(op.getStaticLoopRanges())) {
    Value operand;
    unsigned position;
    if (extent == shape[dim] ||
        failed(op.mapIterationSpaceDimToOperandDim(dim, operand, position)))
      continue;
    OpFoldResult bound =
        tensor::getMixedSize(rewriter, op.getLoc(), operand, position);
    bounds.emplace_back(
        dim, getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), bound));
  }
  Value all;
  rewriter.setInsertionPointToStart(op.getBlock());
  for (auto [dim, bound] : bounds) {
    Value index = linalg::IndexOp::create(rewriter, op.getLoc(), dim);
    Value inside = arith::CmpIOp::create(
        rewriter, op.getLoc(), arith::CmpIPredicate::ult, index, bound);
    all = all ? arith::AndIOp::create(rewriter, op.getLoc(), all, inside)
              : inside;
  }
  return all;
}

void heddle::guardLanes(RewriterBase &rewriter, linalg::GenericOp op,
                        ArrayRef<int64_t> shape) {
  SmallVector<OpOperand *> guarded;
  for (Operation &nested : op.getBlock()->without_terminator())
    if (OpOperand *operand = getGuardedOperand(nested))
      guarded.push_back(operand);
  if (guarded.empty())
    return;
  Value inside = isElement(rewriter, op, shape);
  if (!inside)
    return;
  for (OpOperand *operand : guarded) {
    Operation *user = operand->getOwner();
    rewriter.setInsertionPoint(user);
    bool isExponent = user->getNumOperands() == 1;
    Type type = operand->get().getType();
    Value safe = arith::ConstantOp::create(
        rewriter, op.getLoc(),
        isExponent ? rewriter.getZeroAttr(type) : rewriter.getOneAttr(type));
    Value chosen = arith::SelectOp::create(rewriter, op.getLoc(), inside,
                                           operand->get(), safe);
    rewriter.modifyOpInPlace(user, [&] { operand->set(chosen); });
  }
}
