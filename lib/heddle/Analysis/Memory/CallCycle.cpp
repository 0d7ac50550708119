//===- CallCycle.cpp - Calls that lead back to themselves -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions are visited breadth first, each once, so the way back to the first
// function is a shortest one.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Memory/CallCycle.h"

using namespace mlir;
using namespace mlir::heddle;

CallCycles::CallCycles(ArrayRef<func::FuncOp> functions) {
  for (func::FuncOp function : functions)
    byName[function.getSymNameAttr()] = function;
  for (func::FuncOp function : functions) {
    SmallVector<func::CallOp> &own = calls[function];
    function.walk([&](func::CallOp call) {
      if (getCallee(call))
        own.push_back(call);
    });
  }
}

func::FuncOp CallCycles::getCallee(func::CallOp call) const {
  return byName.lookup(call.getCalleeAttr().getAttr());
}

SmallVector<func::CallOp> CallCycles::close(func::CallOp first) const {
  auto start = first->getParentOfType<func::FuncOp>();
  /// For each function, the call through which it was reached.
  llvm::MapVector<Operation *, func::CallOp> reachedBy;
  reachedBy.insert({getCallee(first), first});
  for (size_t next = 0; next < reachedBy.size(); ++next) {
    Operation *function = (reachedBy.begin() + next)->first;
    if (function == start)
      break;
    for (func::CallOp call : calls.find(function)->second)
      reachedBy.insert({getCallee(call), call});
  }
  SmallVector<func::CallOp> cycle;
  if (!reachedBy.contains(start))
    return cycle;
  for (Operation *function = start; cycle.empty() || cycle.back() != first;
       function = cycle.back()->getParentOfType<func::FuncOp>())
    cycle.push_back(reachedBy.find(function)->second);
  std::reverse(cycle.begin(), cycle.end());
  return cycle;
}

SmallVector<func::CallOp> CallCycles::find(func::FuncOp function) const {
  SmallVector<func::CallOp> shortest;
  auto own = calls.find(function);
  if (own == calls.end())
    return shortest;
  for (func::CallOp call : own->second) {
    SmallVector<func::CallOp> cycle = close(call);
    if (!cycle.empty() && (shortest.empty() || cycle.size() < shortest.size()))
      shortest = std::move(cycle);
  }
  return shortest;
}

SmallVector<func::CallOp>
CallCycles::findFirst(llvm::function_ref<bool(func::CallOp)> matters) const {
  for (const auto &[function, own] : calls)
    for (func::CallOp call : own) {
      if (!matters(call))
        continue;
      SmallVector<func::CallOp> cycle = close(call);
      if (!cycle.empty())
        return cycle;
    }
  return {};
}

LogicalResult heddle::refuseCycle(RewriterBase &rewriter,
                                  ArrayRef<func::CallOp> cycle,
                                  StringRef consequence) {
  auto getCaller = [](func::CallOp call) {
    return call->getParentOfType<func::FuncOp>();
  };
  func::FuncOp function = getCaller(cycle.front());
  (void)rewriter.notifyMatchFailure(function, [&](Diagnostic &diag) {
    diag << "'@" << function.getSymName() << "' calls itself" << consequence;
  });
  for (func::CallOp call : cycle)
    (void)rewriter.notifyMatchFailure(call, [&](Diagnostic &diag) {
      diag << "'@" << getCaller(call).getSymName() << "' calls '@"
           << call.getCallee() << "' here";
    });
  return failure();
}
