//===- UnshareDestinations.cpp - A destination of its own -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only contents that are cheap to make are made twice: none, or one value.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/UnshareDestinations.h"

#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_UNSHAREDESTINATIONSPASS
#include "heddle/Transforms/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

/// True if the op that has `use` writes into it, itself or in its body.
static bool isDestination(OpOperand &use) {
  if (auto loop = dyn_cast<LoopLikeOpInterface>(use.getOwner()))
    return loop.getTiedLoopRegionIterArg(&use) != nullptr;
  auto dps = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
  return dps && dps.isDpsInit(&use);
}

/// True if `user` may be executed more than once for each execution of `def`.
static bool isRepeated(Operation *def, Operation *user) {
  for (Operation *parent = user->getParentOp();
       parent && !parent->isAncestor(def); parent = parent->getParentOp())
    if (isa<LoopLikeOpInterface>(parent))
      return true;
  return false;
}

/// The op that makes `value` what it is, if that is an empty tensor or a fill
/// of one.
static Operation *getCheapContents(Value value) {
  if (auto fill = value.getDefiningOp<linalg::FillOp>();
      fill && fill.hasPureTensorSemantics() &&
      fill.getOutputs().front().getDefiningOp<tensor::EmptyOp>())
    return fill;
  return value.getDefiningOp<tensor::EmptyOp>();
}

/// Makes the contents of `use` anew, right before its owner.
static void cloneContents(RewriterBase &rewriter, Operation *contents,
                          OpOperand &use) {
  rewriter.setInsertionPoint(use.getOwner());
  Operation *clone;
  if (auto fill = dyn_cast<linalg::FillOp>(contents)) {
    Operation *empty =
        rewriter.clone(*fill.getOutputs().front().getDefiningOp());
    clone = rewriter.clone(*fill);
    rewriter.modifyOpInPlace(clone, [&] {
      cast<linalg::FillOp>(clone).getOutputsMutable().assign(
          empty->getResults());
    });
  } else {
    clone = rewriter.clone(*contents);
  }
  rewriter.modifyOpInPlace(use.getOwner(),
                           [&] { use.set(clone->getResult(0)); });
}

void heddle::unshareDestinations(RewriterBase &rewriter, Operation *root) {
  SmallVector<OpOperand *> uses;
  root->walk([&](Operation *op) {
    for (OpOperand &use : op->getOpOperands())
      if (isa<RankedTensorType>(use.get().getType()) && isDestination(use) &&
          getCheapContents(use.get()))
        uses.push_back(&use);
  });
  for (OpOperand *use : uses) {
    Operation *contents = getCheapContents(use->get());
    if (use->get().hasOneUse() && !isRepeated(contents, use->getOwner()))
      continue;
    cloneContents(rewriter, contents, *use);
    if (contents->use_empty())
      rewriter.eraseOp(contents);
  }
}

namespace {
struct UnshareDestinationsPass
    : heddle::impl::UnshareDestinationsPassBase<UnshareDestinationsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    heddle::unshareDestinations(rewriter, getOperation());
  }
};
} // namespace
