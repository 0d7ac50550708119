//===- DeferDivision.cpp - Softmax that divides after its reader ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See OnlineReduction.h for why both forms compute the same. Each new op comes
// right before the original op that it replaces.
//
//===----------------------------------------------------------------------===//

#include "DeferDivision.h"

#include "CarryStatistic.h"
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
  DivisionDeferrer(RewriterBase &rewriter, const OnlineReduction &reduction,
                   Recurrence recurrence)
      : rewriter(rewriter), reduction(reduction),
        isNormalized(recurrence == Recurrence::Normalized),
        root(reduction.root), loc(root->getLoc()),
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
  Value makeRowScale();
  Value makeZeros();
  Value reshapeStatistic(Value statistic,
                         SmallVectorImpl<Operation *> *ops = nullptr);
  Value cloneBetween();
  AffineMap getRowMap();
  Value widen(Value value, Type type, OpBuilder &builder);
  Value makeRescaled(Value weights);
  Value isEmptySum();
  RowStep getRowStep() const;
  Value getRowNumber(OpBuilder &builder, Value row);
  Value scaleRow(OpBuilder &builder, Value value, Value row, Value isEmpty);

  RewriterBase &rewriter;
  const OnlineReduction &reduction;
  /// Each tile of softmax is divided.
  bool isNormalized;
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

/// The softmax that a loop can carry, from the statistics that the original
/// starts from.
void DivisionDeferrer::makeSoftmax() {
  Operation *softmax = reduction.source;
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
  if (isNormalized)
    result.source = create<linalg_ext::SoftmaxOp>(
        types, input, output, statistics[0], statistics[1], statistics[2],
        reduction.dim, /*safe=*/true);
  else
    result.source = create<linalg_ext::UnnormSoftmaxOp>(
        types, input, output, statistics[0], statistics[1], statistics[2],
        reduction.dim);
  result.replaced.push_back({softmax, result.source});
}

/// The op that the loop carries, and the factor of each row.
Value DivisionDeferrer::makeRowScale() {
  CarriedStatistic carried = carryStatistic(rewriter, *reduction.scale, root);
  result.source = carried.op;
  llvm::append_range(result.created, carried.created);
  llvm::append_range(result.replaced, carried.replaced);
  return carried.factor;
}

