//===- DeferDivision.cpp - Softmax that divides after its reader ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See OnlineReduction.h for why both forms compute the same. Each new op comes
// right before the original that it takes the place of.
//
//===----------------------------------------------------------------------===//

#include "DeferDivision.h"

#include "heddle/Analysis/Footprint/ExtentTable.h"
#include "heddle/Analysis/Mistakes/Mistake.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"
#include "heddle/Transforms/Emission/BoundEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
class DivisionDeferrer {
public:
  DivisionDeferrer(RewriterBase &rewriter, const OnlineReduction &reduction)
      : rewriter(rewriter), reduction(reduction), root(reduction.root),
        loc(root->getLoc()),
        init(cast<DestinationStyleOpInterface>(root).getDpsInitsMutable()[0]) {}

  DeferredDivision run();
  Value makeDivision(Value accumulated, Value sum);

private:
  template <typename OpTy, typename... Args> OpTy create(Args &&...args) {
    auto op = OpTy::create(rewriter, loc, std::forward<Args>(args)...);
    result.created.push_back(op);
    return op;
  }

  Value makeEmptyLike(Value like, std::optional<unsigned> without,
                      Type element);
  Value fill(Value tensor, const APFloat &number);
  void makeSoftmax();
  Value reshapeStatistic(Value statistic,
                         SmallVectorImpl<Operation *> *ops = nullptr);
  Value cloneBetween();
  AffineMap getRowMap();
  Value widen(Value value, Type type, OpBuilder &builder);
  Value makeRescaled(Value weights);
  Value isEmptySum();

  RewriterBase &rewriter;
  const OnlineReduction &reduction;
  Operation *root;
  Location loc;
  OpOperand &init;
  DeferredDivision result;
};
} // namespace

/// An uninitialised tensor with the sizes of `like`, but for one dim.
Value DivisionDeferrer::makeEmptyLike(Value like,
                                      std::optional<unsigned> without,
                                      Type element) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, like);
  if (without)
    sizes.erase(sizes.begin() + *without);
  return create<tensor::EmptyOp>(sizes, element);
}

Value DivisionDeferrer::fill(Value tensor, const APFloat &number) {
  Type type = getElementTypeOrSelf(tensor.getType());
  Value constant = arith::ConstantOp::create(
      rewriter, loc, rewriter.getFloatAttr(type, number));
  return create<linalg::FillOp>(constant, tensor).getResult(0);
}

/// The softmax without its division, from the statistics that the original
/// starts from.
void DivisionDeferrer::makeSoftmax() {
  Operation *softmax = reduction.softmax;
  rewriter.setInsertionPoint(softmax);
  Value input = softmax->getOperand(0), output = softmax->getOperand(1);
  auto type = cast<FloatType>(getElementTypeOrSelf(input.getType()));
  SmallVector<Value> statistics;
  if (isa<linalg::SoftmaxOp>(softmax)) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    auto makeRows = [&] { return makeEmptyLike(input, reduction.dim, type); };
    statistics = {fill(makeRows(), APFloat::getInf(semantics, true)),
                  fill(makeRows(), APFloat::getZero(semantics)), makeRows()};
  } else {
    llvm::append_range(statistics, softmax->getOperands().drop_front(2));
  }
  SmallVector<Type> types{softmax->getResult(0).getType()};
  llvm::append_range(types, ValueRange(statistics).getTypes());
  result.softmax = create<linalg_ext::UnnormSoftmaxOp>(
      types, input, output, statistics[0], statistics[1], statistics[2],
      reduction.dim);
  result.replaced.push_back({softmax, result.softmax});
}

/// Follows the reshapes between softmax and the root without the dim that
/// softmax reduces, and adds the new ops to `ops`.
Value DivisionDeferrer::reshapeStatistic(Value statistic,
                                         SmallVectorImpl<Operation *> *ops) {
  for (const OnlineReshape &reshape : reduction.reshapes) {
    rewriter.setInsertionPoint(reshape.op);
    auto drop = [&](SmallVector<ReassociationIndices> groups) {
      int64_t dropped = groups[reshape.group].front();
      groups.erase(groups.begin() + reshape.group);
      for (ReassociationIndices &group : groups)
        for (int64_t &dim : group)
          dim -= dim > dropped;
      return groups;
    };
    if (auto op = dyn_cast<tensor::CollapseShapeOp>(reshape.op)) {
      statistic = create<tensor::CollapseShapeOp>(
          statistic, drop(op.getReassociationIndices()));
    } else {
      auto expand = cast<tensor::ExpandShapeOp>(reshape.op);
      SmallVector<ReassociationIndices> groups =
          expand.getReassociationIndices();
      int64_t dropped = groups[reshape.group].front();
      SmallVector<int64_t> shape(expand.getResultType().getShape());
      SmallVector<OpFoldResult> sizes = expand.getMixedOutputShape();
      shape.erase(shape.begin() + dropped);
      sizes.erase(sizes.begin() + dropped);
      auto type = RankedTensorType::get(
          shape, getElementTypeOrSelf(statistic.getType()));
      statistic =
          create<tensor::ExpandShapeOp>(type, statistic, drop(groups), sizes);
    }
    if (ops)
      ops->push_back(statistic.getDefiningOp());
  }
  return statistic;
}

