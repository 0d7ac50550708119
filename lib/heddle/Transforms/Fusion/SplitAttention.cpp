//===- SplitAttention.cpp - Softmax and its sum in parallel parts ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part has the maximum m, the sum l and the accumulator a; let M be the
// maximum of all parts and w = exp(m - M). Then the sum of all parts is the sum
// over l * w, and the accumulator the sum over a * w (OnlineReduction.h).
// linalg_ext.unnorm_softmax computes the weights w from the maxima. It starts
// from the same maximum as the original, and gives a part without elements the
// weight 0.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Fusion/SplitAttention.h"

#include "heddle/Analysis/Reasons/Reason.h"

#include "DeferDivision.h"
#include "heddle/Analysis/Spaces/MemorySpace.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::heddle;

/// Parts of a dim whose size is not known.
static constexpr int64_t kMaxSplits = int64_t(1) << 20;

/// The parts are reshaped, which drops encodings.
static LogicalResult checkEncodings(Operation *op,
                                    std::optional<Reason> &reason) {
  if (!hasEncodedOperand(op))
    return success();
  reason = Reason(op, quote(op) + " has an operand with an encoding, which "
                                  "reshapes of its parts would drop");
  return failure();
}

/// True if each operand of `root` can be split and padded along the iteration
/// dim `dim`.
static LogicalResult checkOperands(Operation *root, unsigned dim,
                                   std::optional<Reason> &reason) {
  auto op = dyn_cast<linalg::LinalgOp>(root);
  if (failed(checkEncodings(root, reason)))
    return failure();
  if (!op)
    return success();
  if (op.hasIndexSemantics()) {
    reason = Reason(root, quote(root) + " reads the indices of its loops, "
                                        "which its parts do not have");
    return failure();
  }
  AffineExpr own = getAffineDimExpr(dim, root->getContext());
  for (OpOperand &operand : root->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (!map.isFunctionOfDim(dim))
      continue;
    std::string name =
        ("operand " + Twine(operand.getOperandNumber()) + " of " + quote(root))
            .str();
    if (llvm::any_of(map.getResults(), [&](AffineExpr expr) {
          return expr != own && expr.isFunctionOfDim(dim);
        })) {
      reason = Reason(root, name + " is not indexed by dim " + Twine(dim) +
                                " alone, so its parts may overlap");
      return failure();
    }
    Type element = getElementTypeOrSelf(operand.get().getType());
    if (!element.isIntOrIndexOrFloat()) {
      reason = Reason(root, name + " has elements that are not numbers, which "
                                   "cannot be padded");
      return failure();
    }
  }
  return success();
}

FailureOr<OnlineReduction>
heddle::checkSplitAttention(Operation *softmax, int64_t splits,
                            std::optional<Reason> &reason) {
  auto refuse = [&](const Twine &text) {
    reason = Reason(softmax, text);
    return failure();
  };
  std::optional<unsigned> dim = getSoftmaxDim(softmax);
  if (!dim || isa<linalg_ext::UnnormSoftmaxOp>(softmax))
    return refuse("expects linalg.softmax or linalg_ext.softmax to split, but "
                  "got " +
                  quote(softmax));
  if (softmax->getNumResults() == 0)
    return refuse(quote(softmax) + " on memrefs is not split");
  if (failed(checkEncodings(softmax, reason)))
    return failure();
  auto type = cast<RankedTensorType>(softmax->getOperand(0).getType());
  int64_t size = type.getDimSize(*dim);
  bool isKnown = ShapedType::isStatic(size);
  int64_t most = isKnown ? std::max<int64_t>(size, 1) : kMaxSplits;
  if (splits > most)
    return refuse("expects 'splits' to be at most " + Twine(most) +
                  (isKnown ? ", what " + quote(softmax) + " reduces" : "") +
                  ", but got " + Twine(splits) +
                  ": each part needs memory, also one without keys");
  for (OpOperand &use : softmax->getResult(0).getUses()) {
    Operation *user = use.getOwner();
    std::optional<unsigned> sumDim = getDimThatReads(use, *dim);
    if (!sumDim)
      continue;
    // Another user may be the sum.
    std::optional<Reason> own;
    auto found = findOnlineReduction(user, *sumDim, own);
    if (succeeded(found) && found->path.size() == 1 &&
        found->source == softmax &&
        succeeded(checkOperands(user, *sumDim, own)))
      return found;
    if (own)
      reason = own;
  }
  if (reason)
    return failure();
  return refuse("no op that sums reads " + quote(softmax) + " itself");
}

