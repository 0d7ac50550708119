//===- WrittenOutSoftmax.cpp - softmax from linalg.generic ops ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the softmax that frontends write as generics or as named ops:
//
//   m = max of x along a dim, from -inf
//   e = exp(x - m), in one op or in two
//   l = sum of e along the same dim, from 0
//   y = e / l
//
// m and l have one element per row: they lack the dim, or have an extent of 1
// there, directly, after a reshape or before a linalg.broadcast. y is the only
// result that is replaced, so other uses of m, e and l do not matter. y is bit
// for bit the result of linalg_ext.softmax. A row with a NaN is all NaN in
// both, whichever op computes the maximum, and so is a row of only -inf.
//
//===----------------------------------------------------------------------===//

#include "SoftmaxFormulas.h"
#include "heddle/IR/LinalgExt/Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::linalg_ext;

//===----------------------------------------------------------------------===//
// Parts of a structured op
//===----------------------------------------------------------------------===//

/// The op that computes what `op` yields; null if that is an argument of the
/// body or comes from outside.
static Operation *getYielded(linalg::LinalgOp op) {
  if (!op || op->getNumResults() != 1)
    return nullptr;
  Block *body = op.getBlock();
  Operation *yielded = body->getTerminator()->getOperand(0).getDefiningOp();
  return yielded && yielded->getBlock() == body ? yielded : nullptr;
}

/// The op that `op` computes at each point, if it is the only one of the body
/// and on tensors.
static Operation *getOnlyOp(linalg::LinalgOp op) {
  Operation *yielded = getYielded(op);
  bool isAlone =
      yielded && llvm::hasNItems(op.getBlock()->without_terminator(), 1);
  return isAlone ? yielded : nullptr;
}

namespace {
/// An input of a structured op, and where it is read.
struct Input {
  Value value;
  AffineMap map;
};
} // namespace

/// The input of `linalgOp` that `op`, an op of its body, takes as operand
/// `number`. Looks through a linalg.broadcast.
static std::optional<Input> getInput(linalg::LinalgOp linalgOp, Operation *op,
                                     unsigned number) {
  auto argument = dyn_cast<BlockArgument>(op->getOperand(number));
  if (!argument || argument.getOwner() != linalgOp.getBlock() ||
      argument.getArgNumber() >= linalgOp.getNumDpsInputs())
    return std::nullopt;
  OpOperand &operand = linalgOp->getOpOperand(argument.getArgNumber());
  Input input{operand.get(), linalgOp.getMatchingIndexingMap(&operand)};
  auto broadcast = input.value.getDefiningOp<linalg::BroadcastOp>();
  if (broadcast && broadcast->getNumResults() == 1 && input.map.isIdentity()) {
    llvm::SmallBitVector added(input.map.getNumDims());
    for (int64_t dim : broadcast.getDimensions())
      added.set(dim);
    input = {broadcast.getInput(), input.map.dropResults(added)};
  }
  return input;
}

