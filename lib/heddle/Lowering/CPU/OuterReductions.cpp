//===- OuterReductions.cpp - Reductions of the rows of a vector -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the rows is the one in which loops would combine them.
//
//===----------------------------------------------------------------------===//

#include "OuterReductions.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace {
struct CombineRows : OpRewritePattern<vector::MultiDimReductionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::MultiDimReductionOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<bool> reduced = op.getReductionMask();
    auto firstKept = llvm::find(reduced, false);
    if (firstKept == reduced.begin() || firstKept == reduced.end() ||
        std::find(firstKept, reduced.end(), true) != reduced.end())
      return failure();
    if (isa<vector::MaskOp>(op->getParentOp()) ||
        op.getSourceVectorType().isScalable())
      return failure();
    ArrayRef<int64_t> outer = op.getSourceVectorType().getShape().take_front(
        firstKept - reduced.begin());
    constexpr int64_t kMostRows = 512;
    if (ShapedType::getNumElements(outer) > kMostRows)
      return failure();
    Value sum = op.getAcc();
    SmallVector<int64_t> one(outer.size(), 1);
    for (SmallVector<int64_t> position : StaticTileOffsetRange(outer, one)) {
      Value row = vector::ExtractOp::create(rewriter, op.getLoc(),
                                            op.getSource(), position);
      sum = vector::makeArithReduction(rewriter, op.getLoc(), op.getKind(), row,
                                       sum);
    }
    rewriter.replaceOp(op, sum);
    return success();
  }
};
} // namespace

void heddle::populateOuterReductionPatterns(RewritePatternSet &patterns) {
  patterns.add<CombineRows>(patterns.getContext());
}