/// The argument that `value` is, or is converted from.
static BlockArgument findConverted(Value value) {
  while (isa_and_present<arith::ExtFOp, arith::TruncFOp, arith::SIToFPOp,
                         arith::UIToFPOp>(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return dyn_cast<BlockArgument>(value);
}

/// True if `op` adds only elements of `operand`, or their products with
/// elements that are padded as well. Then padding with 0 adds 0.
static bool addsZeroForPadding(linalg::LinalgOp op, OpOperand &operand) {
  BlockArgument own = op.getMatchingBlockArgument(&operand);
  unsigned reduced =
      *getDimThatReads(operand, *getSoftmaxDim(operand.get().getDefiningOp()));
  AffineExpr dim = getAffineDimExpr(reduced, op.getContext());
  auto add = op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  return llvm::any_of(add->getOperands(), [&](Value term) {
    if (findConverted(term) == own)
      return true;
    auto product = term.getDefiningOp<arith::MulFOp>();
    if (!product)
      return false;
    BlockArgument sides[] = {findConverted(product.getLhs()),
                             findConverted(product.getRhs())};
    if (sides[1] == own)
      std::swap(sides[0], sides[1]);
    return sides[0] == own && sides[1] &&
           sides[1].getOwner() == op.getBlock() &&
           llvm::is_contained(
               op.getMatchingIndexingMap(op.getMatchingOpOperand(sides[1]))
                   .getResults(),
               dim);
  });
}

namespace {
class AttentionSplitter {
public:
  AttentionSplitter(RewriterBase &rewriter, const OnlineReduction &reduction,
                    int64_t splits)
      : rewriter(rewriter), reduction(reduction), root(reduction.root),
        softmax(reduction.source), loc(root->getLoc()), splits(splits) {}

  SplitAttentionResult run();

private:
  Value split(Value tensor, unsigned dim, TypedAttr padding);
  Value makeFilled(ArrayRef<OpFoldResult> sizes, const APFloat &number);
  Value makeEmpty(ArrayRef<OpFoldResult> sizes, Type type) {
    return tensor::EmptyOp::create(rewriter, loc, sizes, type);
  }
  const llvm::fltSemantics &getSemantics(Type type) {
    return cast<FloatType>(type).getFloatSemantics();
  }
  void makeSoftmax();
  void makeSum();
  void createTerms(OpBuilder &builder, ValueRange args);
  TypedAttr getPadding(Type element);
  void skipPadding(OpBuilder &builder, arith::AddFOp add, Value start);
  void makeWeights();
  Value addWeighted(Value values, AffineMap valueMap, AffineMap weightMap,
                    Value start, AffineMap startMap);
  Value mergeSums();
  Value mergeAccumulators();

  RewriterBase &rewriter;
  const OnlineReduction &reduction;
  Operation *root, *softmax;
  Location loc;
  int64_t splits;
  linalg_ext::UnnormSoftmaxOp parts, weights;
  linalg::GenericOp sum;
  Type type;
  OpFoldResult numKeys, keysOfPart;
  /// True if the padding of the operands would change the sum.
  bool skipsPadding = false;
};
} // namespace

Value AttentionSplitter::makeFilled(ArrayRef<OpFoldResult> sizes,
                                    const APFloat &number) {
  Value value = arith::ConstantOp::create(rewriter, loc,
                                          rewriter.getFloatAttr(type, number));
  return linalg::FillOp::create(rewriter, loc, value, makeEmpty(sizes, type))
      .getResult(0);
}

/// `tensor`, padded, with dim `dim` split into two dims: the parts, and the
/// elements of a part.
Value AttentionSplitter::split(Value tensor, unsigned dim, TypedAttr padding) {
  auto source = cast<RankedTensorType>(tensor.getType());
  Type element = source.getElementType();
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, tensor);
  AffineExpr size = rewriter.getAffineSymbolExpr(0);
  OpFoldResult each = affine::makeComposedFoldedAffineApply(
      rewriter, loc, size.ceilDiv(splits), {sizes[dim]});
  OpFoldResult missing = affine::makeComposedFoldedAffineApply(
      rewriter, loc, size.ceilDiv(splits) * splits - size, {sizes[dim]});
  std::optional<int64_t> known = getConstantIntValue(each);
  SmallVector<int64_t> shape(source.getShape());
  shape[dim] = known ? *known * splits : ShapedType::kDynamic;
  if (!isZeroInteger(missing)) {
    SmallVector<OpFoldResult> low(sizes.size(), rewriter.getIndexAttr(0));
    SmallVector<OpFoldResult> high = low;
    high[dim] = missing;
    Value value = arith::ConstantOp::create(rewriter, loc, padding);
    tensor = tensor::PadOp::create(rewriter, loc,
                                   RankedTensorType::get(shape, element),
                                   tensor, low, high, value);
  }
  shape[dim] = splits;
  shape.insert(shape.begin() + dim + 1, known.value_or(ShapedType::kDynamic));
  sizes[dim] = rewriter.getIndexAttr(splits);
  sizes.insert(sizes.begin() + dim + 1, each);
  SmallVector<ReassociationIndices> groups;
  for (int64_t next = 0, end = shape.size(); next < end; ++next) {
    groups.push_back({next});
    if (next == int64_t(dim))
      groups.back().push_back(++next);
  }
  return tensor::ExpandShapeOp::create(rewriter, loc,
                                       RankedTensorType::get(shape, element),
                                       tensor, groups, sizes);
}

void AttentionSplitter::makeSoftmax() {
  const llvm::fltSemantics &semantics = getSemantics(type);
  Value input =
      split(softmax->getOperand(0), reduction.dim,
            rewriter.getFloatAttr(type, APFloat::getInf(semantics, true)));
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, input);
  Value output = makeEmpty(sizes, type);
  keysOfPart = sizes[reduction.dim + 1];
  sizes.erase(sizes.begin() + reduction.dim + 1);
  Value max = makeFilled(sizes, APFloat::getInf(semantics, /*Negative=*/true));
  Value zero = makeFilled(sizes, APFloat::getZero(semantics));
  Value scale = makeEmpty(sizes, type);
  parts = linalg_ext::UnnormSoftmaxOp::create(
      rewriter, loc,
      TypeRange{output.getType(), max.getType(), zero.getType(),
                scale.getType()},
      input, output, max, zero, scale, reduction.dim + 1);
}

