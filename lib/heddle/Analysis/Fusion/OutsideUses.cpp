//===- OutsideUses.cpp - Who else reads a fused value ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Uses of fused ops outside of the nest (rules R4 and R6 of FusionPlan.h). A
// use can read the result of the nest if it comes after the nest or can move
// there. It can move if it and the ops before the nest that depend on it are
// pure, read no memory that is written before the nest, and do not feed the
// nest. Any other use needs the original.
//
//===----------------------------------------------------------------------===//

#include "FusionPlanner.h"
#include "heddle/Analysis/Bounds/KnownDim.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::heddle;

/// The op of the nest's block that contains `user`; null if `user` is in
/// another block (and then runs after this block).
Operation *FusionPlanner::getAncestor(Operation *user) const {
  return block->findAncestorOpInBlock(*user);
}

/// True if `op`, which is before the nest and not fused, can move after it
/// together with all ops that depend on it.
bool FusionPlanner::canMoveBehind(Operation *first) {
  SmallVector<std::pair<Operation *, bool>> stack = {{first, false}};
  while (!stack.empty()) {
    auto [op, isDone] = stack.pop_back_val();
    if (movable.contains(op))
      continue;
    auto state = states.find(op);
    bool known = state != states.end();
    // An op that the walk reached but did not fuse feeds the nest.
    if (!isMemoryEffectFree(op) || bufferReads.findWrite(op, op, plan.anchor) ||
        (known && (state->second.isNeededBefore || state->second.isKept))) {
      movable[op] = false;
      continue;
    }
    bool result = true;
    bool isReady = true;
    for (Operation *user : op->getUsers()) {
      Operation *ancestor = getAncestor(user);
      if (!ancestor || !ancestor->isBeforeInBlock(plan.anchor) ||
          ancestor == op)
        continue;
      auto answer = movable.find(ancestor);
      if (answer != movable.end()) {
        result &= answer->second;
        continue;
      }
      if (isDone)
        continue;
      if (isReady)
        stack.push_back({op, true});
      isReady = false;
      stack.push_back({ancestor, false});
    }
    if (isReady)
      movable[op] = result;
  }
  return movable.lookup(first);
}

OutsideUses FusionPlanner::getOutsideUses(Operation *op) {
  OutsideUses uses;
  uses.after.resize(op->getNumResults());
  for (OpResult result : op->getResults()) {
    for (OpOperand &use : result.getUses()) {
      Operation *user = use.getOwner();
      // The size of a fused value can be computed from other values.
      if (auto dim = dyn_cast<tensor::DimOp>(user)) {
        if (std::optional<int64_t> index = getKnownDim(dim)) {
          Bound extent = extents.getOwnExtent(result, *index);
          bool isOwn = false;
          context.substituteSymbols(extent, [&](unsigned symbol) {
            Operation *source = extents.getSource(symbol).value.getDefiningOp();
            isOwn |= source && source == op;
            return Bound();
          });
          if (!isOwn) {
            plan.dims.push_back(dim);
            continue;
          }
        }
      }
      Operation *ancestor = getAncestor(user);
      auto state = ancestor ? states.find(ancestor) : states.end();
      if (state != states.end() && ancestor == user &&
          (state->second.isFused || state->second.isRoot)) {
        if (state->second.isKept)
          uses.before = user;
        continue;
      }
      if (!ancestor || !ancestor->isBeforeInBlock(plan.anchor) ||
          canMoveBehind(ancestor))
        uses.after.set(result.getResultNumber());
      else
        uses.before = ancestor;
    }
  }
  return uses;
}

/// Collects, in block order, the ops that have to move after the nest: users of
/// the values that leave, and the ops that depend on these users.
void FusionPlanner::collectMoved() {
  DenseSet<Operation *> seen;
  SmallVector<Operation *> worklist;
  auto addUsers = [&](Operation *op, Value value) {
    for (Operation *user : value.getUsers()) {
      Operation *ancestor = getAncestor(user);
      if (!ancestor || !ancestor->isBeforeInBlock(plan.anchor))
        continue;
      auto state = states.find(ancestor);
      if (state != states.end() &&
          (state->second.isFused || state->second.isRoot ||
           state->second.isNeededBefore))
        continue;
      auto dim = dyn_cast<tensor::DimOp>(user);
      if (dim && llvm::is_contained(plan.dims, dim))
        continue;
      if (ancestor != op && seen.insert(ancestor).second)
        worklist.push_back(ancestor);
    }
  };
  for (const Carry &carry : plan.carries) {
    Operation *op = plan.instances[carry.instance].op;
    addUsers(op, op->getResult(carry.result));
  }
  for (size_t next = 0; next < worklist.size(); ++next)
    for (Value result : worklist[next]->getResults())
      addUsers(worklist[next], result);
  llvm::sort(worklist,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  plan.moved = std::move(worklist);
}