/// True if all dims are parallel and the result has an element per point.
static bool isElementwise(linalg::LinalgOp op) {
  return op.getNumParallelLoops() == op.getNumLoops() &&
         op.getIndexingMapsArray().back().isIdentity();
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

namespace {
/// A tensor that is reduced along a dim, and the number from which the
/// reduction starts, if it is known.
struct RowReduction {
  Value source;
  std::optional<APFloat> start;
};
} // namespace

/// Matches `value` as a reduction along `dim` by an op of type Ops. The op may
/// compute more from the same elements, such as the place of a maximum.
template <typename... Ops>
static std::optional<RowReduction> matchRowReduction(Value value, int64_t dim) {
  auto reduce = value.getDefiningOp<linalg::LinalgOp>();
  if (!reduce || !reduce.hasPureTensorSemantics() ||
      reduce.getNumDpsInputs() != 1 || reduce.getNumReductionLoops() != 1 ||
      dim >= static_cast<int64_t>(reduce.getNumLoops()) ||
      reduce.getIteratorTypesArray()[dim] != utils::IteratorType::reduction)
    return std::nullopt;
  OpOperand *init =
      reduce.getDpsInitOperand(cast<OpResult>(value).getResultNumber());
  Block &body = *reduce.getBlock();
  Operation *op = reduce.getMatchingYieldValue(init)->get().getDefiningOp();
  if (!isa_and_nonnull<Ops...>(op) || op->getBlock() != &body ||
      !reduce.getIndexingMapsArray().front().isIdentity() ||
      !isRowMap(reduce.getMatchingIndexingMap(init), dim))
    return std::nullopt;
  Value element = body.getArgument(0);
  Value accumulator = reduce.getMatchingBlockArgument(init);
  bool combines =
      llvm::equal(op->getOperands(), ArrayRef({element, accumulator})) ||
      llvm::equal(op->getOperands(), ArrayRef({accumulator, element}));
  if (!combines)
    return std::nullopt;
  return RowReduction{reduce.getDpsInputs().front(), getSplat(init->get())};
}

/// True if `value` is an exponential of each element of something.
static bool isExponential(Value value) {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  return isa_and_nonnull<math::ExpOp, math::Exp2Op>(getYielded(op));
}

/// The op that multiplies exponentials and sums the products up, if `op`
/// divides its result and nothing else: attention that divides late. Null
/// otherwise.
static linalg::LinalgOp getProductOfExponentials(linalg::LinalgOp op) {
  auto div = dyn_cast_or_null<arith::DivFOp>(getOnlyOp(op));
  std::optional<Input> dividend;
  if (div)
    dividend = getInput(op, div, 0);
  auto product = dividend ? dividend->value.getDefiningOp<linalg::LinalgOp>()
                          : linalg::LinalgOp();
  bool isProduct = product && product.getNumReductionLoops() > 0 &&
                   product.getNumDpsInputs() == 2 &&
                   llvm::any_of(product.getDpsInputs(), isExponential);
  return isProduct ? product : linalg::LinalgOp();
}

/// True if `op` ends like a softmax: it divides exponentials or a product of
/// exponentials, divides by exponentials, or multiplies them by a quotient.
static bool endsLikeSoftmax(linalg::LinalgOp op) {
  auto divides = [](linalg::LinalgOp other) {
    return other && llvm::any_of(other.getBlock()->without_terminator(),
                                 llvm::IsaPred<arith::DivFOp>);
  };
  if (getYielded(op) && getProductOfExponentials(op))
    return true;
  if (!getYielded(op) || !llvm::any_of(op.getDpsInputs(), isExponential))
    return false;
  bool isScaled = isa<arith::MulFOp>(getYielded(op)) &&
                  llvm::any_of(op.getDpsInputs(), [&](Value input) {
                    return divides(input.getDefiningOp<linalg::LinalgOp>());
                  });
  return divides(op) || isScaled;
}

namespace {
/// Follows a softmax upward from its division, and says where the ops differ
/// from a softmax.
class SoftmaxMatcher {
public:
  SoftmaxMatcher(RewriterBase &rewriter, linalg::LinalgOp root)
      : rewriter(rewriter), root(root), rank(root.getNumLoops()) {}

  /// Finds `x`, `dim`.
  LogicalResult match();

  Value x;
  int64_t dim = 0;

private:
  LogicalResult refuse(Operation *op, const Twine &text) {
    return rewriter.notifyMatchFailure(op, text);
  }
  LogicalResult matchDivision();
  LogicalResult matchExp();
  LogicalResult matchRows();
  LogicalResult checkWrites();

  RewriterBase &rewriter;
  linalg::LinalgOp root;
  int64_t rank;
  /// The exponentials, their sum, and the maximum.
  Input e, l, m;
};
} // namespace

LogicalResult SoftmaxMatcher::matchDivision() {
  auto type = cast<RankedTensorType>(root->getResult(0).getType());
  if (!isSoftmaxElement(type.getElementType()) || type.getEncoding())
    return refuse(root, "the elements are not f16, bf16, f32 or f64, or the "
                        "tensor has an encoding");
  Operation *div = getOnlyOp(root);
  if (!isa_and_nonnull<arith::DivFOp>(div))
    return refuse(root, "a softmax ends with a division and nothing else, but "
                        "the body yields what '" +
                            getYielded(root)->getName().getStringRef() +
                            "' computes" +
                            (div ? "" : " from results of other ops"));
  if (!isElementwise(root))
    return refuse(root, "the loops of the division are not those of its "
                        "result, all of them parallel");
  std::optional<Input> dividend = getInput(root, div, 0),
                       divisor = getInput(root, div, 1);
  if (!dividend || !divisor)
    return refuse(root, "the division does not read two operands of the op");
  if (linalg::LinalgOp product = getProductOfExponentials(root))
    return refuse(product, "the exponentials are multiplied and summed up "
                           "before they are divided");
  if (!isExponential(dividend->value))
    return refuse(root, "the dividend is not an exponential");
  if (!dividend->map.isIdentity())
    return refuse(root, "the exponentials are read in another order");
  e = *dividend;
  l = *divisor;
  return success();
}

/// The exponentials are exp(x - m).
LogicalResult SoftmaxMatcher::matchExp() {
  auto op = e.value.getDefiningOp<linalg::LinalgOp>();
  if (!isElementwise(op))
    return refuse(op, "the loops of the exponential are not those of its "
                      "result, all of them parallel");
  auto exp = dyn_cast<math::ExpOp>(getYielded(op));
  if (!exp)
    return refuse(op, "the base of the exponential is 2");
  Operation *sub = exp.getOperand().getDefiningOp<arith::SubFOp>();
  if (!sub) {
    // The difference has an op of its own.
    std::optional<Input> difference = getInput(op, exp, 0);
    if (getOnlyOp(op) != exp.getOperation() || !difference ||
        !difference->map.isIdentity())
      return refuse(op, "the exponent is not a difference");
    auto before = difference->value.getDefiningOp<linalg::LinalgOp>();
    sub = getOnlyOp(before);
    if (!sub || !isa<arith::SubFOp>(sub) || !isElementwise(before))
      return refuse(before ? before : op, "the exponent is not a difference");
    op = before;
  }
  std::optional<Input> from = getInput(op, sub, 0), by = getInput(op, sub, 1);
  if (!from || !by)
    return refuse(op, "the difference does not read two operands of the op");
  if (!from->map.isIdentity())
    return refuse(op, "the minuend is read in another order");
  x = from->value;
  m = *by;
  return success();
}

/// Both the divisor and what is subtracted are reductions along one dim.
LogicalResult SoftmaxMatcher::matchRows() {
  for (dim = 0; dim < rank; ++dim)
    if (isRowMap(l.map, dim) && isRowMap(m.map, dim))
      break;
  if (dim == rank)
    return refuse(root, "no dim is one along which the divisor and the "
                        "subtrahend have one element per row");
  Value divisor = skipReshape(l.value, dim, rank);
  Value subtracted = skipReshape(m.value, dim, rank);
  auto place = [&](Value value) -> Operation * {
    return value.getDefiningOp() ? value.getDefiningOp() : root;
  };
  auto sum = matchRowReduction<arith::AddFOp>(divisor, dim);
  std::string along = " along dim " + std::to_string(dim);
  if (!sum)
    return refuse(place(divisor), "the divisor is not a sum" + along);
  if (sum->source != e.value)
    return refuse(place(divisor),
                  "the sum" + along + " is not the sum of the exponentials");
  if (!sum->start || !sum->start->isZero())
    return refuse(place(divisor), "the sum does not start from 0");
  auto max =
      matchRowReduction<arith::MaximumFOp, arith::MaxNumFOp>(subtracted, dim);
  if (!max)
    return refuse(place(subtracted), "the subtrahend is not a maximum" + along);
  if (max->source != x)
    return refuse(place(subtracted), "the maximum" + along +
                                         " is not the maximum of the "
                                         "minuend");
  if (!max->start || !max->start->isInfinity() || !max->start->isNegative())
    return refuse(place(subtracted), "the maximum does not start from -inf");
  return success();
}

/// True if `value` is computed from a tensor of a buffer.
static bool comesFromBuffer(Value value) {
  llvm::SetVector<Value> values;
  values.insert(value);
  for (size_t i = 0; i < values.size(); ++i) {
    Value next = values[i];
    Operation *def = next.getDefiningOp();
    if (isa_and_nonnull<bufferization::ToTensorOp>(def))
      return true;
    if (!def && !cast<BlockArgument>(next).getOwner()->isEntryBlock())
      return true;
    if (!def)
      def = next.getParentBlock()->getParentOp();
    if (!def || isa<FunctionOpInterface>(def))
      continue;
    for (Value operand : def->getOperands())
      if (isa<TensorType>(operand.getType()))
        values.insert(operand);
  }
  return false;
}

/// The softmax reads its input where the root is. The maximum, which comes
/// first, must read the same there.
LogicalResult SoftmaxMatcher::checkWrites() {
  Operation *max = skipReshape(m.value, dim, rank).getDefiningOp();
  auto mayWrite = [](Operation *op) {
    auto effects = getEffectsRecursively(op);
    return !effects || llvm::any_of(*effects, [](const auto &effect) {
      return isa<MemoryEffects::Write, MemoryEffects::Free>(effect.getEffect());
    });
  };
  bool isNear = max->getBlock() == root->getBlock();
  for (Operation *op = max->getNextNode(); isNear && op != root;
       op = op->getNextNode())
    if (mayWrite(op) && comesFromBuffer(x))
      return refuse(op, ("the op writes memory that '" +
                         max->getName().getStringRef() + "' may have read")
                            .str());
  if (!isNear && comesFromBuffer(x))
    return refuse(max, "the maximum of memory is computed in another block");
  return success();
}

LogicalResult SoftmaxMatcher::match() {
  return success(succeeded(matchDivision()) && succeeded(matchExp()) &&
                 succeeded(matchRows()) && succeeded(checkWrites()));
}

FailureOr<Operation *>
linalg_ext::raiseWrittenOutSoftmax(RewriterBase &rewriter, Operation *op) {
  auto root = dyn_cast<linalg::LinalgOp>(op);
  if (!root || !root.hasPureTensorSemantics() || !endsLikeSoftmax(root))
    return failure();
  SoftmaxMatcher matcher(rewriter, root);
  if (failed(matcher.match()))
    return failure();
  rewriter.setInsertionPoint(op);
  SoftmaxOp softmax =
      createFreshSoftmax(rewriter, op->getLoc(), matcher.x,
                         root.getDpsInits().front(), matcher.dim);
  softmax->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.replaceAllUsesWith(op->getResult(0), softmax->getResult(0));
  return softmax.getOperation();
}
