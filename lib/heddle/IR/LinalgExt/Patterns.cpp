//===- Patterns.cpp - Rewrites of linalg_ext ops --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decompositions are methods of the ops. The patterns for products with
// diagonal matrices are in ScaleByDiag.cpp, those for a softmax of generics in
// WrittenOutSoftmax.cpp, those for a product of generics in
// RaiseBatchMatmul.cpp.
//
//===----------------------------------------------------------------------===//

#include "heddle/IR/LinalgExt/Patterns.h"

#include "SoftmaxFormulas.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::linalg_ext;

namespace {
template <typename OpTy> struct Decompose : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    FailureOr<SmallVector<Value>> results = op.decomposeOperation(rewriter);
    if (failed(results))
      return rewriter.notifyMatchFailure(op, "the op is on memrefs");
    rewriter.replaceOp(op, *results);
    return success();
  }
};

struct RemoveAlias : OpRewritePattern<AliasOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AliasOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, op.getInput());
    return success();
  }
};

/// Replaces an op of linalg by one of linalg_ext.
struct RaiseFromLinalg : RewritePattern {
  explicit RaiseFromLinalg(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (failed(raiseFromLinalg(rewriter, op)))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

/// Starts linalg.softmax from the maximum -inf and the sum 0.
static FailureOr<Operation *> raiseSoftmax(RewriterBase &rewriter,
                                           linalg::SoftmaxOp op) {
  if (op->getNumResults() == 0)
    return rewriter.notifyMatchFailure(op, "the op is on memrefs");
  if (!isSoftmaxElement(op.getInputOperandType().getElementType()))
    return rewriter.notifyMatchFailure(
        op, "the elements are not f16, bf16, f32 or f64");
  rewriter.setInsertionPoint(op);
  SoftmaxOp softmax = createFreshSoftmax(rewriter, op.getLoc(), op.getInput(),
                                         op.getOutput(), op.getDimension());
  softmax->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.replaceAllUsesWith(op->getResult(0), softmax->getResult(0));
  return softmax.getOperation();
}

FailureOr<Operation *> linalg_ext::raiseFromLinalg(RewriterBase &rewriter,
                                                   Operation *op) {
  OpBuilder::InsertionGuard guard(rewriter);
  if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op))
    return raiseSoftmax(rewriter, softmax);
  if (isa<linalg::BatchMatmulOp, linalg::ContractOp>(op))
    return raiseBatchMatmul(rewriter, cast<linalg::LinalgOp>(op));
  if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
    FailureOr<Operation *> made = raiseBatchMatmul(rewriter, generic);
    if (succeeded(made))
      return made;
  }
  return raiseWrittenOutSoftmax(rewriter, op);
}

void linalg_ext::populateRemoveAliasPatterns(RewritePatternSet &patterns) {
  patterns.add<RemoveAlias>(patterns.getContext());
}

void linalg_ext::populateFromLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<RaiseFromLinalg>(patterns.getContext());
}

void linalg_ext::populateDecomposePatterns(RewritePatternSet &patterns) {
  patterns.add<Decompose<BatchMatmulOp>, Decompose<DiagOp>,
               Decompose<SoftmaxOp>, Decompose<UnnormSoftmaxOp>>(
      patterns.getContext());
}
