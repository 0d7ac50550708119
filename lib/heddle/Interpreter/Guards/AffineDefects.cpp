//===- AffineDefects.cpp - Passes on affine and parallel loops ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that rewrite all loops of a function.
//
//===----------------------------------------------------------------------===//

#include "Defects.h"
#include "OtherNames.h"

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
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::heddle;

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
  if (!step.pass->isSet("peel-front"))
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
    Application first{step.op, loop, step.state, step.passes};
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

/// Why `access`, in `loop`, and another op in it may not see the same contents
/// if `access` gets a copy; empty if they do.
static std::string findStaleCopy(Operation *access, Operation *loop,
                                 AliasAnalysis &aliases) {
  Value memref = affine::MemRefAccess(access).memref;
  bool isStore = isa<affine::AffineStoreOp>(access);
  if (isStore)
    for (Operation *user : memref.getUsers())
      if (loop->isProperAncestor(user) &&
          !isa<affine::AffineLoadOp, affine::AffineStoreOp>(user))
        return "copies a buffer back that does not hold what " + quote(user) +
               " writes into the memref";
  Operation *hidden = nullptr;
  loop->walk([&](Operation *op) {
    if (op != loop && touchesByOtherName(op, memref, aliases,
                                         /*onlyWrites=*/!isStore))
      hidden = op;
    return hidden ? WalkResult::interrupt() : WalkResult::advance();
  });
  return hidden ? "copies a buffer while " + quote(hidden) +
                      " touches its memory by another name"
                : "";
}

std::optional<std::string> heddle::explainCopiedRegions(Application &step) {
  AliasAnalysis aliases(step.target);
  llvm::SmallDenseSet<std::pair<Operation *, Value>> loaded;
  step.target->walk([&](affine::AffineLoadOp load) {
    loaded.insert({getOutermostLoop(load), load.getMemRef()});
  });
  std::string reason;
  step.target->walk([&](Operation *access) {
    Operation *loop = getOutermostLoop(access);
    if (!loop || !isa<affine::AffineLoadOp, affine::AffineStoreOp>(access))
      return WalkResult::advance();
    auto store = dyn_cast<affine::AffineStoreOp>(access);
    reason = findStaleCopy(access, loop, aliases);
    if (reason.empty() && store &&
        !loaded.contains({loop, store.getMemRef()}) && !fillsBox(store))
      reason = "copies a buffer back that " + quote(access) +
               " does not fill: elements in between get what was never written";
    return reason.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (reason.empty())
    return std::nullopt;
  return reason;
}

/// True if the last iteration of `loop` is known to be a whole step.
static bool hasWholeSteps(affine::AffineForOp loop) {
  int64_t step = loop.getStepAsInt();
  loop.setStep(1);
  std::optional<uint64_t> length = affine::getConstantTripCount(loop);
  loop.setStep(step);
  return step == 1 || (length && *length % step == 0);
}

/// True if a loop of `function`, which the pass has rewritten, may write a
/// vector beyond its last iteration. Loops of vectors have their steps.
static bool mayHaveRest(Operation *function) {
  WalkResult result = function->walk([](vector::TransferWriteOp write) {
    for (auto loop = write->getParentOfType<affine::AffineForOp>(); loop;
         loop = loop->getParentOfType<affine::AffineForOp>())
      if (!hasWholeSteps(loop))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return result.wasInterrupted();
}

std::optional<std::string> heddle::explainVectorizedRests(Application &step) {
  WalkResult result = step.target->walk([&](FunctionOpInterface function) {
    OwningOpRef<Operation *> copy = step.pass->runOnCopy(function);
    return !copy || mayHaveRest(copy.get()) ? WalkResult::interrupt()
                                            : WalkResult::advance();
  });
  if (!result.wasInterrupted())
    return std::nullopt;
  return "writes whole vectors, and the iterations of a loop are not known to "
         "be a multiple of the vector size";
}

std::optional<std::string>
heddle::explainTiledParallelLoops(Application &step) {
  if (!step.pass->isSet("no-min-max-bounds"))
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
