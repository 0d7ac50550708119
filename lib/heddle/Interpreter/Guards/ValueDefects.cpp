//===- ValueDefects.cpp - Reads of memory that move or are merged ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op on tensors has no memory effects, but reads what the memory of a view
// holds when it runs. Upstream takes it for a value.
//
// Upstream's CSE and code motion run on a clone of the module. Each op that
// they replace or move there is looked at before: it must read the same
// contents where its result is then computed. An op that only takes a part of a
// tensor reads nothing. Two buffers of one tensor are merged as well, and an op
// may write into one of them. Modules without a view of memory are not cloned.
//
//===----------------------------------------------------------------------===//

#include "Defects.h"

#include "heddle/Analysis/DataFlow/BufferReads.h"
#include "heddle/Analysis/DataFlow/DataFlowLimits.h"
#include "heddle/Analysis/DataFlow/ForwardedViews.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;
using namespace mlir::heddle;

static bool isView(Operation *op) {
  return isa<bufferization::ToTensorOp, bufferization::ToBufferOp>(op);
}

namespace {
/// A copy of the module of an op. It is empty if the module has no view of
/// memory.
struct ClonedModule {
  explicit ClonedModule(Operation *target) {
    auto module = dyn_cast<ModuleOp>(target);
    if (!module)
      module = target->getParentOfType<ModuleOp>();
    bool hasViews = module && module
                                  ->walk([](Operation *op) {
                                    return isView(op) ? WalkResult::interrupt()
                                                      : WalkResult::advance();
                                  })
                                  .wasInterrupted();
    if (!hasViews)
      return;
    IRMapping mapping;
    clone = cast<ModuleOp>(module->clone(mapping));
    copy = mapping.lookup(target);
  }

  OwningOpRef<ModuleOp> clone;
  /// The copy of the op.
  Operation *copy = nullptr;
};

/// Keeps the first merge of two ops that read different contents.
struct MergeListener : RewriterBase::Listener {
  void notifyOperationReplaced(Operation *op, Operation *existing) override {
    if (!reason.empty())
      return;
    if (auto buffer = dyn_cast<bufferization::ToBufferOp>(op);
        buffer && !buffer.getReadOnly())
      reason = "may merge two buffers of one tensor, and an op may write into "
               "one of them; 'transform.cleanup' does not";
    if (isPartOfBuffer(op))
      return;
    if (Operation *write = findWrite(existing, op))
      reason =
          ("may merge '" + op->getName().getStringRef() +
           "' with an equal op before '" + write->getName().getStringRef() +
           "', which may write memory that both read; "
           "'transform.cleanup' does not")
              .str();
  }
  using RewriterBase::Listener::notifyOperationReplaced;

  std::string reason;
};
} // namespace

std::optional<std::string> heddle::explainMergedReads(Application &step) {
  if (step.op->getName().getStringRef() == "transform.apply_patterns" &&
      !step.op->hasAttr("apply_cse"))
    return std::nullopt;
  ClonedModule module(step.target);
  if (!module.copy)
    return std::nullopt;
  MergeListener listener;
  IRRewriter rewriter(step.target->getContext(), &listener);
  DominanceInfo dominance(module.copy);
  eliminateCommonSubExpressions(rewriter, dominance, module.copy);
  if (listener.reason.empty())
    return std::nullopt;
  return std::move(listener.reason);
}

/// Moves what does not change out of `loop`, as upstream does. Returns an op
/// that it moved and that reads what the loop may write; null if none does.
static Operation *hoistFrom(LoopLikeOpInterface loop) {
  Operation *found = nullptr;
  moveLoopInvariantCode(
      loop.getLoopRegions(),
      [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
      [&](Operation *op, Region *) {
        return isMemoryEffectFree(op) && isSpeculatable(op);
      },
      [&](Operation *op, Region *) {
        if (!found && !isPartOfBuffer(op) &&
            BufferReads(op).mayChange(loop, op))
          found = op;
        loop.moveOutOfLoop(op);
      });
  return found;
}

std::optional<std::string> heddle::explainHoistedReads(Application &step) {
  ClonedModule module(step.target);
  if (!module.copy)
    return std::nullopt;
  std::optional<std::string> reason;
  module.copy->walk([&](LoopLikeOpInterface loop) {
    if (Operation *op = hoistFrom(loop); op && !reason)
      reason = ("may move '" + op->getName().getStringRef() + "' out of '" +
                loop->getName().getStringRef() +
                "', which may write memory that it reads")
                   .str();
  });
  return reason;
}

std::optional<std::string> heddle::explainForwardedViews(Application &step) {
  Operation *op = findForwardedView(step.target);
  if (!op)
    return std::nullopt;
  return ("may replace '" + op->getName().getStringRef() +
          "' by the memory that it copies, which is written before the copy is "
          "used; 'transform.cleanup' keeps the copy")
      .str();
}

std::optional<std::string> heddle::explainDataFlow(Application &step) {
  Operation *unseen = findOpWithUnknownResults(step.target);
  if (!unseen)
    return std::nullopt;
  return ("finds no value for what '" + unseen->getName().getStringRef() +
          "' inserts, and takes the start of a tensor or of a counter for "
          "all that it ever holds; 'transform.cleanup' does not")
      .str();
}

/// An extent is that of a loop only where the loop indexes the dim by itself.
std::optional<std::string> heddle::explainResolvedExtents(Application &step) {
  Operation *partial = nullptr;
  step.target->walk([&](linalg::LinalgOp op) {
    for (OpOperand &init : op.getDpsInitsMutable())
      for (auto [dim, expr] :
           llvm::enumerate(op.getMatchingIndexingMap(&init).getResults())) {
        auto type = dyn_cast<RankedTensorType>(init.get().getType());
        if (type && type.isDynamicDim(dim) && !isa<AffineDimExpr>(expr))
          partial = op;
      }
    return partial ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!partial)
    return std::nullopt;
  return ("takes the extent of a result of '" +
          partial->getName().getStringRef() +
          "' from its loops, which write a part of it only")
      .str();
}
