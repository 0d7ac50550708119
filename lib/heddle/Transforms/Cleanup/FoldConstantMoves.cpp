//===- FoldConstantMoves.cpp - Constants that are moved about -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transposes and broadcasts write element i of the result from the element of
// the input that their index map says, so that one pattern does for both. An
// elementwise generic that reads a constant transposed gets a constant in the
// order of its loops.
//
//===----------------------------------------------------------------------===//

#include "FoldConstantMoves.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

/// Larger constants are not written out again.
static constexpr int64_t kMaxElements = 1024;

/// The elements of `input` in the order of a result of the type `type`, whose
/// element i comes from the element map(i).
static DenseElementsAttr moveElements(DenseElementsAttr input, AffineMap map,
                                      RankedTensorType type) {
  auto elements = llvm::to_vector(input.getValues<Attribute>());
  ArrayRef<int64_t> from = input.getType().getShape(), to = type.getShape();
  SmallVector<Attribute> moved;
  for (int64_t number = 0; number < type.getNumElements(); ++number) {
    SmallVector<int64_t> index(to.size());
    int64_t rest = number;
    for (size_t dim = to.size(); dim-- > 0; rest /= to[dim])
      index[dim] = rest % to[dim];
    int64_t source = 0;
    for (auto [dim, position] : llvm::enumerate(map.compose(index)))
      source = source * from[dim] + position;
    moved.push_back(elements[source]);
  }
  return DenseElementsAttr::get(type, moved);
}

namespace {
template <typename OpTy> struct FoldConstantMove : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    DenseElementsAttr input;
    if (op->getNumResults() != 1 ||
        !matchPattern(op.getInput(), m_Constant(&input)))
      return rewriter.notifyMatchFailure(op, "the input is no constant");
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    if (!type.hasStaticShape() || type.getEncoding())
      return rewriter.notifyMatchFailure(op, "the result is not plain");
    if (input.isSplat()) {
      rewriter.replaceOpWithNewOp<arith::ConstantOp>(
          op, DenseElementsAttr::get(
                  type, input.template getSplatValue<Attribute>()));
      return success();
    }
    if (type.getNumElements() > kMaxElements)
      return rewriter.notifyMatchFailure(op, "the result is too large");
    AffineMap map = op.getMatchingIndexingMap(op.getDpsInputOperand(0));
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(
        op, moveElements(input, map, type));
    return success();
  }
};

/// Orders the dims of a constant like the loops of the elementwise generic that
/// reads it.
struct FoldTransposedRead : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.isAllParallelLoops() || !op.hasPureTensorSemantics() ||
        !llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
          return op.getMatchingIndexingMap(&init).isIdentity();
        }))
      return rewriter.notifyMatchFailure(op, "the results are not written in "
                                             "the order of parallel loops");
    for (OpOperand *input : op.getDpsInputOperands())
      if (succeeded(orderDims(op, *input, rewriter)))
        return success();
    return failure();
  }

private:
  static LogicalResult orderDims(linalg::GenericOp op, OpOperand &input,
                                 PatternRewriter &rewriter) {
    DenseElementsAttr constant;
    AffineMap map = op.getMatchingIndexingMap(&input);
    auto type = dyn_cast<RankedTensorType>(input.get().getType());
    if (!type || type.getEncoding() || !map.isProjectedPermutation() ||
        !matchPattern(input.get(), m_Constant(&constant)))
      return rewriter.notifyMatchFailure(op, "the input is no constant");
    SmallVector<unsigned> loops =
        llvm::map_to_vector(map.getResults(), [](AffineExpr e) {
          return cast<AffineDimExpr>(e).getPosition();
        });
    auto ordered = llvm::to_vector(llvm::seq<unsigned>(0, loops.size()));
    llvm::sort(ordered,
               [&](unsigned a, unsigned b) { return loops[a] < loops[b]; });
    AffineMap order =
        AffineMap::getPermutationMap(ordered, rewriter.getContext());
    if (order.isIdentity() ||
        (!constant.isSplat() && type.getNumElements() > kMaxElements))
      return rewriter.notifyMatchFailure(
          op, "the constant is in order or too large");
    auto moved = type.clone(applyPermutationMap(order, type.getShape()));
    auto maps = op.getIndexingMapsArray();
    maps[input.getOperandNumber()] = order.compose(map);
    Value value = arith::ConstantOp::create(
        rewriter, input.get().getLoc(),
        constant.isSplat()
            ? constant.resizeSplat(moved)
            : moveElements(constant, inversePermutation(order), moved));
    rewriter.modifyOpInPlace(op, [&] {
      input.set(value);
      op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    });
    return success();
  }
};
} // namespace

void heddle::populateFoldConstantMovesPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldConstantMove<linalg::TransposeOp>,
               FoldConstantMove<linalg::BroadcastOp>, FoldTransposedRead>(
      patterns.getContext());
}
