//===- WrittenOutSoftmax.cpp - softmax from linalg.generic ops ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the softmax that frontends write as generics:
//
//   m = max of x along a dim, from -inf
//   e = exp(x - m), in one generic or in two
//   l = sum of e along the same dim, from 0
//   y = e / l
//
// m and l have one element per row: they lack the dim, or have an extent of 1
// there, directly or after a reshape. y is the only result that is replaced, so
// other uses of m, e and l do not matter. y is bit for bit the result of
// linalg_ext.softmax. A row with a NaN is all NaN in both, whichever op
// computes the maximum, and so is a row of only -inf.
//
//===----------------------------------------------------------------------===//

#include "SoftmaxFormulas.h"
#include "heddle/IR/LinalgExt/Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::linalg_ext;

//===----------------------------------------------------------------------===//
// Parts of a generic
//===----------------------------------------------------------------------===//

/// The op that `generic`, which must be on tensors, computes at each point, if
/// the body has no other op.
static Operation *getOnlyOp(linalg::GenericOp generic) {
  if (!generic || generic->getNumResults() != 1)
    return nullptr;
  Block &body = *generic.getBody();
  if (!llvm::hasNItems(body.without_terminator(), 1))
    return nullptr;
  Operation *op = &body.front();
  bool isYielded = op->getNumResults() == 1 &&
                   body.getTerminator()->getOperand(0) == op->getResult(0);
  return isYielded ? op : nullptr;
}

namespace {
/// An input of a generic, and the map through which it is read.
struct Input {
  Value value;
  AffineMap map;
};
} // namespace

/// The input of the generic that is operand `number` of `op`, an op of the
/// body.
static std::optional<Input> getInput(linalg::GenericOp generic, Operation *op,
                                     unsigned number) {
  auto argument = dyn_cast<BlockArgument>(op->getOperand(number));
  if (!argument || argument.getOwner() != generic.getBody() ||
      argument.getArgNumber() >= generic.getInputs().size())
    return std::nullopt;
  OpOperand &operand = generic->getOpOperand(argument.getArgNumber());
  return Input{operand.get(), generic.getMatchingIndexingMap(&operand)};
}

/// True if all dims are parallel and the result has an element per point.
static bool isElementwise(linalg::GenericOp generic) {
  return generic.getNumParallelLoops() == generic.getNumLoops() &&
         generic.getIndexingMapsArray().back().isIdentity();
}

/// True if `map` reads one element per row along `dim`: it leaves out that dim,
/// or has the index 0 there.
static bool isRowMap(AffineMap map, int64_t dim) {
  AffineMap all =
      AffineMap::getMultiDimIdentityMap(map.getNumDims(), map.getContext());
  if (map == all.dropResult(dim))
    return true;
  AffineExpr zero = getAffineConstantExpr(0, map.getContext());
  SmallVector<AffineExpr> results(all.getResults());
  results[dim] = zero;
  return map == AffineMap::get(map.getNumDims(), 0, results, map.getContext());
}

/// `shape` without `dim`, if it has `rank` dims and so contains it.
static SmallVector<int64_t> dropDim(ArrayRef<int64_t> shape, int64_t dim,
                                    int64_t rank) {
  SmallVector<int64_t> rows(shape);
  if (static_cast<int64_t>(rows.size()) == rank)
    rows.erase(rows.begin() + dim);
  return rows;
}

/// Looks through a reshape that adds or drops the extent of 1 in `dim` of a
/// value with one element per row.
static Value skipReshape(Value value, int64_t dim, int64_t rank) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return value;
  Value source = op->getOperand(0);
  auto before = cast<RankedTensorType>(source.getType());
  auto after = cast<RankedTensorType>(value.getType());
  auto isPerRow = [&](RankedTensorType type) {
    return type.getRank() == rank - 1 ||
           (type.getRank() == rank && type.getDimSize(dim) == 1);
  };
  bool isSame = isPerRow(before) && isPerRow(after) &&
                dropDim(before.getShape(), dim, rank) ==
                    dropDim(after.getShape(), dim, rank);
  return isSame ? source : value;
}

//===----------------------------------------------------------------------===//
// The four steps
//===----------------------------------------------------------------------===//

/// The constant that all elements of `value` equal.
static std::optional<APFloat> getSplat(Value value) {
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    value = fill.getInputs().front();
  FloatAttr number;
  DenseFPElementsAttr array;
  if (matchPattern(value, m_Constant(&number)))
    return number.getValue();
  if (matchPattern(value, m_Constant(&array)) && array.isSplat())
    return array.getSplatValue<APFloat>();
  return std::nullopt;
}

