//===- ScaleByDiag.cpp - Products with diagonal matrices ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each element of a product is a sum of terms along one dim k. Let one factor
// be diagonal matrices, whose last two dims are k and a parallel dim p. All
// terms except the one with k = p are products with 0. So an element of the
// result is its start plus one product, of which the indexing maps are those of
// the payload with p in place of k. That holds for any maps of the other
// factor, and of the dims before the last two.
//
// Leaving a product with 0 out gives the same integers. For floats it does if
// the other factor is finite and no sum is -0.0: the product is then 0.0 or
// -0.0, and s + 0.0 = s + -0.0 = s for all s but -0.0. A sum is -0.0 only if
// both of its operands are: a product, and the start or the sum before. So no
// sum is if the start is not, which has to be a known number. From a start of
// -0.0, the sign of a zero would depend on all elements of the other factor.
//
//===----------------------------------------------------------------------===//

#include "heddle/IR/LinalgExt/LinalgExt.h"
#include "heddle/IR/LinalgExt/Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::linalg_ext;

namespace {
/// A product of two tensors: the indexing maps of the factors and of the
/// result, and the dim along which the product sums.
struct Product {
  SmallVector<AffineMap> maps;
  unsigned reduced;
};
} // namespace

/// False if all elements of `init` are one known float other than -0.0.
static bool mayStartFromNegativeZero(Value init) {
  auto fill = init.getDefiningOp<linalg::FillOp>();
  llvm::APFloat start(0.0);
  return !matchPattern(fill ? fill.value() : init, m_ConstantFloat(&start)) ||
         start.isNegZero();
}

/// Why `op` is not a product of tensors of one element type that can be scaled;
/// empty if it is.
static StringRef getObstacle(Operation *op) {
  if (op->getNumResults() == 0)
    return "the op is on memrefs";
  Type type = getElementTypeOrSelf(op->getResult(0).getType());
  for (Value operand : op->getOperands())
    if (getElementTypeOrSelf(operand.getType()) != type)
      return "an operand is converted";
  if (type.isInteger(1))
    return "the product is of booleans";
  if (isa<FloatType>(type) && mayStartFromNegativeZero(op->getOperand(2)))
    return "the sums may start from -0.0";
  return "";
}

static Product describeProduct(linalg::LinalgOp op) {
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  assert(reduced.size() == 1 && "these ops add along one dim");
  return {op.getIndexingMapsArray(), reduced.front()};
}

static Product describeProduct(BatchMatmulOp op) {
  unsigned rank = op.getLoopIteratorTypes().size();
  Product product{{}, rank - 1};
  for (unsigned operand = 0; operand < 3; ++operand) {
    SmallVector<AffineExpr> exprs;
    for (int64_t dim : op.getOperandDims(operand))
      exprs.push_back(getAffineDimExpr(dim, op.getContext()));
    product.maps.push_back(AffineMap::get(rank, 0, exprs, op.getContext()));
  }
  return product;
}

/// `init` + the product of `factors`. The factor that `side` names holds the
/// diagonals.
static Value createScaling(OpBuilder &builder, Location loc,
                           const Product &product, unsigned side,
                           ArrayRef<Value> factors, Value init) {
  // The last two dims of the diagonal matrices are the summed dim and a
  // parallel dim.
  AffineMap matrix = product.maps[side];
  auto getLast = [&](unsigned back) {
    return matrix.getDimPosition(matrix.getNumResults() - back);
  };
  unsigned parallel = getLast(1) == product.reduced ? getLast(2) : getLast(1);
  unsigned numLoops = matrix.getNumDims() - 1;
  SmallVector<AffineExpr> dims;
  for (unsigned loop = 0; loop <= numLoops; ++loop) {
    unsigned own = loop == product.reduced ? parallel : loop;
    dims.push_back(builder.getAffineDimExpr(own - (own > product.reduced)));
  }
  SmallVector<AffineMap> maps;
  for (auto [number, map] : llvm::enumerate(product.maps)) {
    AffineMap own = map.replaceDimsAndSymbols(dims, {}, numLoops, 0);
    maps.push_back(number == side ? own.dropResult(own.getNumResults() - 1)
                                  : own);
  }
  SmallVector<utils::IteratorType> types(numLoops,
                                         utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, init.getType(), factors, init, maps, types,
             [](OpBuilder &inner, Location loc, ValueRange args) {
               Value sum;
               if (isa<FloatType>(args[2].getType())) {
                 Value term =
                     arith::MulFOp::create(inner, loc, args[0], args[1]);
                 sum = arith::AddFOp::create(inner, loc, args[2], term);
               } else {
                 Value term =
                     arith::MulIOp::create(inner, loc, args[0], args[1]);
                 sum = arith::AddIOp::create(inner, loc, args[2], term);
               }
               linalg::YieldOp::create(inner, loc, sum);
             })
      .getResult(0);
}

namespace {
template <typename OpTy> struct ScaleProduct : OpRewritePattern<OpTy> {
  ScaleProduct(MLIRContext *context, AssumeFinite assume)
      : OpRewritePattern<OpTy>(context), assume(std::move(assume)) {}

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (StringRef obstacle = getObstacle(op); !obstacle.empty())
      return rewriter.notifyMatchFailure(op, obstacle);
    for (unsigned side : {0, 1}) {
      auto diag = op->getOperand(side).template getDefiningOp<DiagOp>();
      if (!diag || !diag.getOffsets().empty())
        continue;
      SmallVector<Value> factors = {op->getOperand(0), op->getOperand(1)};
      factors[side] = diag.getInput();
      if (isa<FloatType>(getElementTypeOrSelf(diag.getInput().getType())))
        assume(rewriter, op, factors[1 - side]);
      rewriter.replaceOp(op, createScaling(rewriter, op.getLoc(),
                                           describeProduct(op), side, factors,
                                           op->getOperand(2)));
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no side is a diagonal matrix");
  }

private:
  AssumeFinite assume;
};
} // namespace

void linalg_ext::populateScaleByDiagPatterns(RewritePatternSet &patterns,
                                             const AssumeFinite &assume) {
  patterns
      .add<ScaleProduct<linalg::MatmulOp>, ScaleProduct<linalg::BatchMatmulOp>,
           ScaleProduct<BatchMatmulOp>>(patterns.getContext(), assume);
}