/// Elements that are not added are 1, because an op may divide by them.
TypedAttr AttentionSplitter::getPadding(Type element) {
  return skipsPadding ? rewriter.getOneAttr(element)
                      : rewriter.getZeroAttr(element);
}

/// Makes the term that `add` adds to `start` 0 where the part has no key with
/// that number.
void AttentionSplitter::skipPadding(OpBuilder &builder, arith::AddFOp add,
                                    Value start) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(add);
  unsigned reduced = *getDimThatReads(*reduction.path.front(), reduction.dim);
  Value first = arith::MulIOp::create(
      builder, loc, linalg::IndexOp::create(builder, loc, 0),
      getValueOrCreateConstantIndexOp(builder, loc, keysOfPart));
  Value key = arith::AddIOp::create(
      builder, loc, first, linalg::IndexOp::create(builder, loc, reduced + 1));
  Value isKey = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::slt, key,
      getValueOrCreateConstantIndexOp(builder, loc, numKeys));
  Value zero = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(start.getType()));
  unsigned term = add.getLhs() == start ? 1 : 0;
  Value kept =
      arith::SelectOp::create(builder, loc, isKey, add->getOperand(term), zero);
  add->setOperand(term, kept);
}

/// The body of the root.
void AttentionSplitter::createTerms(OpBuilder &builder, ValueRange args) {
  auto op = dyn_cast<linalg::LinalgOp>(root);
  if (!op) {
    Value a = convertScalarToDtype(builder, loc, args[0], args[2].getType(),
                                   /*isUnsignedCast=*/false);
    Value b = convertScalarToDtype(builder, loc, args[1], args[2].getType(),
                                   /*isUnsignedCast=*/false);
    Value product = arith::MulFOp::create(builder, loc, a, b);
    linalg::YieldOp::create(
        builder, loc,
        arith::AddFOp::create(builder, loc, args[2], product).getResult());
    return;
  }
  IRMapping mapping;
  mapping.map(op.getBlock()->getArguments(), args);
  for (Operation &inner : op.getBlock()->without_terminator())
    builder.clone(inner, mapping);
  Value added = mapping.lookup(op.getBlock()->getTerminator()->getOperand(0));
  if (skipsPadding)
    skipPadding(builder, cast<arith::AddFOp>(added.getDefiningOp()),
                args.back());
  linalg::YieldOp::create(builder, loc, added);
}

