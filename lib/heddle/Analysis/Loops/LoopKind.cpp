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

#include "heddle/Analysis/Loops/LoopKind.h"

#include "LoopIndices.h"
#include "heddle/Analysis/Bounds/Box.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Carried tensors
//===----------------------------------------------------------------------===//

namespace {
/// Follows one carried tensor through the body of the loop.
class CarriedTensor {
public:
  /// `isCounted` says whether the loop is registered in `indices`, as loop 0.
  CarriedTensor(scf::ForOp loop, unsigned number, LoopIndices &indices,
                bool isCounted)
      : loop(loop), number(number), indices(indices), isCounted(isCounted),
        argument(loop.getRegionIterArg(number)) {}

  /// Classifies the loop as far as this tensor is concerned.
  LoopClass classify();

private:
  LoopClass refuse(Operation *op, const Twine &reason) {
    LoopClass result;
    result.obstacle = Reason(op, reason);
    return result;
  }
  void follow();
  void followUse(OpOperand &use);
  void addVersion(Value value) { versions.insert(value); }
  void addWindow(Operation *op, ArrayRef<OpFoldResult> offsets,
                 ArrayRef<OpFoldResult> sizes, ArrayRef<OpFoldResult> strides);
  void addWhole(Operation *op);
  /// An inner loop carries the tensor on from `init`.
  void enterLoop(LoopLikeOpInterface inner, OpOperand &init);
  bool isAccumulated(Value value, unsigned depth = 0);

  scf::ForOp loop;
  unsigned number;
  LoopIndices &indices;
  bool isCounted;
  BlockArgument argument;
  /// Values that hold the carried tensor after some of this iteration's writes.
  llvm::SetVector<Value> versions;
  std::optional<Box> hull;
  /// An op that touches all of the tensor.
  Operation *whole = nullptr;
  /// An op that accesses a window.
  Operation *windowed = nullptr;
  /// Inner loops with a result that is a version, each with the value that it
  /// yields for that result. That value must be a version, too.
  SmallVector<std::pair<Operation *, Value>> yields;
  SmallVector<Value> tiles;
  bool accumulates = false;
};
} // namespace

/// True if `op` accumulates into its destination along a reduction dim.
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
      // Uses outside of the loop do not count as uses of this iteration.
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
  } else if (!isCounted) {
    result = refuse(loop, "which numbers it counts through is not known");
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
    // A structured op on memrefs has its own effects, besides those of its
    // body. The walk visits the body.
    auto effects = dyn_cast<MemoryEffectOpInterface>(op);
    bool isPure = op->hasTrait<OpTrait::IsTerminator>() ||
                  (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>()
                       ? !effects || effects.hasNoEffect()
                       : isMemoryEffectFree(op));
    if (!isPure && !impure)
      impure = op;
  });
  if (impure) {
    result.obstacle = Reason(impure, "'" + impure->getName().getStringRef() +
                                         "' may have effects");
    return result;
  }
  BoundContext context;
  LoopIndices indices(context, loop.getOperation());
  bool isCounted = indices.addLoopsOf(loop);
  result.kind = LoopKind::Parallel;
  for (unsigned i = 0, e = loop.getNumRegionIterArgs(); i < e; ++i) {
    Value argument = loop.getRegionIterArg(i);
    if (!isa<RankedTensorType>(argument.getType())) {
      if (loop.getYieldedValues()[i] == argument)
        continue;
      return {LoopKind::Unknown,
              Reason(loop, "it carries a value that is no tensor")};
    }
    LoopClass carried = CarriedTensor(loop, i, indices, isCounted).classify();
    if (carried.kind == LoopKind::Unknown)
      return carried;
    if (carried.kind == LoopKind::Reduction)
      result = carried;
  }
  return result;
}
