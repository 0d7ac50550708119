//===- ReplaceEmptyTensors.cpp - Empty tensors by destinations ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR 22 takes two insertions at the end of an scf.forall for independent also
// if one overwrites what the other reads, and two results of a function for two
// buffers. An empty tensor is therefore not replaced by a part of a destination
// if another insertion reads it, or if the function returns it as well.
//
// Upstream computes the destination before the op that uses the empty tensor,
// and moves the ops that make the destination there. Ops on tensors have no
// memory effects, but they may read a view of memory. An empty tensor is
// therefore not replaced if one of these ops would move past a write to what it
// reads.
//
// The destination may be memory: that of a materialize_in_destination. Upstream
// then writes into the memory before that op runs, and takes what is in it
// later for the value. The rule: let U be the op that gets the memory in place
// of the empty tensor, M the op that materializes, and A the values that may
// have the buffer of the result of U. (1) No op from U up to M reads or writes
// the memory other than by values of A. (2) After M, values of A are inputs of
// ops of the block of M only, and no op from M up to such an op touches the
// memory. (3) No other view of the memory as a tensor exists. Then nobody sees
// the memory between the first write and M, with (1) and (3) M finds in it what
// it would have copied, and with (2) and (3) it stays what readers of A expect
// and what M left: nothing writes into a value of A in place, since that takes
// a use as a destination.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/ReplaceEmptyTensors.h"

#include "heddle/Analysis/DataFlow/BufferReads.h"
#include "heddle/Analysis/DataFlow/DistinctBuffers.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_REPLACEEMPTYTENSORSPASS
#include "heddle/Transforms/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;
using namespace mlir::heddle;

/// Adds to `values` the values that may have the buffer of the operand `use`.
static void addAliases(OpOperand &use, SetVector<Value> &values) {
  Operation *user = use.getOwner();
  if (auto loop = dyn_cast<LoopLikeOpInterface>(user)) {
    if (Value argument = loop.getTiedLoopRegionIterArg(&use))
      values.insert(argument);
    if (Value result = loop.getTiedLoopResult(&use))
      values.insert(result);
    return;
  }
  if (auto dps = dyn_cast<DestinationStyleOpInterface>(user)) {
    if (dps.isDpsInit(&use) && user->getNumResults() != 0)
      values.insert(dps.getTiedOpResult(&use));
    return;
  }
  // Slices, reshapes, casts, branches, and any other op that may be a view.
  for (Value result : user->getResults())
    if (isa<TensorType>(result.getType()))
      values.insert(result);
  if (user->hasTrait<OpTrait::IsTerminator>() && user->getParentOp())
    for (Value result : user->getParentOp()->getResults())
      values.insert(result);
}

/// True if an op for which `isKept` holds reads a value that may have the
/// buffer of `empty`. The result of `insertion` does not count.
static bool isReadBy(Operation *insertion, tensor::EmptyOp empty,
                     llvm::function_ref<bool(Operation *user)> isKept) {
  SetVector<Value> values;
  values.insert(empty);
  for (size_t next = 0; next < values.size(); ++next)
    for (OpOperand &use : values[next].getUses()) {
      if (use.getOwner() == insertion)
        continue;
      if (isKept(use.getOwner()))
        return true;
      addAliases(use, values);
    }
  return false;
}

/// True if the buffer of `empty` cannot be a part of the destination of
/// `insertion`: another insertion of a forall reads it, or the function returns
/// it. A caller frees each result.
static bool needsOwnBuffer(Operation *insertion, tensor::EmptyOp empty) {
  bool inForall = isa<tensor::ParallelInsertSliceOp>(insertion);
  return isReadBy(insertion, empty, [&](Operation *user) {
    return isa<func::ReturnOp>(user) ||
           (inForall && isa<tensor::ParallelInsertSliceOp>(user));
  });
}

//===----------------------------------------------------------------------===//
// Memory as destination
//===----------------------------------------------------------------------===//

namespace {
/// Decides whether memory can be the destination of an op on tensors.
class MemoryDestinations {
public:
  explicit MemoryDestinations(Operation *root) : aliases(root) {}

  /// True if `user` may write into the memory of `insertion`, where it now
  /// writes into `empty`. The rule is at the top of the file.
  bool canWriteEarly(bufferization::MaterializeInDestinationOp insertion,
                     tensor::EmptyOp empty, Operation *user);
  /// `view` is a tensor that was made here.
  void addView(Value view) { made.insert(view.getDefiningOp()); }

private:
  bool mayTouch(Operation *op, Value memory);
  bool mayTouchBetween(Operation *begin, Operation *end, Value memory);
  bool hasOtherView(Value memory);

  AliasAnalysis aliases;
  SmallPtrSet<Operation *, 8> made;
};
} // namespace