/// If `value` is the reduction of a tensor along `dim` by an op of type Ops:
/// that tensor and the initial value of the reduction.
template <typename... Ops>
static std::optional<std::pair<Value, APFloat>> matchRowReduction(Value value,
                                                                  int64_t dim) {
  auto generic = value.getDefiningOp<linalg::GenericOp>();
  Operation *op = getOnlyOp(generic);
  if (!op || !isa<Ops...>(op) || generic.getInputs().size() != 1 ||
      generic.getNumReductionLoops() != 1)
    return std::nullopt;
  AffineMap map = generic.getIndexingMapsArray().front();
  Block &body = *generic.getBody();
  bool combines = llvm::all_of(op->getOperands(), [&](Value operand) {
    return operand == body.getArgument(0) || operand == body.getArgument(1);
  });
  if (!combines || op->getOperand(0) == op->getOperand(1) ||
      !map.isIdentity() || dim >= static_cast<int64_t>(generic.getNumLoops()) ||
      generic.getIteratorTypesArray()[dim] != utils::IteratorType::reduction ||
      !isRowMap(generic.getIndexingMapsArray().back(), dim))
    return std::nullopt;
  std::optional<APFloat> start = getSplat(generic.getOutputs().front());
  if (!start)
    return std::nullopt;
  return std::make_pair(generic.getInputs().front(), *start);
}

/// If `value` is exp(x - m): x and m, and the maps through which they are read.
static std::optional<std::pair<Input, Input>> matchExp(Value value) {
  auto generic = value.getDefiningOp<linalg::GenericOp>();
  if (!generic || generic->getNumResults() != 1 || !isElementwise(generic))
    return std::nullopt;
  auto exp = generic.getBody()
                 ->getTerminator()
                 ->getOperand(0)
                 .getDefiningOp<math::ExpOp>();
  if (!exp || exp->getBlock() != generic.getBody())
    return std::nullopt;
  Operation *sub = exp.getOperand().getDefiningOp<arith::SubFOp>();
  if (!sub) {
    // A separate generic computes the difference.
    std::optional<Input> difference = getInput(generic, exp, 0);
    if (getOnlyOp(generic) != exp.getOperation() || !difference ||
        !difference->map.isIdentity())
      return std::nullopt;
    generic = difference->value.getDefiningOp<linalg::GenericOp>();
    sub = getOnlyOp(generic);
    if (!sub || !isa<arith::SubFOp>(sub) || !isElementwise(generic))
      return std::nullopt;
  }
  std::optional<Input> x = getInput(generic, sub, 0),
                       m = getInput(generic, sub, 1);
  if (!x || !m || !x->map.isIdentity())
    return std::nullopt;
  return std::make_pair(*x, *m);
}

namespace {
/// Match back from the division.
struct RaiseWrittenOutSoftmax : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp generic,
                                PatternRewriter &rewriter) const override {
    Operation *div = getOnlyOp(generic);
    if (!isa_and_nonnull<arith::DivFOp>(div) || !isElementwise(generic) ||
        !canBeSoftmax(generic))
      return failure();
    std::optional<Input> e = getInput(generic, div, 0),
                         l = getInput(generic, div, 1);
    auto exp = e ? matchExp(e->value) : std::nullopt;
    if (!l || !exp || !e->map.isIdentity())
      return failure();
    Value x = exp->first.value;
    int64_t rank = generic.getNumLoops();
    for (int64_t dim = 0; dim < rank; ++dim) {
      if (!isRowMap(l->map, dim) || !isRowMap(exp->second.map, dim))
        continue;
      auto sum = matchRowReduction<arith::AddFOp>(
          skipReshape(l->value, dim, rank), dim);
      auto max = matchRowReduction<arith::MaximumFOp, arith::MaxNumFOp>(
          skipReshape(exp->second.value, dim, rank), dim);
      if (!sum || sum->first != e->value || !sum->second.isZero() || !max ||
          max->first != x || !max->second.isInfinity() ||
          !max->second.isNegative())
        continue;
      SoftmaxOp softmax = createFreshSoftmax(rewriter, generic.getLoc(), x,
                                             generic.getOutputs().front(), dim);
      softmax->setDiscardableAttrs(generic->getDiscardableAttrDictionary());
      rewriter.replaceOp(generic, softmax->getResult(0));
      return success();
    }
    return failure();
  }

private:
  static bool canBeSoftmax(linalg::GenericOp generic) {
    auto type = cast<RankedTensorType>(generic->getResult(0).getType());
    return isSoftmaxElement(type.getElementType()) && !type.getEncoding();
  }
};
} // namespace

void linalg_ext::populateWrittenOutSoftmaxPatterns(
    RewritePatternSet &patterns) {
  patterns.add<RaiseWrittenOutSoftmax>(patterns.getContext());
}
