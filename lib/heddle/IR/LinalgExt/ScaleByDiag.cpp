//===- ScaleByDiag.cpp - Products with diagonal matrices ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a product with a diagonal matrix, only one term per element is not a
// product with 0. Leaving out the other terms gives the same result for finite
// numbers.
//
//===----------------------------------------------------------------------===//

#include "heddle/IR/LinalgExt/LinalgExt.h"
#include "heddle/IR/LinalgExt/Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::linalg_ext;

/// `init` + `diagonal` * `other`, element by element; `row` says whether the
/// diagonal scales rows.
static Value createScaling(OpBuilder &builder, Location loc, Value diagonal,
                           Value other, Value init, bool row) {
  AffineMap all = builder.getMultiDimIdentityMap(2);
  AffineMap scaled = all.getSubMap(row ? 0 : 1);
  SmallVector<utils::IteratorType> types(2, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, init.getType(), ValueRange{diagonal, other}, init,
             {scaled, all, all}, types,
             [&](OpBuilder &inner, Location loc, ValueRange args) {
               Value sum;
               if (isa<FloatType>(args[2].getType())) {
                 Value product =
                     row ? arith::MulFOp::create(inner, loc, args[0], args[1])
                         : arith::MulFOp::create(inner, loc, args[1], args[0]);
                 sum = arith::AddFOp::create(inner, loc, args[2], product);
               } else {
                 Value product =
                     arith::MulIOp::create(inner, loc, args[0], args[1]);
                 sum = arith::AddIOp::create(inner, loc, args[2], product);
               }
               linalg::YieldOp::create(inner, loc, sum);
             })
      .getResult(0);
}

namespace {
/// linalg.matmul with a diagonal matrix on one side.
struct ScaleMatmul : OpRewritePattern<linalg::MatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::MatmulOp op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() == 0 || op.hasUserDefinedMaps())
      return rewriter.notifyMatchFailure(
          op, "the op is on memrefs or has maps of its own");
    Type type = getElementTypeOrSelf(op->getResult(0).getType());
    for (Value operand : op->getOperands())
      if (getElementTypeOrSelf(operand.getType()) != type)
        return rewriter.notifyMatchFailure(op, "an operand is converted");
    if (type.isInteger(1))
      return rewriter.notifyMatchFailure(op, "the product is of booleans");
    for (unsigned side : {0, 1}) {
      auto diag = op->getOperand(side).getDefiningOp<DiagOp>();
      if (!diag || !diag.getOffsets().empty())
        continue;
      rewriter.replaceOp(op,
                         createScaling(rewriter, op.getLoc(), diag.getInput(),
                                       op->getOperand(1 - side),
                                       op->getOperand(2), side == 0));
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no side is a diagonal matrix");
  }
};
} // namespace

void linalg_ext::populateScaleByDiagPatterns(RewritePatternSet &patterns) {
  patterns.add<ScaleMatmul>(patterns.getContext());
}
