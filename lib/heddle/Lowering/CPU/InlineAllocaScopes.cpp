//===- InlineAllocaScopes.cpp - Replace alloca scopes by their bodies -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step between the conversion of parallel loops to OpenMP and the conversion
// of loops to branches.
//
//===----------------------------------------------------------------------===//

#include "heddle/Lowering/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_INLINEALLOCASCOPESPASS
#include "heddle/Lowering/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

namespace {

/// The start of the region around `scope` that frees its stack by itself: the
/// body of a function or of a thread.
Block *getEnclosingFrame(memref::AllocaScopeOp scope) {
  Operation *parent = scope->getParentOp();
  while (isa<memref::AllocaScopeOp>(parent) ||
         !parent->hasTrait<OpTrait::AutomaticAllocationScope>())
    parent = parent->getParentOp();
  return &parent->getRegion(0).front();
}

struct InlineAllocaScopes
    : heddle::impl::InlineAllocaScopesPassBase<InlineAllocaScopes> {

  void inlineScope(memref::AllocaScopeOp scope, IRRewriter &rewriter) {
    Block *frame = getEnclosingFrame(scope);
    scope->walk([&](memref::AllocaOp alloca) {
      if (alloca->getNumOperands() == 0)
        rewriter.moveOpBefore(alloca, frame, frame->begin());
    });
    Block *body = &scope.getBodyRegion().front();
    Operation *terminator = body->getTerminator();
    SmallVector<Value> results(terminator->getOperands());
    rewriter.eraseOp(terminator);
    rewriter.inlineBlockBefore(body, scope);
    rewriter.replaceOp(scope, results);
  }

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<memref::AllocaScopeOp> scopes;
    getOperation()->walk(
        [&](memref::AllocaScopeOp scope) { scopes.push_back(scope); });
    for (memref::AllocaScopeOp scope : scopes)
      inlineScope(scope, rewriter);
  }
};

} // namespace