/// Repeats the ops of the path on the new softmax; what the root reads.
Value DivisionDeferrer::cloneBetween() {
  Value value = result.softmax->getResult(0);
  for (OpOperand *operand : ArrayRef(reduction.path).drop_back()) {
    Operation *op = operand->getOwner();
    rewriter.setInsertionPoint(op);
    Operation *clone = rewriter.clone(*op);
    rewriter.modifyOpInPlace(
        clone, [&] { clone->setOperand(operand->getOperandNumber(), value); });
    value = clone->getResult(0);
    result.created.push_back(clone);
    result.between.push_back(clone);
    result.replaced.push_back({op, clone});
  }
  return value;
}

/// From the dims of the root's result to those of a statistic.
AffineMap DivisionDeferrer::getRowMap() {
  SmallVector<AffineExpr> exprs;
  for (unsigned row : reduction.rows)
    exprs.push_back(rewriter.getAffineDimExpr(row));
  unsigned rank = cast<RankedTensorType>(init.get().getType()).getRank();
  return AffineMap::get(rank, 0, exprs, rewriter.getContext());
}

/// `value` in `type`, which is at least as wide.
Value DivisionDeferrer::widen(Value value, Type type, OpBuilder &builder) {
  return value.getType() == type
             ? value
             : arith::ExtFOp::create(builder, loc, type, value).getResult();
}

/// The wider one, in which bf16 counts as f32.
static Type getWider(OpBuilder &builder, Type a, Type b) {
  if (a == b)
    return a;
  return a.isF64() || b.isF64() ? Type(builder.getF64Type())
                                : Type(builder.getF32Type());
}

static Value narrow(OpBuilder &builder, Location loc, Value value, Type type) {
  return value.getType() == type
             ? value
             : arith::TruncFOp::create(builder, loc, type, value).getResult();
}

Value DivisionDeferrer::makeRescaled(Value weights) {
  rewriter.setInsertionPoint(root);
  Type type = getElementTypeOrSelf(init.get().getType());
  Value zeros =
      fill(makeEmptyLike(init.get(), std::nullopt, type),
           APFloat::getZero(cast<FloatType>(type).getFloatSemantics()));
  AffineMap all = rewriter.getMultiDimIdentityMap(getRowMap().getNumDims());
  SmallVector<utils::IteratorType> parallel(all.getNumDims(),
                                            utils::IteratorType::parallel);
  auto op = create<linalg::GenericOp>(
      TypeRange{zeros.getType()}, ValueRange{weights}, ValueRange{zeros},
      ArrayRef<AffineMap>{getRowMap(), all}, parallel,
      [&](OpBuilder &builder, Location, ValueRange args) {
        Type wider = getWider(builder, type, args[0].getType());
        Value weight = widen(args[0], wider, builder);
        Value product = arith::MulFOp::create(
            builder, loc, widen(args[1], wider, builder), weight);
        if (isMistake("rescaled_twice"))
          product = arith::MulFOp::create(builder, loc, product, weight);
        linalg::YieldOp::create(builder, loc,
                                narrow(builder, loc, product, type));
      });
  result.rescale = op;
  return op.getResult(0);
}

/// Whether the root sums over nothing; null if it does not.
Value DivisionDeferrer::isEmptySum() {
  BoundContext context;
  ExtentTable extents(context);
  Value input = reduction.softmax->getOperand(0);
  Value size = emitOwnExtent(rewriter, extents, input, reduction.dim, root);
  if (matchPattern(size, m_NonZero()))
    return Value();
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  return arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, size,
                               zero);
}