/// The root with the parts as its first loop and as the first dim of its
/// result.
void AttentionSplitter::makeSum() {
  unsigned reduced = *getDimThatReads(*reduction.path.front(), reduction.dim);
  auto loops = cast<TilingInterface>(root).getLoopIteratorTypes();
  loops.insert(loops.begin(), utils::IteratorType::parallel);
  AffineExpr part = rewriter.getAffineDimExpr(0);
  SmallVector<AffineMap> maps;
  SmallVector<Value> inputs;
  OpOperand &init =
      cast<DestinationStyleOpInterface>(root).getDpsInitsMutable()[0];
  for (OpOperand &operand : root->getOpOperands()) {
    AffineMap map;
    if (auto op = dyn_cast<linalg::LinalgOp>(root)) {
      map = op.getMatchingIndexingMap(&operand).shiftDims(1);
    } else {
      SmallVector<AffineExpr> exprs;
      for (int64_t dim : cast<linalg_ext::BatchMatmulOp>(root).getOperandDims(
               operand.getOperandNumber()))
        exprs.push_back(rewriter.getAffineDimExpr(dim + 1));
      map = AffineMap::get(loops.size(), 0, exprs, rewriter.getContext());
    }
    SmallVector<AffineExpr> exprs;
    Value value = operand.get();
    if (&operand == &init)
      exprs.push_back(part);
    for (AffineExpr expr : map.getResults()) {
      if (expr == rewriter.getAffineDimExpr(reduced + 1)) {
        if (&operand == reduction.path.front())
          value = parts->getResult(0);
        else
          value = split(value, exprs.size(),
                        getPadding(getElementTypeOrSelf(value)));
        exprs.push_back(part);
      }
      exprs.push_back(expr);
    }
    maps.push_back(
        AffineMap::get(loops.size(), 0, exprs, rewriter.getContext()));
    if (&operand != &init)
      inputs.push_back(value);
  }
  Type element = getElementTypeOrSelf(init.get().getType());
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, init.get());
  sizes.insert(sizes.begin(), rewriter.getIndexAttr(splits));
  Value zero = arith::ConstantOp::create(rewriter, loc,
                                         rewriter.getFloatAttr(element, 0.0));
  Value zeros =
      linalg::FillOp::create(rewriter, loc, zero, makeEmpty(sizes, element))
          .getResult(0);
  sum = linalg::GenericOp::create(
      rewriter, loc, TypeRange{zeros.getType()}, inputs, ValueRange{zeros},
      maps, loops, [&](OpBuilder &builder, Location, ValueRange args) {
        createTerms(builder, args);
      });
}

/// The weight of each part, and the maximum of all.
void AttentionSplitter::makeWeights() {
  Value maxima = parts->getResult(1);
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, maxima);
  Value output = makeEmpty(sizes, type);
  sizes.erase(sizes.begin() + reduction.dim);
  const llvm::fltSemantics &semantics = getSemantics(type);
  Value max = isa<linalg::SoftmaxOp>(softmax)
                  ? makeFilled(sizes, APFloat::getInf(semantics, true))
                  : softmax->getOperand(2);
  Value zero = makeFilled(sizes, APFloat::getZero(semantics));
  Value scale = makeEmpty(sizes, type);
  weights = linalg_ext::UnnormSoftmaxOp::create(
      rewriter, loc,
      TypeRange{output.getType(), max.getType(), zero.getType(),
                scale.getType()},
      maxima, output, max, zero, scale, reduction.dim);
}

