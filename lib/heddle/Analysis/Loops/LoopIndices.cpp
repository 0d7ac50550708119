//===- LoopIndices.cpp - Index values inside of loops as bounds -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates index arithmetic and induction variables to bounds. ExtentTable
// traces the values from outside of the loops.
//
//===----------------------------------------------------------------------===//

#include "LoopIndices.h"

#include "MemoryAccess.h"
#include "heddle/Analysis/Bounds/ExtentRule.h"
#include "heddle/Analysis/Bounds/KnownDim.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::heddle;

bool LoopIndices::isOutside(Value value) {
  return llvm::none_of(roots, [&](Operation *root) {
    Operation *owner = value.getParentRegion()->getParentOp();
    return root == value.getDefiningOp() || root->isAncestor(owner);
  });
}

Bound LoopIndices::get(OpFoldResult index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return context.constant(*constant);
  auto value = cast<Value>(index);
  auto [entry, isNew] = known.try_emplace(value);
  if (!isNew)
    return entry->second;
  Bound bound = compute(value);
  return known[value] = bound;
}

/// The extent that the op that makes or casts a memref gives; null if it gives
/// none.
Bound LoopIndices::getComputedExtent(Value memref, int64_t dim) {
  auto result = dyn_cast<OpResult>(memref);
  std::optional<ExtentRule> rule;
  if (result)
    rule = getExtentRule(result, dim);
  const ExtentTerm *term = rule ? rule->getLoneTerm() : nullptr;
  if (!term)
    return Bound();
  return term->shaped ? getExtent(term->shaped, term->dim) : get(term->index);
}

Bound LoopIndices::getExtent(Value shaped, int64_t dim) {
  auto type = cast<ShapedType>(shaped.getType());
  if (!type.isDynamicDim(dim))
    return context.constant(type.getDimSize(dim));
  if (Bound extent = extents.lookup({shaped, dim}))
    return extent;
  Bound extent;
  if (isa<MemRefType>(type))
    extent = getComputedExtent(shaped, dim);
  else if (isOutside(shaped))
    extent = outside.getExtent(shaped, dim);
  if (!extent) {
    std::string name = "dim " + std::to_string(dim);
    if (std::optional<unsigned> argument = getFunctionArgument(shaped))
      name += " of argument " + std::to_string(*argument);
    extent = context.symbol(context.addSymbol(name));
  }
  return extents[{shaped, dim}] = extent;
}

Bound LoopIndices::getStep(OpFoldResult step) {
  Bound bound = get(step);
  auto value = dyn_cast<Value>(step);
  if (!value || !bound || !isOutside(value) || bound.getConstant() ||
      context.isKnownLE(context.constant(1), bound))
    return bound;
  // A step is at least 1, even if its value is not known.
  return known[value] = context.symbol(context.addSymbol("step", 1));
}

Bound LoopIndices::addLoop(OpFoldResult lo, OpFoldResult hi,
                           OpFoldResult step) {
  Bound increment = getStep(step);
  return addLoop(get(lo), get(hi), increment);
}

Bound LoopIndices::addLoop(Bound first, Bound end, Bound step) {
  // A set of loops is a 64-bit word.
  if (!first || !end || !step || context.getNumLoops() >= 63 ||
      !context.isKnownLE(context.constant(1), step))
    return Bound();
  unsigned number = context.addLoop(context.sub(end, first), step);
  return context.add(first, context.var(number));
}

bool LoopIndices::addLoopsOf(Operation *op) {
  if (auto loop = dyn_cast<affine::AffineForOp>(op)) {
    Bound first =
        getAffine(loop.getLowerBoundMap(), loop.getLowerBoundOperands());
    Bound end = getAffine(loop.getUpperBoundMap(), loop.getUpperBoundOperands(),
                          /*isMin=*/true);
    Bound step = context.constant(loop.getStepAsInt());
    Bound bound = addLoop(first, end, step);
    known[loop.getInductionVar()] = bound;
    return bool(bound);
  }
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  // Bounds that are compared as unsigned numbers do not form a range [lo, hi).
  if (auto forOp = dyn_cast<scf::ForOp>(op); forOp && forOp.getUnsignedCmp())
    loop = nullptr;
  if (!loop || !isa<scf::ForOp, scf::ForallOp, scf::ParallelOp>(op))
    return false;
  SmallVector<Value> variables = *loop.getLoopInductionVars();
  SmallVector<OpFoldResult> lows = *loop.getLoopLowerBounds();
  SmallVector<OpFoldResult> highs = *loop.getLoopUpperBounds();
  SmallVector<OpFoldResult> steps = *loop.getLoopSteps();
  bool allKnown = true;
  for (auto [variable, lo, hi, step] :
       llvm::zip_equal(variables, lows, highs, steps)) {
    Bound bound;
    if (variable.getType().isIndex())
      bound = addLoop(lo, hi, step);
    known[variable] = bound;
    allKnown &= bool(bound);
  }
  return allKnown;
}

