//===- InlineCallees.cpp - A payload function without its calls -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inlines calls in a copy from which inputs are planned. What is compiled keeps
// its calls.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Shapes/InlineCallees.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/Inliner.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
/// Every op may be inlined: the copy is analyzed and not compiled.
struct CalleeInliner : public InlinerInterface {
  using InlinerInterface::InlinerInterface;

  bool isLegalToInline(Operation *, Operation *, bool) const override {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const override {
    return true;
  }
  bool isLegalToInline(Operation *, Region *, bool,
                       IRMapping &) const override {
    return true;
  }
};
} // namespace

static func::FuncOp findCallee(func::CallOp call, SymbolTable &symbols) {
  return symbols.lookup<func::FuncOp>(call.getCallee());
}

/// Whether `func` may call itself.
static bool isRecursive(func::FuncOp func, SymbolTable &symbols) {
  llvm::SetVector<Operation *> reached;
  auto addCallees = [&](Operation *caller) {
    caller->walk([&](func::CallOp call) {
      if (func::FuncOp callee = findCallee(call, symbols))
        reached.insert(callee);
    });
  };
  addCallees(func);
  for (size_t i = 0; i < reached.size(); ++i)
    addCallees(reached[i]);
  return reached.contains(func);
}

/// The function that replaces `call`, or null if none can.
static func::FuncOp findInlinable(func::CallOp call, SymbolTable &symbols) {
  func::FuncOp callee = findCallee(call, symbols);
  bool fits = callee && !callee.isDeclaration() &&
              (callee.getBody().hasOneBlock() ||
               !call->getParentOp()->hasTrait<OpTrait::SingleBlock>()) &&
              !isRecursive(callee, symbols);
  return fits ? callee : func::FuncOp();
}

OwningOpRef<ModuleOp> heddle::inlineCallees(func::FuncOp func) {
  constexpr unsigned kMostCalls = 256;
  WalkResult walked =
      func->walk([](func::CallOp) { return WalkResult::interrupt(); });
  auto source = func->getParentOfType<ModuleOp>();
  if (!walked.wasInterrupted() || !source)
    return nullptr;
  OwningOpRef<ModuleOp> module = source.clone();
  SymbolTable symbols(*module);
  func = symbols.lookup<func::FuncOp>(func.getSymName());
  CalleeInliner interface(func.getContext());
  InlinerConfig config;
  IRRewriter rewriter(func.getContext());
  unsigned inlined = 0;
  SmallVector<func::CallOp> calls;
  auto findCalls = [&] {
    calls.clear();
    func->walk([&](func::CallOp call) {
      if (findInlinable(call, symbols))
        calls.push_back(call);
    });
    return !calls.empty();
  };
  while (findCalls())
    for (func::CallOp call : calls) {
      func::FuncOp callee = findInlinable(call, symbols);
      if (++inlined > kMostCalls ||
          failed(inlineCall(interface, config.getCloneCallback(), call, callee,
                            &callee.getBody())))
        return module;
      rewriter.eraseOp(call);
    }
  return module;
}
