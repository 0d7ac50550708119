//===- LoopKind.cpp - Are the iterations of a loop independent ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows what a loop carries from its block argument to its yield, through
// slices, inner loops and destinations, and collects the windows that are read
// or written on the way. Bounds of windows are proved by BoundContext.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/LoopKind.h"

#include "heddle/Analysis/Box.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Index values as bounds
//===----------------------------------------------------------------------===//

namespace {
/// Index values inside of a loop, as bounds over its induction variable (loop
/// 0), those of the loops inside, and values from outside. A null bound is a
/// value about which nothing is known.
class LoopIndices {
public:
  explicit LoopIndices(scf::ForOp loop) : loop(loop) {
    known[loop.getInductionVar()] =
        addLoop(loop.getLowerBound(), loop.getUpperBound(), loop.getStep());
  }

  BoundContext &getContext() { return context; }
  Bound get(OpFoldResult index);
  /// The extent of a carried tensor, which is the same in all iterations.
  Bound getExtent(Value tensor, int64_t dim);

private:
  bool isOutside(Value value) {
    return !loop.getRegion().isAncestor(value.getParentRegion());
  }
  Bound compute(Value value);
  Bound computeInductionVar(BlockArgument value);
  Bound computeArith(Operation *op);
  Bound computeAffine(AffineMap map, ValueRange operands, bool isMin);
  Bound computeExpr(AffineExpr expr, ArrayRef<Bound> operands,
                    unsigned numDims);
  Bound addLoop(OpFoldResult lo, OpFoldResult hi, OpFoldResult step);

  scf::ForOp loop;
  BoundContext context;
  llvm::DenseMap<Value, Bound> known;
  llvm::DenseMap<std::pair<Value, int64_t>, Bound> extents;
};
} // namespace

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

Bound LoopIndices::getExtent(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return context.constant(type.getDimSize(dim));
  Bound &extent = extents[{tensor, dim}];
  if (!extent)
    extent = context.symbol(context.addSymbol("extent"));
  return extent;
}

Bound LoopIndices::addLoop(OpFoldResult lo, OpFoldResult hi,
                           OpFoldResult step) {
  // A step is at least 1, also where its value is not known.
  if (auto value = dyn_cast<Value>(step);
      value && !getConstantIntValue(step) && isOutside(value))
    known.try_emplace(value, context.symbol(context.addSymbol("step", 1)));
  Bound first = get(lo), end = get(hi), increment = get(step);
  // A set of loops is a word of 64 bits.
  if (!first || !end || !increment || context.getNumLoops() >= 63 ||
      !context.isKnownLE(context.constant(1), increment))
    return Bound();
  unsigned number = context.addLoop(context.sub(end, first), increment);
  return context.add(first, context.var(number));
}

Bound LoopIndices::compute(Value value) {
  if (isOutside(value))
    return context.symbol(context.addSymbol("outside", std::nullopt));
  if (auto argument = dyn_cast<BlockArgument>(value))
    return computeInductionVar(argument);
  return computeArith(value.getDefiningOp());
}

Bound LoopIndices::computeInductionVar(BlockArgument value) {
  Operation *owner = value.getOwner()->getParentOp();
  if (auto inner = dyn_cast<scf::ForOp>(owner);
      inner && value == inner.getInductionVar())
    return addLoop(inner.getLowerBound(), inner.getUpperBound(),
                   inner.getStep());
  auto forall = dyn_cast<scf::ForallOp>(owner);
  if (!forall || value.getArgNumber() >= forall.getRank())
    return Bound();
  unsigned i = value.getArgNumber();
  return addLoop(forall.getMixedLowerBound()[i], forall.getMixedUpperBound()[i],
                 forall.getMixedStep()[i]);
}

