//===- Accumulation.cpp - Results that no sum leads to --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sign of a sum that is 0. Let terms be added in round-to-nearest, in any
// order and with any parentheses. The sum is -0 if and only if all terms are
// -0: a sum of two numbers is -0 if and only if both are, since x + -x and
// 0 + -0 are 0, and a sum that is not 0 is not rounded to 0 (it is a multiple
// of the smallest denormal); so the claim follows by induction over the tree of
// additions. The order does not matter in it. A partial sum that starts from
// 0 adds the term 0, which changes the sign of a sum whose terms are all -0,
// unless one of its terms is 0 anyway: its start. So, where sums are exact, the
// sign of a zero may change only if a sum starts from a number that may be -0.
// Products, and maxima with -0 < 0, give the same sign in every order.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Inputs/Accumulation.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

/// Whether `value` depends on constants, indices and extents alone.
static bool isFixed(Value value, llvm::SetVector<Value> &seen) {
  if (!seen.insert(value))
    return true;
  auto areFixed = [&](auto values) {
    return llvm::all_of(values,
                        [&](Value operand) { return isFixed(operand, seen); });
  };
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto structured =
        dyn_cast<linalg::LinalgOp>(argument.getOwner()->getParentOp());
    if (!structured)
      return false;
    for (OpOperand &operand : structured->getOpOperands())
      if (structured.getMatchingBlockArgument(&operand) == argument)
        return isFixed(operand.get(), seen);
    return false;
  }
  Operation *op = value.getDefiningOp();
  if (isa<tensor::DimOp, linalg::IndexOp>(op))
    return true;
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  return (isPure(op) || isa<linalg::LinalgOp>(op)) &&
         areFixed(op->getOperands()) && areFixed(captured.getArrayRef());
}

bool heddle::mayBeFolded(Operation *op) {
  if (!isa<math::MathDialect>(op->getDialect()) ||
      isa<math::AbsFOp, math::CopySignOp, math::CeilOp, math::FloorOp,
          math::FmaOp, math::RoundOp, math::RoundEvenOp, math::SqrtOp,
          math::TruncOp>(op) ||
      !llvm::all_of(op->getResultTypes(), [](Type type) {
        return isa<FloatType>(getElementTypeOrSelf(type));
      }))
    return false;
  llvm::SetVector<Value> seen;
  return llvm::all_of(op->getOperands(),
                      [&](Value operand) { return isFixed(operand, seen); });
}

/// Whether each element of the results depends on the operands in one way
/// alone: there is no other order, and no other rounding.
static bool isPlain(Operation *op) {
  bool isFolded = op->walk([](Operation *inner) {
                      return mayBeFolded(inner) ? WalkResult::interrupt()
                                                : WalkResult::advance();
                    }).wasInterrupted();
  if (isFolded)
    return false;
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return structured.hasPureTensorSemantics() &&
           structured.getNumReductionLoops() == 0;
  return op->getNumRegions() == 0 &&
         isa<arith::ArithDialect, math::MathDialect, tensor::TensorDialect>(
             op->getDialect());
}

/// Whether `value` is an array of zeros that are not negative.
static bool isPositiveZeros(Value value) {
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    value = fill.getInputs().front();
  return matchPattern(value, m_PosZeroFloat());
}

/// Whether output `output` of a structured op with reductions has zeros of the
/// same signs in every order of its iterations.
static bool keepsSigns(linalg::LinalgOp op, unsigned output) {
  Value init = op.getDpsInits()[output];
  if (!isa<FloatType>(getElementTypeOrSelf(init.getType())))
    return true;
  SmallVector<Operation *, 4> combiners;
  if (!matchReduction(op.getRegionOutputArgs(), output, combiners) ||
      combiners.size() != 1)
    return false;
  if (isa<arith::AddFOp>(combiners.front()))
    return isPositiveZeros(init);
  return isa<arith::MulFOp, arith::MaximumFOp, arith::MinimumFOp>(
      combiners.front());
}

static bool isSigned(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return isPlain(op) ||
         (structured && structured.hasPureTensorSemantics() &&
          llvm::all_of(llvm::seq<unsigned>(0, structured.getNumDpsInits()),
                       [&](unsigned i) { return keepsSigns(structured, i); }));
}

/// The results of `func` that only ops for which `isGood` holds lead to.
static llvm::SmallBitVector findResults(func::FuncOp func,
                                        bool (*isGood)(Operation *)) {
  llvm::SmallBitVector plain(func.getNumResults());
  if (func.isExternal() || !func.getBody().hasOneBlock() ||
      llvm::any_of(func.getArgumentTypes(), llvm::IsaPred<BaseMemRefType>))
    return plain;
  for (OpOperand &result : func.front().getTerminator()->getOpOperands()) {
    llvm::SetVector<Operation *> sources;
    auto add = [&](Value value) {
      if (Operation *op = value.getDefiningOp())
        sources.insert(op);
    };
    add(result.get());
    for (size_t i = 0; i < sources.size(); ++i) {
      llvm::for_each(sources[i]->getOperands(), add);
      // What a body uses of the values around it.
      sources[i]->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (operand.getParentBlock() == &func.front())
            add(operand);
      });
    }
    plain[result.getOperandNumber()] = llvm::all_of(sources, isGood);
  }
  return plain;
}

llvm::SmallBitVector heddle::findPlainResults(func::FuncOp func) {
  return findResults(func, isPlain);
}

llvm::SmallBitVector heddle::findSignedResults(func::FuncOp func) {
  return findResults(func, isSigned);
}
