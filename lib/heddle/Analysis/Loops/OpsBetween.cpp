//===- OpsBetween.cpp - Which ops come after two loops --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op between two loops depends on the first loop if it uses its result,
// conflicts with it in memory, or depends in one of these ways on another
// dependent op. A dependent op comes after the second loop, which must not
// depend on it. Any other op stays before both.
//
//===----------------------------------------------------------------------===//

#include "OpsBetween.h"

using namespace mlir;
using namespace mlir::heddle;

SmallVector<Operation *> heddle::getRootsBetween(Operation *first,
                                                 Operation *second) {
  SmallVector<Operation *> roots{first, second};
  for (Operation *op = first->getNextNode(); op != second;
       op = op->getNextNode())
    if (op->getNumRegions() != 0)
      roots.push_back(op);
  return roots;
}

/// An op in `user` that uses a result of `producer`, or null.
static Operation *findUse(Operation *user, Operation *producer) {
  for (Operation *direct : producer->getUsers())
    if (user->isAncestor(direct))
      return direct;
  return nullptr;
}

bool heddle::placeBetween(SiblingFusion &plan,
                          const MemoryAccesses &firstAccesses,
                          const MemoryAccesses &secondAccesses,
                          AliasAnalysis &aliases, LoopIndices &indices,
                          unsigned firstLoop) {
  if (Operation *use = findUse(plan.second, plan.first)) {
    plan.obstacle = Reason(
        plan.second, "expects the second loop to use no result of the first");
    plan.obstacle->addNote(use,
                           "'" + use->getName().getStringRef() + "' uses one");
    return false;
  }
  BoundContext &context = indices.getContext();
  SmallVector<MemoryAccesses> afterAccesses;
  for (Operation *op = plan.first->getNextNode(); op != plan.second;
       op = op->getNextNode()) {
    MemoryAccesses touched = collectAccesses(op, indices, firstLoop);
    bool isAfter = findUse(op, plan.first) ||
                   mayConflict(aliases, context, firstAccesses, touched);
    for (auto [other, accesses] : llvm::zip(plan.after, afterAccesses))
      isAfter = isAfter || findUse(op, other) ||
                mayConflict(aliases, context, accesses, touched);
    if (!isAfter)
      continue;
    plan.after.push_back(op);
    afterAccesses.push_back(std::move(touched));
  }
  for (auto [op, accesses] : llvm::zip(plan.after, afterAccesses)) {
    if (!findUse(plan.second, op) &&
        !mayConflict(aliases, context, accesses, secondAccesses))
      continue;
    plan.obstacle =
        Reason(plan.second, "expects nothing between the loops that must come "
                            "after the first and before the second");
    plan.obstacle->addNote(op, "'" + op->getName().getStringRef() +
                                   "' depends on the first loop, and the "
                                   "second loop on it");
    return false;
  }
  return true;
}