Bound LoopIndices::computeArith(Operation *op) {
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return computeAffine(apply.getAffineMap(), apply.getMapOperands(), false);
  if (auto min = dyn_cast<affine::AffineMinOp>(op))
    return computeAffine(min.getAffineMap(), min.getMapOperands(), true);
  if (auto max = dyn_cast<affine::AffineMaxOp>(op))
    return computeAffine(max.getAffineMap(), max.getMapOperands(), false);
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

Bound LoopIndices::computeAffine(AffineMap map, ValueRange operands,
                                 bool isMin) {
  SmallVector<Bound> bounds;
  for (Value operand : operands) {
    bounds.push_back(get(operand));
    if (!bounds.back())
      return Bound();
  }
  Bound result;
  for (AffineExpr expr : map.getResults()) {
    Bound bound = computeExpr(expr, bounds, map.getNumDims());
    if (!bound)
      return Bound();
    if (!result)
      result = bound;
    else
      result = isMin ? context.min(result, bound) : context.max(result, bound);
  }
  return result;
}

Bound LoopIndices::computeExpr(AffineExpr expr, ArrayRef<Bound> operands,
                               unsigned numDims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return context.constant(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return operands[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return operands[numDims + symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Bound lhs = computeExpr(binary.getLHS(), operands, numDims);
  Bound rhs = computeExpr(binary.getRHS(), operands, numDims);
  if (!lhs || !rhs)
    return Bound();
  if (expr.getKind() == AffineExprKind::Add)
    return context.add(lhs, rhs);
  std::optional<int64_t> factor = rhs.getConstant();
  if (!factor || (expr.getKind() != AffineExprKind::Mul && *factor <= 0))
    return Bound();
  switch (expr.getKind()) {
  case AffineExprKind::Mul:
    return context.mul(lhs, *factor);
  case AffineExprKind::FloorDiv:
    return context.floorDiv(lhs, *factor);
  case AffineExprKind::CeilDiv:
    return context.ceilDiv(lhs, *factor);
  case AffineExprKind::Mod:
    return context.sub(lhs,
                       context.mul(context.floorDiv(lhs, *factor), *factor));
  default:
    return Bound();
  }
}

//===----------------------------------------------------------------------===//
// What a loop carries
//===----------------------------------------------------------------------===//

namespace {
/// Follows one carried tensor through the body of the loop.
class CarriedTensor {
public:
  CarriedTensor(scf::ForOp loop, unsigned number, LoopIndices &indices)
      : loop(loop), number(number), indices(indices),
        argument(loop.getRegionIterArg(number)) {}

  /// Classifies the loop as far as this tensor is concerned.
  LoopClass classify();

private:
  LoopClass refuse(Operation *op, const Twine &reason) {
    LoopClass result;
    result.op = op;
    result.reason = reason.str();
    return result;
  }
  void follow();
  void followUse(OpOperand &use);
  void addVersion(Value value) { versions.insert(value); }
  void addWindow(Operation *op, ArrayRef<OpFoldResult> offsets,
                 ArrayRef<OpFoldResult> sizes, ArrayRef<OpFoldResult> strides);
  void addWhole(Operation *op);
  /// Carried on by an inner loop, in place of `init`.
  void enterLoop(LoopLikeOpInterface inner, OpOperand &init);
  bool isAccumulated(Value value, unsigned depth = 0);

  scf::ForOp loop;
  unsigned number;
  LoopIndices &indices;
  BlockArgument argument;
  /// Values that are the carried tensor, with some of this iteration's writes.
  llvm::SetVector<Value> versions;
  std::optional<Box> hull;
  /// An op that touches all of the tensor.
  Operation *whole = nullptr;
  /// An op with a window.
  Operation *windowed = nullptr;
  /// Inner loops that must yield a version for the result that is one.
  SmallVector<std::pair<Operation *, Value>> yields;
  SmallVector<Value> tiles;
  bool accumulates = false;
};
} // namespace

/// True if `op` combines what its destination holds along a reduction dim.
static bool reduces(Operation *op) {
  auto tiling = dyn_cast<TilingInterface>(op);
  return tiling && llvm::is_contained(tiling.getLoopIteratorTypes(),
                                      utils::IteratorType::reduction);
}

void CarriedTensor::addWhole(Operation *op) {
  if (!whole)
    whole = op;
}

void CarriedTensor::addWindow(Operation *op, ArrayRef<OpFoldResult> offsets,
                              ArrayRef<OpFoldResult> sizes,
                              ArrayRef<OpFoldResult> strides) {
  BoundContext &context = indices.getContext();
  Box box;
  for (auto [dim, offset] : llvm::enumerate(offsets)) {
    Bound lo = indices.get(offset), size = indices.get(sizes[dim]);
    std::optional<int64_t> stride = getConstantIntValue(strides[dim]);
    if (lo && size && stride && *stride > 0)
      box.dims.push_back({lo, context.add(lo, context.mul(size, *stride))});
    else
      box.dims.push_back(
          {context.constant(0), indices.getExtent(argument, dim)});
  }
  hull = hull ? getHull(context, *hull, box) : box;
  if (!windowed)
    windowed = op;
}

void CarriedTensor::enterLoop(LoopLikeOpInterface inner, OpOperand &init) {
  BlockArgument carried = inner.getTiedLoopRegionIterArg(&init);
  OpResult result = inner.getTiedLoopResult(&init);
  addVersion(carried);
  addVersion(result);
  if (OpOperand *yielded = inner.getTiedLoopYieldedValue(carried))
    yields.emplace_back(inner, yielded->get());
}

void CarriedTensor::followUse(OpOperand &use) {
  Operation *owner = use.getOwner();
  if (isa<tensor::DimOp>(owner))
    return;
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(owner)) {
    tiles.push_back(slice);
    return addWindow(owner, slice.getMixedOffsets(), slice.getMixedSizes(),
                     slice.getMixedStrides());
  }
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(owner);
      insert && &use == &insert.getDestMutable()) {
    addVersion(insert.getResult());
    return addWindow(owner, insert.getMixedOffsets(), insert.getMixedSizes(),
                     insert.getMixedStrides());
  }
  if (auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(owner);
      insert && use.get() == insert.getDest())
    return addWindow(owner, insert.getMixedOffsets(), insert.getMixedSizes(),
                     insert.getMixedStrides());
  if (isa<scf::ForOp, scf::ForallOp>(owner)) {
    auto inner = cast<LoopLikeOpInterface>(owner);
    if (llvm::is_contained(llvm::make_pointer_range(inner.getInitsMutable()),
                           &use))
      return enterLoop(inner, use);
  }
  if (isa<scf::YieldOp>(owner) && isa<scf::ForOp>(owner->getParentOp()))
    return;
  addWhole(owner);
  auto destination = dyn_cast<DestinationStyleOpInterface>(owner);
  if (destination && destination.isDpsInit(&use)) {
    addVersion(destination.getTiedOpResult(&use));
    accumulates |= reduces(owner);
  }
}

void CarriedTensor::follow() {
  addVersion(argument);
  for (unsigned i = 0; i < versions.size(); ++i)
    for (OpOperand &use : versions[i].getUses())
      // What leaves the loop is no longer of this iteration.
      if (loop->isProperAncestor(use.getOwner()))
        followUse(use);
}

bool CarriedTensor::isAccumulated(Value value, unsigned depth) {
  for (OpOperand &use : value.getUses()) {
    Operation *owner = use.getOwner();
    auto destination = dyn_cast<DestinationStyleOpInterface>(owner);
    if (destination && destination.isDpsInit(&use) && reduces(owner))
      return true;
    auto inner = dyn_cast<scf::ForOp>(owner);
    if (inner && depth < 16 && use.getOperandNumber() >= 3 &&
        isAccumulated(inner.getTiedLoopRegionIterArg(&use), depth + 1))
      return true;
  }
  return false;
}

LoopClass CarriedTensor::classify() {
  follow();
  Value yielded = loop.getYieldedValues()[number];
  if (!versions.contains(yielded))
    return refuse(loop, "what it carries is replaced in each iteration");
  for (auto [inner, value] : yields)
    if (!versions.contains(value))
      return refuse(inner, "this loop replaces what the outer one carries");
  for (auto [i, value] : llvm::enumerate(loop.getYieldedValues()))
    if (i != number && versions.contains(value))
      return refuse(loop, "it passes one carried value on as another");

  LoopClass result;
  BoundContext &context = indices.getContext();
  if (!whole && !hull) {
    result.kind = LoopKind::Parallel;
    return result;
  }
  if (whole) {
    result = refuse(whole, "'" + whole->getName().getStringRef() +
                               "' uses all of what the loop carries");
  } else {
    SmallVector<Bound> extents;
    for (unsigned dim = 0, rank = hull->getRank(); dim < rank; ++dim)
      extents.push_back(indices.getExtent(argument, dim));
    Box box = widenBox(context, *hull, extents, /*firstLoop=*/1);
    if (areDisjoint(context, box, /*level=*/0)) {
      result.kind = LoopKind::Parallel;
      return result;
    }
    result = refuse(windowed, "iterations are not proved to use different "
                              "parts of what the loop carries");
  }
  for (Value tile : tiles)
    accumulates |= isAccumulated(tile);
  if (accumulates)
    result.kind = LoopKind::Reduction;
  return result;
}

LoopClass heddle::classifyLoop(scf::ForOp loop) {
  LoopClass result;
  Operation *impure = nullptr;
  loop.getBody()->walk([&](Operation *op) {
    bool isPure = op->hasTrait<OpTrait::IsTerminator>() ||
                  op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                  isMemoryEffectFree(op);
    if (!isPure && !impure)
      impure = op;
  });
  if (impure) {
    result.op = impure;
    result.reason =
        ("'" + impure->getName().getStringRef() + "' may have effects").str();
    return result;
  }
  LoopIndices indices(loop);
  result.kind = LoopKind::Parallel;
  for (unsigned i = 0, e = loop.getNumRegionIterArgs(); i < e; ++i) {
    Value argument = loop.getRegionIterArg(i);
    if (!isa<RankedTensorType>(argument.getType())) {
      if (loop.getYieldedValues()[i] == argument)
        continue;
      return {LoopKind::Unknown, loop, "it carries a value that is no tensor"};
    }
    LoopClass carried = CarriedTensor(loop, i, indices).classify();
    if (carried.kind == LoopKind::Unknown)
      return carried;
    if (carried.kind == LoopKind::Reduction)
      result = carried;
  }
  return result;
}
