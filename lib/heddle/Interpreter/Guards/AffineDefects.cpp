//===- AffineDefects.cpp - Passes on affine and parallel loops ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that rewrite all loops of a function. The options of a pass are read
// as `transform.apply_registered_pass` writes them: a dictionary, or one
// string.
//
//===----------------------------------------------------------------------===//

#include "Defects.h"

#include "heddle/Analysis/Loops/IterationOrder.h"
#include "heddle/Analysis/Loops/TripCount.h"
#include "heddle/Analysis/Reasons/Reason.h"

#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::heddle;

/// The option `name` of the pass that `op` runs; null if it is not given.
static Attribute getPassOption(Operation *op, StringRef name) {
  auto options = op->getAttrOfType<DictionaryAttr>("options");
  return options ? options.get(name) : Attribute();
}

static bool isSetOption(Operation *op, StringRef name) {
  Attribute option = getPassOption(op, name);
  if (auto text = dyn_cast_if_present<StringAttr>(option))
    return text.getValue() != "false" && text.getValue() != "0";
  auto flag = dyn_cast_if_present<BoolAttr>(option);
  return flag && flag.getValue();
}

/// The first op in `target` of type `OpTy` that is `found`.
template <typename OpTy>
static OpTy findNested(Operation *target,
                       llvm::function_ref<bool(OpTy)> found) {
  OpTy result;
  target->walk([&](OpTy op) {
    if (!found(op))
      return WalkResult::advance();
    result = op;
    return WalkResult::interrupt();
  });
  return result;
}

std::optional<std::string> heddle::explainPeeledFronts(Application &step) {
  if (!isSetOption(step.op, "peel-front"))
    return std::nullopt;
  auto loop = findNested<scf::ForOp>(step.target, [](scf::ForOp loop) {
    return getTripCount(loop).value_or(0) <= 0;
  });
  if (!loop)
    return std::nullopt;
  return "runs a first iteration of each loop, and one is not known to have "
         "any";
}

/// The pass takes the loop that begins a function.
std::optional<std::string> heddle::explainJammedAffineLoops(Application &step) {
  std::optional<std::string> reason;
  step.target->walk([&](func::FuncOp function) {
    if (function.isExternal() || reason)
      return;
    auto loop =
        dyn_cast<affine::AffineForOp>(function.getBody().front().front());
    if (!loop)
      return;
    Application first{step.op, loop, step.state};
    reason = explainJamming(first);
  });
  return reason;
}

/// True if upstream's test of dependences gives up on `access`, and takes that
/// for independence.
static bool isNotUnderstood(Operation *access) {
  affine::MemRefAccess it(access);
  affine::AffineValueMap map;
  it.getAccessMap(&map);
  return !llvm::all_of(map.getAffineMap().getResults(),
                       [](AffineExpr it) { return it.isPureAffine(); });
}

std::optional<std::string> heddle::explainTiledAffineLoops(Application &step) {
  auto outer = findNested<affine::AffineForOp>(
      step.target, [](affine::AffineForOp loop) {
        return loop->getParentOfType<affine::AffineForOp>() != nullptr;
      });
  if (!outer)
    return std::nullopt;
  Operation *unclear = nullptr;
  step.target->walk([&](affine::AffineForOp loop) {
    if (!loop->getParentOfType<affine::AffineForOp>())
      return;
    for (Operation &op : *loop.getBody())
      if (!unclear && isa<affine::AffineLoadOp, affine::AffineStoreOp>(op) &&
          isNotUnderstood(&op))
        unclear = &op;
  });
  if (!unclear)
    return std::nullopt;
  return "may reverse the order of iterations that meet in memory: the index "
         "of " +
         quote(unclear) + " is not affine";
}

/// The outermost affine loop around `op`.
static Operation *getOutermostLoop(Operation *op) {
  Operation *outermost = nullptr;
  for (Operation *loop = op->getParentOfType<affine::AffineForOp>(); loop;
       loop = loop->getParentOfType<affine::AffineForOp>())
    outermost = loop;
  return outermost;
}