Bound LoopIndices::compute(Value value) {
  if (isOutside(value))
    return computeOutside(value);
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return computeArith(value.getDefiningOp());
  Operation *owner = argument.getOwner()->getParentOp();
  auto loop = dyn_cast<LoopLikeOpInterface>(owner);
  std::optional<SmallVector<Value>> variables;
  if (loop)
    variables = loop.getLoopInductionVars();
  if (!variables || !llvm::is_contained(*variables, value))
    return Bound();
  addLoopsOf(owner);
  return known.lookup(value);
}

Bound LoopIndices::computeOutside(Value value) {
  if (auto dim = value.getDefiningOp<memref::DimOp>())
    if (std::optional<int64_t> index = getKnownDim(dim);
        index && isa<MemRefType>(dim.getSource().getType()))
      return getExtent(dim.getSource(), *index);
  return outside.getIndex(value);
}

Bound LoopIndices::computeArith(Operation *op) {
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return getAffine(apply.getAffineMap(), apply.getMapOperands());
  if (auto min = dyn_cast<affine::AffineMinOp>(op))
    return getAffine(min.getAffineMap(), min.getMapOperands(), /*isMin=*/true);
  if (auto max = dyn_cast<affine::AffineMaxOp>(op))
    return getAffine(max.getAffineMap(), max.getMapOperands());
  if (auto dim = dyn_cast<memref::DimOp>(op))
    if (std::optional<int64_t> index = getKnownDim(dim);
        index && isa<MemRefType>(dim.getSource().getType()) &&
        isOutside(dim.getSource()))
      return getExtent(dim.getSource(), *index);
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::MinSIOp,
           arith::MaxSIOp>(op))
    return Bound();
  Bound lhs = get(op->getOperand(0)), rhs = get(op->getOperand(1));
  if (!lhs || !rhs)
    return Bound();
  if (isa<arith::AddIOp>(op))
    return context.add(lhs, rhs);
  if (isa<arith::SubIOp>(op))
    return context.sub(lhs, rhs);
  if (isa<arith::MinSIOp>(op))
    return context.min(lhs, rhs);
  if (isa<arith::MaxSIOp>(op))
    return context.max(lhs, rhs);
  if (lhs.getConstant())
    std::swap(lhs, rhs);
  return rhs.getConstant() ? context.mul(lhs, *rhs.getConstant()) : Bound();
}

/// `expr` as a bound; null if a part of it is not a bound. Bounds have no
/// `mod`, so a `mod` first becomes a variable.
static Bound getExpr(BoundContext &context, AffineExpr expr,
                     ArrayRef<Bound> operands, unsigned numDims) {
  SmallVector<Bound> dims(operands.take_front(numDims));
  ArrayRef<Bound> symbols = operands.drop_front(numDims);
  DenseMap<AffineExpr, AffineExpr> variableOf;
  // Visit operands before the ops that use them.
  expr.walk([&](AffineExpr part) {
    if (part.getKind() != AffineExprKind::Mod || variableOf.contains(part))
      return;
    auto mod = cast<AffineBinaryOpExpr>(part);
    Bound lhs = getAffineBound(context, mod.getLHS().replace(variableOf), dims,
                               symbols);
    auto divisor = dyn_cast<AffineConstantExpr>(mod.getRHS());
    Bound rest;
    if (lhs && divisor && divisor.getValue() > 0)
      rest = context.sub(lhs,
                         context.mul(context.floorDiv(lhs, divisor.getValue()),
                                     divisor.getValue()));
    variableOf[part] = getAffineDimExpr(dims.size(), expr.getContext());
    dims.push_back(rest);
  });
  return getAffineBound(context, expr.replace(variableOf), dims, symbols);
}

Bound LoopIndices::getAffine(AffineMap map, ValueRange operands, bool isMin) {
  SmallVector<Bound> bounds;
  for (Value operand : operands) {
    bounds.push_back(get(operand));
    if (!bounds.back())
      return Bound();
  }
  Bound result;
  for (AffineExpr expr : map.getResults()) {
    Bound bound = getExpr(context, expr, bounds, map.getNumDims());
    if (!bound)
      return Bound();
    if (!result)
      result = bound;
    else
      result = isMin ? context.min(result, bound) : context.max(result, bound);
  }
  return result;
}
