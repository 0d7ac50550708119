//===- LoopDefects.cpp - Rewrites of loops that change what they compute -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Why an upstream rewrite of loops on buffers lets an iteration read or write
// too early, too late, or without need.
//
//===----------------------------------------------------------------------===//

#include "Defects.h"
#include "OtherNames.h"

#include "heddle/Analysis/Loops/IterationOrder.h"
#include "heddle/Analysis/Loops/TripCount.h"
#include "heddle/Analysis/Memory/CallCycle.h"
#include "heddle/Analysis/Reasons/Reason.h"
#include "heddle/IR/ValueBounds/ValueBounds.h"

#include "mlir/Analysis/AliasAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::heddle;

/// What `loop` touches so that its iterations must keep their order.
static std::string describe(const CarriedAccess &carried) {
  if (carried.earlier == carried.later)
    return quote(carried.earlier) + " may touch what it touches in an earlier "
                                    "iteration";
  return quote(carried.later) + " may touch what " + quote(carried.earlier) +
         " touches in an earlier iteration";
}

std::optional<std::string> heddle::explainPipelining(Application &step) {
  Operation *loop = step.target;
  if (!isa<scf::ForOp>(loop))
    return std::nullopt;
  auto carried = findCarriedAccess(loop, CarriedOrder::ReadsAfterWrites);
  if (!carried)
    return std::nullopt;
  return "may read memory before it is written: " + describe(*carried);
}

std::optional<std::string> heddle::explainJamming(Application &step) {
  Operation *loop = step.target;
  auto isLoop = [](Operation *op) {
    return isa<LoopLikeOpInterface>(op) ? WalkResult::interrupt()
                                        : WalkResult::advance();
  };
  if (!isa<scf::ForOp, affine::AffineForOp>(loop) ||
      !loop->getRegion(0).walk(isLoop).wasInterrupted())
    return std::nullopt;
  auto carried = findCarriedAccess(loop, CarriedOrder::All);
  if (!carried)
    return std::nullopt;
  return "does not check the order of iterations: " + describe(*carried);
}

static bool peelsFront(Operation *op) {
  auto front = op->getAttrOfType<BoolAttr>("peel_front");
  return front && front.getValue();
}

std::optional<std::string> heddle::explainPeeledFront(Application &step) {
  auto loopLike = dyn_cast<LoopLikeOpInterface>(step.target);
  if (!loopLike || !peelsFront(step.op) ||
      getTripCount(loopLike).value_or(0) > 0)
    return std::nullopt;
  return "runs a first iteration, and the loop is not known to have one";
}

std::optional<std::string> heddle::explainPeeledRest(Application &step) {
  auto forOp = dyn_cast<scf::ForOp>(step.target);
  if (!forOp || peelsFront(step.op) || isConstantIntValue(forOp.getStep(), 1) ||
      endsAfterBegin(forOp))
    return std::nullopt;
  return "runs iterations of a loop that ends before it begins, and nothing "
         "shows that this one does not";
}

/// The memref that `transfer` writes if it writes one vector of it in all
/// iterations of `loop`; null if not.
static Value getInvariantMemref(vector::TransferWriteOp transfer,
                                LoopLikeOpInterface loop) {
  Value memref = transfer.getBase();
  bool invariant = isa<MemRefType>(memref.getType()) &&
                   loop.isDefinedOutsideOfLoop(memref) &&
                   llvm::all_of(transfer.getIndices(), [&](Value index) {
                     return loop.isDefinedOutsideOfLoop(index);
                   });
  return invariant ? memref : Value();
}

std::optional<std::string> heddle::explainHoistedTransfers(Application &step) {
  Operation *target = step.target;
  AliasAnalysis aliases(target);
  Operation *hidden = nullptr;
  // A vector that was taken out of a loop may be taken out of the next one,
  // too.
  target->walk([&](vector::TransferWriteOp transfer) {
    auto loop = transfer->getParentOfType<LoopLikeOpInterface>();
    for (; loop && !hidden;
         loop = loop->getParentOfType<LoopLikeOpInterface>()) {
      Value memref = getInvariantMemref(transfer, loop);
      if (!memref)
        break;
      loop->walk([&](Operation *op) {
        if (op != loop && touchesByOtherName(op, memref, aliases))
          hidden = op;
        return hidden ? WalkResult::interrupt() : WalkResult::advance();
      });
    }
    return hidden ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!hidden)
    return std::nullopt;
  return "may keep a vector in registers while " + quote(hidden) +
         " touches its memory by another name";
}

std::optional<std::string> heddle::explainGlobalBuffer(Application &step) {
  Operation *alloca = step.target;
  Operation *loop = alloca->getParentOp();
  while (loop &&
         !isa<scf::ForallOp, scf::ParallelOp, affine::AffineParallelOp>(loop))
    loop = loop->getParentOp();
  if (loop)
    return "gives all iterations of " + quote(loop) + " one buffer";
  auto function = alloca->getParentOfType<func::FuncOp>();
  auto module = alloca->getParentOfType<ModuleOp>();
  if (!function || !module)
    return std::nullopt;
  SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>());
  if (CallCycles(functions).find(function).empty())
    return std::nullopt;
  return ("gives all calls of '@" + function.getSymName() +
          "', which calls itself, one buffer")
      .str();
}

std::optional<std::string> heddle::explainAssumedBranch(Application &) {
  return "takes one branch whatever the condition is";
}

std::optional<std::string> heddle::explainMultipliedBuffer(Application &step) {
  if (!step.op->hasAttr("skip_analysis"))
    return std::nullopt;
  return "does not check whether an iteration reads what an earlier one left "
         "in the buffer: it gets another buffer";
}

/// True if `value` is known to be at least `least` and below `end`.
static bool isWithin(Value value, int64_t least, int64_t end) {
  using presburger::BoundType;
  FailureOr<int64_t> lower = computeConstantBound(BoundType::LB, value);
  FailureOr<int64_t> upper = computeConstantBound(BoundType::UB, value);
  return succeeded(lower) && succeeded(upper) && *lower >= least &&
         *upper < end;
}

/// The operands after the target are ops of one result each.
std::optional<std::string> heddle::explainAssumedBounds(Application &step) {
  auto lower = step.op->getAttrOfType<DenseI64ArrayAttr>("lower_bounds");
  auto upper = step.op->getAttrOfType<DenseI64ArrayAttr>("upper_bounds");
  for (auto [handle, least, end] :
       llvm::zip(step.op->getOperands().drop_front(), lower.asArrayRef(),
                 upper.asArrayRef()))
    for (Operation *op : step.state.getPayloadOps(handle))
      for (Value value : op->getResults())
        if (value.getType().isIndex() && !isWithin(value, least, end))
          return "takes " + quote(op) + " to be at least " +
                 std::to_string(least) + " and below " + std::to_string(end) +
                 ", which nothing shows";
  return std::nullopt;
}

std::optional<std::string> heddle::explainFusedSiblings(Application &) {
  return "does not check whether one loop reads what the other writes";
}

/// One block holds two affine loops.
std::optional<std::string> heddle::explainFusedAffineLoops(Application &step) {
  WalkResult result = step.target->walk([](Block *block) {
    return llvm::count_if(*block, llvm::IsaPred<affine::AffineForOp>) > 1
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (!result.wasInterrupted())
    return std::nullopt;
  return "may drop iterations that others need, and takes two memrefs for "
         "two buffers; 'transform.heddle.fuse_affine_loops' does not";
}
