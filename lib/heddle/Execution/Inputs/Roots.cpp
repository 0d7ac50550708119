//===- Roots.cpp - Roots and logarithms of numbers that have them ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule. A number is never negative if it is a constant that is not, or is
// computed from such numbers by an op that keeps that, or by one that has it of
// itself: the square of a value, an absolute value, an exponential, a root. The
// elements of a structured op's result are the first contents of its output and
// what its body yields. The body's output argument is never negative if the
// first contents are not and the body keeps it so, by induction over the
// iterations: it is assumed while the yielded value is looked at.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Inputs/Roots.h"

#include "heddle/Analysis/Destinations/Destinations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::heddle;

bool heddle::isRootOrLogarithm(Operation *op) {
  return isa<math::LogOp, math::Log2Op, math::Log10Op, math::SqrtOp,
             math::RsqrtOp, math::PowFOp>(op);
}

static bool isNeverNegative(Value value, unsigned &steps);

/// Of an argument of a structured op's body.
static bool isNeverNegative(BlockArgument argument, unsigned &steps) {
  auto op = dyn_cast<linalg::LinalgOp>(argument.getOwner()->getParentOp());
  return op && isNeverNegative(op.getMatchingOpOperand(argument)->get(), steps);
}

/// Of result `number` of a structured op.
static bool isNeverNegative(linalg::LinalgOp op, unsigned number,
                            unsigned &steps) {
  Value yielded = op.getBlock()->getTerminator()->getOperand(number);
  OpOperand *init = op.getDpsInitOperand(number);
  // Only an output that the body reads has first contents that matter.
  return (!bodyReads(op, *init) ||
          isNeverNegative(op.getMatchingBlockArgument(init), steps)) &&
         isNeverNegative(yielded, steps);
}

static bool isNeverNegative(Value value, unsigned &steps) {
  // Neither a chain of normalizations nor sums of sums are followed for long.
  constexpr unsigned kMostSteps = 256;
  if (steps++ >= kMostSteps)
    return false;
  FloatAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return !constant.getValue().isNegative() && !constant.getValue().isNaN();
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isNeverNegative(argument, steps);
  Operation *op = value.getDefiningOp();
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return isNeverNegative(structured, cast<OpResult>(value).getResultNumber(),
                           steps);
  if (isa<math::AbsFOp, math::ExpOp, math::Exp2Op, math::SqrtOp, math::RsqrtOp,
          linalg::SoftmaxOp>(op))
    return true;
  if (isa<arith::MulFOp>(op) && op->getOperand(0) == op->getOperand(1))
    return true;
  auto isSo = [&](Value operand) { return isNeverNegative(operand, steps); };
  if (isa<arith::MaximumFOp, arith::MaxNumFOp>(op))
    return llvm::any_of(op->getOperands(), isSo);
  if (isa<arith::AddFOp, arith::MulFOp, arith::DivFOp, arith::MinimumFOp>(op))
    return llvm::all_of(op->getOperands(), isSo);
  if (isa<arith::ExtFOp, arith::TruncFOp, tensor::CastOp,
          tensor::CollapseShapeOp, tensor::ExpandShapeOp,
          tensor::ExtractSliceOp>(op))
    return isSo(op->getOperand(0));
  return false;
}

bool heddle::hasRootsOfAnyInputs(func::FuncOp func) {
  return !func->walk([](Operation *op) {
                unsigned steps = 0;
                bool mayFail = isRootOrLogarithm(op) &&
                               !isNeverNegative(op->getOperand(0), steps);
                return mayFail ? WalkResult::interrupt()
                               : WalkResult::advance();
              })
              .wasInterrupted();
}