/// init + accumulated / sum. From zeros, nothing is added.
Value DivisionDeferrer::makeDivision(Value accumulated, Value sum) {
  rewriter.setInsertionPoint(root);
  Value start = init.get();
  auto zeros = start.getDefiningOp<linalg::FillOp>();
  bool addsNothing = zeros && matchPattern(zeros.value(), m_AnyZeroFloat());
  Value isEmpty = isEmptySum();
  AffineMap all = rewriter.getMultiDimIdentityMap(getRowMap().getNumDims());
  SmallVector<AffineMap> maps{all};
  SmallVector<Value> inputs{accumulated};
  if (reduction.isNormalized()) {
    inputs.push_back(sum);
    maps.push_back(getRowMap());
  }
  maps.push_back(all);
  SmallVector<utils::IteratorType> parallel(all.getNumDims(),
                                            utils::IteratorType::parallel);
  Type type = getElementTypeOrSelf(start.getType());
  auto op = create<linalg::GenericOp>(
      TypeRange{start.getType()}, inputs,
      ValueRange{addsNothing ? zeros.output() : start}, maps, parallel,
      [&](OpBuilder &builder, Location, ValueRange args) {
        Value value = args[0], before = args.back();
        if (addsNothing)
          before = arith::ConstantOp::create(builder, loc,
                                             builder.getFloatAttr(type, 0.0));
        if (reduction.isNormalized()) {
          Type wider = getWider(builder, type, args[1].getType());
          Value divisor = widen(args[1], wider, builder);
          if (isEmpty)
            divisor = arith::SelectOp::create(
                builder, loc, isEmpty,
                arith::ConstantOp::create(builder, loc,
                                          builder.getFloatAttr(wider, 1.0)),
                divisor);
          value = arith::DivFOp::create(builder, loc,
                                        widen(value, wider, builder), divisor);
          value = narrow(builder, loc, value, type);
        }
        if (!addsNothing)
          value = arith::AddFOp::create(builder, loc, before, value);
        if (isEmpty)
          value = arith::SelectOp::create(builder, loc, isEmpty, before, value);
        linalg::YieldOp::create(builder, loc, value);
      });
  result.division = op;
  return op.getResult(0);
}

bool heddle::startsAfresh(Operation *softmax) {
  if (isa<linalg::SoftmaxOp>(softmax))
    return true;
  auto max = softmax->getOperand(2).getDefiningOp<linalg::FillOp>();
  auto sum = softmax->getOperand(3).getDefiningOp<linalg::FillOp>();
  return max && sum && matchPattern(max.value(), m_NegInfFloat()) &&
         matchPattern(sum.value(), m_AnyZeroFloat());
}

DeferredDivision DivisionDeferrer::run() {
  OpBuilder::InsertionGuard guard(rewriter);
  makeSoftmax();
  Value read = cloneBetween();
  Value weight =
      reshapeStatistic(result.softmax->getResult(3), &result.weights);
  Value sum = reduction.isNormalized()
                  ? reshapeStatistic(result.softmax->getResult(2))
                  : Value();
  Value start = makeRescaled(weight);
  result.root = rewriter.clone(*root);
  result.created.push_back(result.root);
  rewriter.modifyOpInPlace(result.root, [&] {
    result.root->setOperand(reduction.path.back()->getOperandNumber(), read);
    result.root->setOperand(init.getOperandNumber(), start);
  });
  result.replaced.push_back({root, result.root});
  rewriter.replaceAllUsesWith(root->getResult(0),
                              makeDivision(result.root->getResult(0), sum));
  // The statistics are the same, unless no iteration looks at what they start
  // from.
  Operation *softmax = reduction.softmax;
  int64_t size = cast<RankedTensorType>(softmax->getOperand(0).getType())
                     .getDimSize(reduction.dim);
  for (unsigned number : {1u, 2u})
    if (number < softmax->getNumResults() &&
        (size > 0 || startsAfresh(softmax)))
      rewriter.replaceAllUsesWith(softmax->getResult(number),
                                  result.softmax->getResult(number));
  return std::move(result);
}

DeferredDivision heddle::deferDivision(RewriterBase &rewriter,
                                       const OnlineReduction &reduction) {
  return DivisionDeferrer(rewriter, reduction).run();
}

Value heddle::createDivision(RewriterBase &rewriter,
                             const OnlineReduction &reduction,
                             Value accumulated, Value sum) {
  OpBuilder::InsertionGuard guard(rewriter);
  return DivisionDeferrer(rewriter, reduction).makeDivision(accumulated, sum);
}