/// `start` + the sum of `values` times weights over the parts, the last loop.
Value AttentionSplitter::addWeighted(Value values, AffineMap valueMap,
                                     AffineMap weightMap, Value start,
                                     AffineMap startMap) {
  SmallVector<utils::IteratorType> loops(valueMap.getNumDims(),
                                         utils::IteratorType::parallel);
  loops.back() = utils::IteratorType::reduction;
  Type element = getElementTypeOrSelf(start.getType());
  auto op = linalg::GenericOp::create(
      rewriter, loc, TypeRange{start.getType()},
      ValueRange{values, weights->getResult(0)}, ValueRange{start},
      ArrayRef<AffineMap>{valueMap, weightMap, startMap}, loops,
      [&](OpBuilder &builder, Location, ValueRange args) {
        Value weight = convertScalarToDtype(builder, loc, args[1], element,
                                            /*isUnsignedCast=*/false);
        Value product = arith::MulFOp::create(builder, loc, args[0], weight);
        linalg::YieldOp::create(
            builder, loc,
            arith::AddFOp::create(builder, loc, args[2], product).getResult());
      });
  return op.getResult(0);
}

/// The sum of all parts. It starts from the initial sum of the softmax,
/// multiplied by its weight.
Value AttentionSplitter::mergeSums() {
  Value sums = parts->getResult(2), scale = weights->getResult(3);
  unsigned rank = cast<RankedTensorType>(scale.getType()).getRank();
  Value start;
  if (isa<linalg::SoftmaxOp>(softmax)) {
    start = makeFilled(tensor::getMixedSizes(rewriter, loc, scale),
                       APFloat::getZero(getSemantics(type)));
  } else {
    Value empty = makeEmpty(tensor::getMixedSizes(rewriter, loc, scale), type);
    start = linalg::MulOp::create(
                rewriter, loc, ValueRange{softmax->getOperand(3), scale}, empty)
                .getResult(0);
  }
  SmallVector<AffineExpr> rows, all;
  for (unsigned dim = 0; dim < rank; ++dim)
    rows.push_back(rewriter.getAffineDimExpr(dim));
  all = rows;
  all.insert(all.begin() + reduction.dim, rewriter.getAffineDimExpr(rank));
  MLIRContext *context = rewriter.getContext();
  AffineMap map = AffineMap::get(rank + 1, 0, all, context);
  return addWeighted(sums, map, map, start,
                     AffineMap::get(rank + 1, 0, rows, context));
}

Value AttentionSplitter::mergeAccumulators() {
  Value accumulators = sum.getResult(0);
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, accumulators);
  sizes.erase(sizes.begin());
  Type element = getElementTypeOrSelf(accumulators.getType());
  Value zero = arith::ConstantOp::create(rewriter, loc,
                                         rewriter.getFloatAttr(element, 0.0));
  Value zeros =
      linalg::FillOp::create(rewriter, loc, zero, makeEmpty(sizes, element))
          .getResult(0);
  unsigned rank = sizes.size();
  SmallVector<AffineExpr> out, own, rows;
  for (unsigned dim = 0; dim < rank; ++dim)
    out.push_back(rewriter.getAffineDimExpr(dim));
  own = out;
  own.insert(own.begin(), rewriter.getAffineDimExpr(rank));
  for (unsigned row : reduction.rows)
    rows.push_back(rewriter.getAffineDimExpr(row));
  rows.insert(rows.begin() + reduction.dim, rewriter.getAffineDimExpr(rank));
  MLIRContext *context = rewriter.getContext();
  return addWeighted(accumulators, AffineMap::get(rank + 1, 0, own, context),
                     AffineMap::get(rank + 1, 0, rows, context), zeros,
                     AffineMap::get(rank + 1, 0, out, context));
}

SplitAttentionResult AttentionSplitter::run() {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(root);
  type = getElementTypeOrSelf(softmax->getOperand(0).getType());
  numKeys = tensor::getMixedSize(rewriter, loc, softmax->getOperand(0),
                                 reduction.dim);
  std::optional<int64_t> known = getConstantIntValue(numKeys);
  auto op = dyn_cast<linalg::LinalgOp>(root);
  skipsPadding = op && (!known || *known % splits != 0) &&
                 !addsZeroForPadding(op, *reduction.path.front());
  makeSoftmax();
  makeSum();
  makeWeights();
  Value total = mergeSums();
  Value result =
      createDivision(rewriter, reduction, mergeAccumulators(), total);
  rewriter.replaceAllUsesWith(root->getResult(0), result);
  return {parts, sum, result.getDefiningOp()};
}

SplitAttentionResult heddle::splitAttention(RewriterBase &rewriter,
                                            const OnlineReduction &reduction,
                                            int64_t splits) {
  return AttentionSplitter(rewriter, reduction, splits).run();
}