/// True if `store` writes all of a box over the loops around it: each index is
/// a constant or an induction variable of its own, of a loop with constant
/// bounds and step 1, plus a constant.
static bool fillsBox(affine::AffineStoreOp store) {
  for (Operation *parent = store->getParentOp(); parent;
       parent = parent->getParentOp())
    if (isa<affine::AffineIfOp, scf::IfOp>(parent))
      return false;
  llvm::SmallDenseSet<Value> seen;
  for (AffineExpr index : store.getAffineMap().getResults()) {
    auto sum = dyn_cast<AffineBinaryOpExpr>(index);
    if (sum && sum.getKind() == AffineExprKind::Add &&
        isa<AffineConstantExpr>(sum.getRHS()))
      index = sum.getLHS();
    if (isa<AffineConstantExpr>(index))
      continue;
    auto dim = dyn_cast<AffineDimExpr>(index);
    if (!dim)
      return false;
    Value variable = store.getMapOperands()[dim.getPosition()];
    affine::AffineForOp loop = affine::getForInductionVarOwner(variable);
    if (!loop || !loop.hasConstantBounds() || loop.getStepAsInt() != 1 ||
        !seen.insert(variable).second)
      return false;
  }
  return true;
}

std::optional<std::string> heddle::explainCopiedRegions(Application &step) {
  Operation *cause = nullptr;
  step.target->walk([&](affine::AffineStoreOp store) {
    Operation *loop = getOutermostLoop(store);
    if (!loop || cause)
      return;
    bool isLoaded = false;
    for (Operation *user : store.getMemRef().getUsers()) {
      if (!loop->isProperAncestor(user))
        continue;
      isLoaded |= isa<affine::AffineLoadOp>(user);
      if (!isa<affine::AffineLoadOp, affine::AffineStoreOp>(user))
        cause = user;
    }
    if (!cause && !isLoaded && !fillsBox(store))
      cause = store;
  });
  if (!cause)
    return std::nullopt;
  if (isa<affine::AffineStoreOp>(cause))
    return "copies a buffer back that " + quote(cause) +
           " does not fill: elements in between get what was never written";
  return "copies a buffer back that does not hold what " + quote(cause) +
         " writes into the memref";
}

std::optional<std::string> heddle::explainVectorizedRests(Application &step) {
  auto sizes = dyn_cast_if_present<ArrayAttr>(
      getPassOption(step.op, "virtual-vector-size"));
  Attribute last = sizes && !sizes.empty()
                       ? sizes.getValue().back()
                       : getPassOption(step.op, "virtual-vector-size");
  int64_t size = 0;
  if (auto number = dyn_cast_if_present<IntegerAttr>(last))
    size = number.getInt();
  Operation *loop = nullptr;
  step.target->walk([&](affine::AffineStoreOp store) {
    AffineMap map = store.getAffineMap();
    if (loop || map.getNumResults() == 0)
      return;
    for (auto [position, operand] : llvm::enumerate(store.getMapOperands())) {
      affine::AffineForOp owner = affine::getForInductionVarOwner(operand);
      if (!owner || position >= map.getNumDims() ||
          !map.getResults().back().isFunctionOfDim(position))
        continue;
      std::optional<uint64_t> trips = affine::getConstantTripCount(owner);
      if (!trips || size <= 0 || *trips % size != 0)
        loop = owner;
    }
  });
  if (!loop)
    return std::nullopt;
  return "writes whole vectors, and the iterations of a loop are not known to "
         "be a multiple of the vector size";
}

std::optional<std::string>
heddle::explainTiledParallelLoops(Application &step) {
  if (!isSetOption(step.op, "no-min-max-bounds"))
    return std::nullopt;
  auto loop = findNested<scf::ParallelOp>(step.target, [](scf::ParallelOp it) {
    return llvm::any_of(
        it.getStep(), [](Value size) { return !isConstantIntValue(size, 1); });
  });
  if (!loop)
    return std::nullopt;
  return "leaves out iterations of the last tiles: the step of a loop is not "
         "known to be 1";
}