/// Repeats the reshapes between the source and the root for a value without the
/// reduced dim, and adds the new ops to `ops`.
Value DivisionDeferrer::reshapeStatistic(Value statistic,
                                         SmallVectorImpl<Operation *> *ops) {
  for (const OnlineReshape &reshape : reduction.reshapes) {
    rewriter.setInsertionPoint(reduction.scale ? root : reshape.op);
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

/// Repeats the ops of the path on the new softmax. Returns the value that the
/// root reads.
Value DivisionDeferrer::cloneBetween() {
  Value value = result.source->getResult(0);
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

/// The wider of two types, where bf16 counts as f32.
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

/// The start of the accumulator.
Value DivisionDeferrer::makeZeros() {
  rewriter.setInsertionPoint(root);
  Type type = getElementTypeOrSelf(init.get().getType());
  return fill(makeEmptyLike(init.get(), std::nullopt, type),
              APFloat::getZero(cast<FloatType>(type).getFloatSemantics()));
}

Value DivisionDeferrer::makeRescaled(Value weights) {
  Value zeros = makeZeros();
  Type type = getElementTypeOrSelf(zeros.getType());
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

/// An i1 that tells whether the root sums over no elements; null if it is known
/// to sum over some.
Value DivisionDeferrer::isEmptySum() {
  BoundContext context;
  ExtentTable extents(context);
  unsigned operand = 0;
  if (reduction.scale)
    operand = cast<DestinationStyleOpInterface>(reduction.source)
                  .getDpsInitOperand(0)
                  ->getOperandNumber();
  Value like = reduction.source->getOperand(operand);
  Value size = emitOwnExtent(rewriter, extents, like, reduction.dim, root);
  if (matchPattern(size, m_NonZero()))
    return Value();
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  return arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, size,
                               zero);
}

/// What a row is divided by or multiplied with: of a softmax, its sum, which
/// its tiles may have been divided by.
Value DivisionDeferrer::getRowNumber(OpBuilder &builder, Value row) {
  if (reduction.isSafe())
    return linalg_ext::createSafeDivisor(builder, loc, row);
  if (!isNormalized)
    return row;
  Value wasDivided = linalg_ext::createIsDivisor(builder, loc, row);
  Value one = arith::ConstantOp::create(
      builder, loc, builder.getFloatAttr(row.getType(), 1.0));
  return arith::SelectOp::create(builder, loc, wasDivided, one, row);
}

/// `value` divided by or multiplied by the number of its row, in the type of
/// `value`. There is no division by a sum of no elements.
Value DivisionDeferrer::scaleRow(OpBuilder &builder, Value value, Value row,
                                 Value isEmpty) {
  row = getRowNumber(builder, row);
  Type type = value.getType(), wider = getWider(builder, type, row.getType());
  row = widen(row, wider, builder);
  value = widen(value, wider, builder);
  if (reduction.getRowStep() == RowStep::Multiply)
    return narrow(builder, loc, arith::MulFOp::create(builder, loc, value, row),
                  type);
  if (isEmpty)
    row = arith::SelectOp::create(
        builder, loc, isEmpty,
        arith::ConstantOp::create(builder, loc,
                                  builder.getFloatAttr(wider, 1.0)),
        row);
  return narrow(builder, loc, arith::DivFOp::create(builder, loc, value, row),
                type);
}

/// The tiles of a safe softmax have been divided as it divides.
RowStep DivisionDeferrer::getRowStep() const {
  return isNormalized && reduction.isSafe() ? RowStep::None
                                            : reduction.getRowStep();
}

/// init + accumulated / sum. By the row step, the second term may be
/// accumulated * sum or accumulated. If init is zeros, it is not added, unless
/// the number of a row may be negative: a sum that starts from 0 is never -0.
Value DivisionDeferrer::makeDivision(Value accumulated, Value sum) {
  rewriter.setInsertionPoint(root);
  Value start = init.get();
  auto zeros = start.getDefiningOp<linalg::FillOp>();
  bool addsNothing = zeros && matchPattern(zeros.value(), m_PosZeroFloat());
  Value isEmpty = isEmptySum();
  AffineMap all = rewriter.getMultiDimIdentityMap(getRowMap().getNumDims());
  SmallVector<AffineMap> maps{all};
  SmallVector<Value> inputs{accumulated};
  RowStep step = getRowStep();
  bool mayBeNegative = step != RowStep::None &&
                       (reduction.scale || !startsAfresh(reduction.source));
  if (step != RowStep::None) {
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
        if (step != RowStep::None)
          value = scaleRow(builder, value, args[1], isEmpty);
        if (!addsNothing || mayBeNegative)
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
  Value sum, start;
  if (reduction.scale)
    sum = makeRowScale();
  else
    makeSoftmax();
  Value read = cloneBetween();
  if (reduction.scale) {
    sum = reshapeStatistic(sum);
    start = makeZeros();
  } else {
    start = makeRescaled(
        reshapeStatistic(result.source->getResult(3), &result.weights));
    if (getRowStep() != RowStep::None)
      sum = reshapeStatistic(result.source->getResult(2));
  }
  result.root = rewriter.clone(*root);
  result.created.push_back(result.root);
  rewriter.modifyOpInPlace(result.root, [&] {
    result.root->setOperand(reduction.path.back()->getOperandNumber(), read);
    result.root->setOperand(init.getOperandNumber(), start);
  });
  result.replaced.push_back({root, result.root});
  rewriter.replaceAllUsesWith(root->getResult(0),
                              makeDivision(result.root->getResult(0), sum));
  // The statistics of both forms are equal, unless there are no iterations and
  // the start values differ.
  Operation *softmax = reduction.source;
  int64_t size = cast<RankedTensorType>(softmax->getOperand(0).getType())
                     .getDimSize(reduction.dim);
  for (unsigned number : {1u, 2u})
    if (number < softmax->getNumResults() &&
        (size > 0 || startsAfresh(softmax)))
      rewriter.replaceAllUsesWith(softmax->getResult(number),
                                  result.source->getResult(number));
  return std::move(result);
}

DeferredDivision heddle::deferDivision(RewriterBase &rewriter,
                                       const OnlineReduction &reduction,
                                       Recurrence recurrence) {
  return DivisionDeferrer(rewriter, reduction, recurrence).run();
}

Value heddle::createDivision(RewriterBase &rewriter,
                             const OnlineReduction &reduction,
                             Value accumulated, Value sum) {
  OpBuilder::InsertionGuard guard(rewriter);
  return DivisionDeferrer(rewriter, reduction, Recurrence::Unnormalized)
      .makeDivision(accumulated, sum);
}
