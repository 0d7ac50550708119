//===- OuterReductions.cpp - Reductions of the rows of a vector -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the rows is the one in which loops would combine them. A lane
// that is masked keeps what the rows before gave.
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
    auto masked = dyn_cast<vector::MaskOp>(op->getParentOp());
    if (op.getSourceVectorType().isScalable() ||
        (masked && masked.hasPassthru()))
      return failure();
    ArrayRef<int64_t> outer = op.getSourceVectorType().getShape().take_front(
        firstKept - reduced.begin());
    constexpr int64_t kMostRows = 512;
    if (ShapedType::getNumElements(outer) > kMostRows)
      return failure();
    Operation *root = masked ? masked : op.getOperation();
    rewriter.setInsertionPoint(root);
    Value sum = op.getAcc();
    SmallVector<int64_t> one(outer.size(), 1);
    for (SmallVector<int64_t> position : StaticTileOffsetRange(outer, one)) {
      Value row = vector::ExtractOp::create(rewriter, op.getLoc(),
                                            op.getSource(), position);
      Value mask;
      if (masked)
        mask = vector::ExtractOp::create(rewriter, op.getLoc(),
                                         masked.getMask(), position);
      sum = vector::makeArithReduction(rewriter, op.getLoc(), op.getKind(), row,
                                       sum, /*fastmath=*/nullptr, mask);
    }
    rewriter.replaceOp(root, sum);
    return success();
  }
};
} // namespace

void heddle::populateOuterReductionPatterns(RewritePatternSet &patterns) {
  patterns.add<CombineRows>(patterns.getContext());
}
