//===- SplitFunctions.cpp - Many loops to functions of their own ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some of LLVM's passes take time that is quadratic in the size of a function.
// Loops that are side by side do not need to be in one function.
//
//===----------------------------------------------------------------------===//

#include "heddle/Lowering/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_SPLITFUNCTIONSPASS
#include "heddle/Lowering/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

namespace {

struct SplitFunctions : heddle::impl::SplitFunctionsPassBase<SplitFunctions> {
  using SplitFunctionsPassBase::SplitFunctionsPassBase;

  /// Moves a loop without results into a new function that is called instead.
  LogicalResult outline(scf::ForOp loop, StringRef name, IRRewriter &rewriter) {
    Location loc = loop.getLoc();
    rewriter.setInsertionPoint(loop);
    auto region = scf::ExecuteRegionOp::create(rewriter, loc, TypeRange());
    Block *body = rewriter.createBlock(&region.getRegion());
    auto yield = scf::YieldOp::create(rewriter, loc);
    rewriter.moveOpBefore(loop, yield);
    func::CallOp call;
    FailureOr<func::FuncOp> callee = outlineSingleBlockRegion(
        rewriter, loc, region.getRegion(), name, &call);
    if (failed(callee))
      return failure();
    rewriter.modifyOpInPlace(*callee, [&] {
      callee->setPrivate();
      (*callee)->setAttr("passthrough", rewriter.getStrArrayAttr({"noinline"}));
    });
    body = &region.getRegion().front();
    rewriter.eraseOp(body->getTerminator());
    rewriter.inlineBlockBefore(body, region);
    rewriter.eraseOp(region);
    return success();
  }

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SymbolTable symbols(getOperation());
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp func : functions) {
      if (func.isDeclaration() || !func.getBody().hasOneBlock())
        continue;
      SmallVector<scf::ForOp> loops;
      for (auto loop : func.getOps<scf::ForOp>())
        if (loop->getNumResults() == 0)
          loops.push_back(loop);
      if (loops.size() <= maxLoops)
        continue;
      unsigned counter = 0;
      for (scf::ForOp loop : loops) {
        SmallString<64> name = SymbolTable::generateSymbolName<64>(
            (func.getSymName() + "_part").str(),
            [&](StringRef candidate) { return symbols.lookup(candidate); },
            counter);
        if (failed(outline(loop, name, rewriter)))
          return signalPassFailure();
      }
    }
  }
};

} // namespace