/// True if `op`, or an op in its regions, may read or write `memory`, other
/// than as a tensor. A materialize_in_destination with `restrict` into another
/// buffer does not: it promises that no other op between tensors and memory
/// names its memory.
bool MemoryDestinations::mayTouch(Operation *op, Value memory) {
  WalkResult result = op->walk([&](Operation *nested) {
    auto other = dyn_cast<bufferization::MaterializeInDestinationOp>(nested);
    if (other && other.getRestrict() &&
        getBaseBuffer(other.getDest()) != getBaseBuffer(memory))
      return WalkResult::advance();
    auto interface = dyn_cast<MemoryEffectOpInterface>(nested);
    if (!interface)
      return nested->hasTrait<OpTrait::HasRecursiveMemoryEffects>()
                 ? WalkResult::advance()
                 : WalkResult::interrupt();
    SmallVector<MemoryEffects::EffectInstance> effects;
    interface.getEffects(effects);
    for (const MemoryEffects::EffectInstance &effect : effects) {
      if (isa<MemoryEffects::Allocate>(effect.getEffect()))
        continue;
      if (!effect.getValue() ||
          !isa<BaseMemRefType>(effect.getValue().getType()) ||
          !areDistinctBuffers(aliases, effect.getValue(), memory))
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// True if an op from `begin` up to the one before `end`, in their block, may
/// touch `memory`.
bool MemoryDestinations::mayTouchBetween(Operation *begin, Operation *end,
                                         Value memory) {
  for (Operation *op = begin; op != end; op = op->getNextNode())
    if (mayTouch(op, memory))
      return true;
  return false;
}

/// True if the payload has another tensor that is a view of `memory`.
bool MemoryDestinations::hasOtherView(Value memory) {
  SmallVector<Value> views = {getBaseBuffer(memory)};
  while (!views.empty())
    for (OpOperand &use : views.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      if (isa<bufferization::ToTensorOp>(user) && !made.contains(user))
        return true;
      if (isOnlyViewed(use))
        for (Value result : user->getResults())
          if (isa<BaseMemRefType>(result.getType()))
            views.push_back(result);
    }
  return false;
}

bool MemoryDestinations::canWriteEarly(
    bufferization::MaterializeInDestinationOp insertion, tensor::EmptyOp empty,
    Operation *user) {
  Value memory = insertion.getDest();
  Block *block = insertion->getBlock();
  Operation *first = block->findAncestorOpInBlock(*user);
  if (!first || !first->isBeforeInBlock(insertion) || hasOtherView(memory) ||
      mayTouchBetween(first, insertion, memory))
    return false;
  SetVector<Value> values;
  for (OpOperand &use : user->getOpOperands())
    if (use.get() == empty.getResult())
      addAliases(use, values);
  for (size_t next = 0; next < values.size(); ++next)
    for (OpOperand &use : values[next].getUses()) {
      Operation *owner = use.getOwner();
      if (owner == insertion)
        continue;
      addAliases(use, values);
      Operation *ancestor = block->findAncestorOpInBlock(*owner);
      if (ancestor && ancestor->isBeforeInBlock(insertion))
        continue;
      auto dps = dyn_cast<DestinationStyleOpInterface>(owner);
      if (ancestor != owner || !dps || !dps.isDpsInput(&use) ||
          mayTouchBetween(insertion->getNextNode(), owner, memory))
        return false;
    }
  return true;
}

/// The first op that materializes a value that may have the buffer of the
/// operand `use` in memory where `memory` forbids to write early; null if none
/// does.
static Operation *findEarlyInsertion(MemoryDestinations &memory,
                                     tensor::EmptyOp empty, OpOperand &use) {
  SetVector<Value> values;
  addAliases(use, values);
  for (size_t next = 0; next < values.size(); ++next)
    for (OpOperand &read : values[next].getUses()) {
      auto insertion =
          dyn_cast<bufferization::MaterializeInDestinationOp>(read.getOwner());
      if (insertion && !isa<TensorType>(insertion.getDest().getType()) &&
          !memory.canWriteEarly(insertion, empty, use.getOwner()))
        return insertion;
      addAliases(read, values);
    }
  return nullptr;
}

Operation *heddle::findEarlyWrite(Operation *root) {
  MemoryDestinations memory(root);
  Operation *found = nullptr;
  root->walk([&](tensor::EmptyOp empty) {
    for (OpOperand &use : empty->getUses())
      if (!found && findEarlyInsertion(memory, empty, use))
        found = use.getOwner();
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

LogicalResult heddle::replaceEmptyTensors(RewriterBase &rewriter,
                                          ModuleOp module) {
  bufferization::OneShotBufferizationOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.allowReturnAllocsFromLoops = true;
  bufferization::OneShotAnalysisState state(module, options);
  if (failed(bufferization::analyzeModuleOp(module, state)))
    return failure();
  MemoryDestinations memory(module);
  return bufferization::eliminateEmptyTensors(
      rewriter, module, state,
      [&](RewriterBase &rewriter, SubsetInsertionOpInterface insertion,
          tensor::EmptyOp empty, Operation *user) -> Value {
        SmallVector<Value> needed =
            insertion.getValuesNeededToBuildSubsetExtraction();
        if (needsOwnBuffer(insertion, empty) || findLateRead(needed, empty) ||
            findLateRead(needed, user))
          return nullptr;
        auto result = dyn_cast<bufferization::MaterializeInDestinationOp>(
            insertion.getOperation());
        if (!result || isa<TensorType>(result.getDest().getType()))
          return bufferization::buildSubsetExtraction(rewriter, insertion,
                                                      empty, user);
        if (!memory.canWriteEarly(result, empty, user))
          return nullptr;
        Value view = bufferization::buildSubsetExtraction(rewriter, insertion,
                                                          empty, user);
        if (view)
          memory.addView(view);
        return view;
      });
}

namespace {
struct ReplaceEmptyTensorsPass
    : heddle::impl::ReplaceEmptyTensorsPassBase<ReplaceEmptyTensorsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    if (failed(heddle::replaceEmptyTensors(rewriter, getOperation())))
      signalPassFailure();
  }
};
} // namespace
