//===- ExpandIndexSwitches.cpp - Switches as branches ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One-shot bufferization of MLIR 22 knows that the result of scf.if may have
// the buffer of a yielded value, but does not know it of scf.index_switch. A
// write into the result then changes a value from outside. Obsolete when
// upstream knows both.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/ExpandIndexSwitches.h"

#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_EXPANDINDEXSWITCHESPASS
#include "heddle/Transforms/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

/// Moves the ops of `block`, except its yield, to the insertion point. Returns
/// the yielded values.
static SmallVector<Value> inlineCase(RewriterBase &rewriter, Block &block) {
  Operation *yield = block.getTerminator();
  SmallVector<Value> values(yield->getOperands());
  rewriter.eraseOp(yield);
  rewriter.inlineBlockBefore(&block, rewriter.getInsertionBlock(),
                             rewriter.getInsertionPoint());
  return values;
}

static void expand(RewriterBase &rewriter, scf::IndexSwitchOp switchOp) {
  Location loc = switchOp.getLoc();
  scf::IfOp outermost, around;
  auto yieldTo = [&](ValueRange values) {
    if (around)
      scf::YieldOp::create(rewriter, loc, values);
  };
  rewriter.setInsertionPoint(switchOp);
  for (auto [value, region] :
       llvm::zip_equal(switchOp.getCases(), switchOp.getCaseRegions())) {
    Value known = arith::ConstantIndexOp::create(rewriter, loc, value);
    Value isCase = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::eq, switchOp.getArg(), known);
    auto ifOp = scf::IfOp::create(rewriter, loc, switchOp.getResultTypes(),
                                  isCase, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
    yieldTo(ifOp.getResults());
    if (!outermost)
      outermost = ifOp;
    around = ifOp;
    rewriter.setInsertionPointToEnd(ifOp.thenBlock());
    yieldTo(inlineCase(rewriter, region.front()));
    rewriter.setInsertionPointToEnd(ifOp.elseBlock());
  }
  SmallVector<Value> values = inlineCase(rewriter, switchOp.getDefaultBlock());
  yieldTo(values);
  if (outermost)
    llvm::copy(outermost.getResults(), values.begin());
  rewriter.replaceOp(switchOp, values);
}

void heddle::expandIndexSwitches(RewriterBase &rewriter, Operation *root) {
  SmallVector<scf::IndexSwitchOp> switches;
  root->walk([&](scf::IndexSwitchOp switchOp) {
    if (llvm::any_of(switchOp.getResultTypes(), llvm::IsaPred<TensorType>))
      switches.push_back(switchOp);
  });
  for (scf::IndexSwitchOp switchOp : switches)
    expand(rewriter, switchOp);
}

namespace {
struct ExpandIndexSwitchesPass
    : heddle::impl::ExpandIndexSwitchesPassBase<ExpandIndexSwitchesPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    heddle::expandIndexSwitches(rewriter, getOperation());
  }
};
} // namespace
