//===- ElementScale.cpp - Ops that cast or scale elements -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Kernels/ElementScale.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::heddle;

static bool isFloatConstant(Value value) {
  FloatAttr number;
  return matchPattern(value, m_Constant(&number));
}

/// The value that `op` casts or scales; null if it does something else.
static Value getScaledScalar(Operation *op) {
  if (isa<arith::TruncFOp, arith::ExtFOp>(op))
    return op->getOperand(0);
  if (isa<arith::MulFOp, arith::DivFOp>(op) &&
      isFloatConstant(op->getOperand(1)))
    return op->getOperand(0);
  if (isa<arith::MulFOp>(op) && isFloatConstant(op->getOperand(0)))
    return op->getOperand(1);
  auto select = dyn_cast<arith::SelectOp>(op);
  if (!select || !isa<FloatType>(select.getType()))
    return Value();
  if (matchPattern(select.getFalseValue(), m_AnyZeroFloat()))
    return select.getTrueValue();
  if (matchPattern(select.getTrueValue(), m_AnyZeroFloat()))
    return select.getFalseValue();
  return Value();
}

Value heddle::getScaledOperand(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || !linalgOp.hasPureTensorSemantics() ||
      op->getNumResults() != 1 || !linalgOp.getBlock() ||
      linalgOp.getNumParallelLoops() != linalgOp.getNumLoops())
    return Value();
  Value value = linalgOp.getBlock()->getTerminator()->getOperand(0);
  bool isChanged = false;
  while (Operation *scalar = value.getDefiningOp()) {
    value = getScaledScalar(scalar);
    if (!value)
      return Value();
    isChanged = true;
  }
  auto argument = cast<BlockArgument>(value);
  if (!isChanged || argument.getOwner() != linalgOp.getBlock())
    return Value();
  OpOperand *operand = linalgOp.getMatchingOpOperand(argument);
  AffineMap place = linalgOp.getMatchingIndexingMap(operand);
  bool isInPlace =
      linalgOp.isDpsInput(operand) && place.isPermutation() &&
      place == linalgOp.getMatchingIndexingMap(linalgOp.getDpsInitOperand(0));
  return isInPlace ? operand->get() : Value();
}
