//===- Patterns.cpp - Rewrites of linalg_ext ops --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decompositions are methods of the ops.
//
//===----------------------------------------------------------------------===//

#include "heddle/IR/LinalgExt/Patterns.h"

#include "heddle/IR/LinalgExt/LinalgExt.h"

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
} // namespace

void linalg_ext::populateDecomposePatterns(RewritePatternSet &patterns) {
  patterns.add<Decompose<SoftmaxOp>, Decompose<UnnormSoftmaxOp>>(
      patterns.getContext());
}
