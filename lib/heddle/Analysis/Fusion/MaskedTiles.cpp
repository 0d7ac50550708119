//===- MaskedTiles.cpp - Tiles that a mask covers -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks from softmax back through elementwise ops to selects of -inf. Sums,
// casts and positive factors preserve -inf.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Fusion/MaskedTiles.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::heddle;

/// The largest number of ops between softmax and the mask.
static constexpr unsigned kMaxDepth = 16;
/// No index of a tensor is larger, nor is a constant that is compared with one.
static constexpr int64_t kMaxIndex = int64_t(1) << 40;

namespace {
/// A sum of indices of the input of softmax and a number.
struct LinearForm {
  SmallVector<int64_t> factors;
  int64_t constant = 0;
};

class MaskFinder {
public:
  MaskFinder(unsigned rank, unsigned reduced) : rank(rank), reduced(reduced) {}

  /// Visits `tensor`. Its dim d is indexed by the index `dims[d]` of the input
  /// of softmax.
  void visitTensor(Value tensor, ArrayRef<unsigned> dims, bool isAdded);

  MaskedParts found;
  bool selectsFinite = false;

private:
  /// The op that is visited and, per loop, the matching index of the input of
  /// softmax.
  struct Place {
    linalg::LinalgOp op;
    SmallVector<std::optional<unsigned>> loops;
  };
  void visitScalar(Value value, const Place &place, bool isAdded);
  void visitSelect(arith::SelectOp select, const Place &place, bool isAdded);
  void addCondition(Value condition, bool isTrue, const Place &place,
                    bool isAdded);
  void addPart(const LinearForm &form, bool isAdded);
  std::optional<LinearForm> getForm(Value value, const Place &place);

  unsigned rank, reduced, depth = 0;
};
} // namespace

void MaskFinder::visitTensor(Value tensor, ArrayRef<unsigned> dims,
                             bool isAdded) {
  if (auto cast = tensor.getDefiningOp<tensor::CastOp>())
    tensor = cast.getSource();
  auto op = tensor.getDefiningOp<linalg::LinalgOp>();
  if (!op || depth == kMaxDepth || !op.hasPureTensorSemantics() ||
      op->getNumResults() != 1 || op->getNumRegions() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops())
    return;
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!map.isProjectedPermutation())
    return;
  Place place{op, {}};
  place.loops.resize(op.getNumLoops());
  for (auto [expr, dim] : llvm::zip_equal(map.getResults(), dims))
    place.loops[cast<AffineDimExpr>(expr).getPosition()] = dim;
  ++depth;
  visitScalar(op.getBlock()->getTerminator()->getOperand(0), place, isAdded);
  --depth;
}

void MaskFinder::visitScalar(Value value, const Place &place, bool isAdded) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    linalg::LinalgOp op = place.op;
    if (argument.getOwner() != op.getBlock())
      return;
    OpOperand *operand = op.getMatchingOpOperand(argument);
    AffineMap map = op.getMatchingIndexingMap(operand);
    if (!op.isDpsInput(operand) || !map.isProjectedPermutation() ||
        !isa<RankedTensorType>(operand->get().getType()))
      return;
    SmallVector<unsigned> dims;
    for (AffineExpr expr : map.getResults()) {
      auto dim = place.loops[cast<AffineDimExpr>(expr).getPosition()];
      if (!dim)
        return;
      dims.push_back(*dim);
    }
    return visitTensor(operand->get(), dims, isAdded);
  }
  Operation *op = value.getDefiningOp();
  llvm::TypeSwitch<Operation *>(op)
      .Case<arith::SelectOp>(
          [&](auto select) { visitSelect(select, place, isAdded); })
      .Case<arith::ExtFOp, arith::TruncFOp>([&](auto cast) {
        // Some types of 8 and 4 bits have no inf.
        auto type = dyn_cast<FloatType>(cast.getType());
        if (type && APFloat::semanticsHasInf(type.getFloatSemantics()))
          visitScalar(cast.getOperand(), place, isAdded);
      })
      .Case<arith::AddFOp>([&](auto add) {
        visitScalar(add.getLhs(), place, /*isAdded=*/true);
        visitScalar(add.getRhs(), place, /*isAdded=*/true);
      })
      .Case<arith::MulFOp>([&](auto mul) {
        for (auto [side, other] : {std::pair(mul.getLhs(), mul.getRhs()),
                                   std::pair(mul.getRhs(), mul.getLhs())}) {
          FloatAttr factor;
          if (matchPattern(other, m_Constant(&factor)) &&
              factor.getValue().isFiniteNonZero() &&
              !factor.getValue().isNegative())
            visitScalar(side, place, isAdded);
        }
      });
}

void MaskFinder::visitSelect(arith::SelectOp select, const Place &place,
                             bool isAdded) {
  for (bool isTrue : {true, false}) {
    Value chosen = isTrue ? select.getTrueValue() : select.getFalseValue();
    FloatAttr number;
    if (!matchPattern(chosen, m_Constant(&number)))
      continue;
    if (number.getValue().isInfinity() && number.getValue().isNegative())
      addCondition(select.getCondition(), isTrue, place, isAdded);
    else if (number.getValue().isFinite() && number.getValue().isNegative())
      selectsFinite = true;
  }
}

/// The elements for which `condition` is `isTrue` are masked.
void MaskFinder::addCondition(Value condition, bool isTrue, const Place &place,
                              bool isAdded) {
  Operation *op = condition.getDefiningOp();
  if (!op)
    return;
  // Either side is enough for a true disjunction or a false conjunction.
  if (isTrue ? isa<arith::OrIOp>(op) : isa<arith::AndIOp>(op)) {
    for (Value side : op->getOperands())
      addCondition(side, isTrue, place, isAdded);
    return;
  }
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (!compare)
    return;
  auto left = getForm(compare.getLhs(), place);
  auto right = getForm(compare.getRhs(), place);
  if (!left || !right)
    return;
  arith::CmpIPredicate predicate = compare.getPredicate();
  if (!isTrue)
    predicate = arith::invertPredicate(predicate);
  // Where `larger` - `smaller` >= least.
  auto add = [&](const LinearForm &larger, const LinearForm &smaller,
                 int64_t least) {
    LinearForm form = larger;
    for (auto [factor, other] : llvm::zip_equal(form.factors, smaller.factors))
      factor -= other;
    form.constant -= smaller.constant + least;
    addPart(form, isAdded);
  };
  switch (predicate) {
  case arith::CmpIPredicate::sge:
    return add(*left, *right, 0);
  case arith::CmpIPredicate::sgt:
    return add(*left, *right, 1);
  case arith::CmpIPredicate::sle:
    return add(*right, *left, 0);
  case arith::CmpIPredicate::slt:
    return add(*right, *left, 1);
  default:
    return;
  }
}

/// The elements for which `form` is at least 0 are masked.
void MaskFinder::addPart(const LinearForm &form, bool isAdded) {
  int64_t own = form.factors[reduced];
  if (own != 1 && own != -1)
    return;
  MaskedPart part;
  part.isBefore = own < 0;
  part.distance = -form.constant;
  for (auto [dim, factor] : llvm::enumerate(form.factors)) {
    if (dim == reduced || factor == 0)
      continue;
    if (part.row || factor != -own)
      return;
    part.row = dim - (dim > reduced);
  }
  found.parts.push_back(part);
  found.isAdded |= isAdded;
}

std::optional<LinearForm> MaskFinder::getForm(Value value, const Place &place) {
  LinearForm form;
  form.factors.assign(rank, 0);
  IntegerAttr number;
  if (matchPattern(value, m_Constant(&number))) {
    if (number.getValue().getSignificantBits() > 40)
      return std::nullopt;
    form.constant = number.getValue().getSExtValue();
    return form;
  }
  Operation *op = value.getDefiningOp();
  if (auto index = dyn_cast_or_null<linalg::IndexOp>(op)) {
    auto dim = place.loops[index.getDim()];
    if (!dim || op->getBlock() != linalg::LinalgOp(place.op).getBlock())
      return std::nullopt;
    form.factors[*dim] = 1;
    return form;
  }
  if (auto cast = dyn_cast_or_null<arith::IndexCastOp>(op)) {
    // A truncated index that does not fit would be another number.
    bool fits =
        cast.getIn().getType().isIndex() && cast.getType().isInteger(64);
    return fits ? getForm(cast.getIn(), place) : std::nullopt;
  }
  if (!isa_and_nonnull<arith::AddIOp, arith::SubIOp>(op))
    return std::nullopt;
  auto left = getForm(op->getOperand(0), place);
  auto right = getForm(op->getOperand(1), place);
  if (!left || !right)
    return std::nullopt;
  int64_t sign = isa<arith::AddIOp>(op) ? 1 : -1;
  for (unsigned dim = 0; dim < rank; ++dim)
    form.factors[dim] = left->factors[dim] + sign * right->factors[dim];
  form.constant = left->constant + sign * right->constant;
  bool isLarge = std::abs(form.constant) > kMaxIndex;
  return isLarge ? std::nullopt : std::optional<LinearForm>(form);
}

FailureOr<MaskedParts> heddle::findMaskedParts(const OnlineReduction &reduction,
                                               std::optional<Reason> &reason) {
  Operation *softmax = reduction.source;
  if (reduction.scale) {
    reason = Reason(softmax, "skip_masked expects a softmax, but got " +
                                 quote(softmax) + ", which scales rows");
    return failure();
  }
  Value input = softmax->getOperand(0);
  unsigned rank = cast<RankedTensorType>(input.getType()).getRank();
  MaskFinder finder(rank, reduction.dim);
  finder.visitTensor(input, llvm::to_vector(llvm::seq<unsigned>(0, rank)),
                     /*isAdded=*/false);
  if (!finder.found.parts.empty())
    return finder.found;
  std::string name = "'" + softmax->getName().getStringRef().str() + "'";
  reason = Reason(
      softmax, finder.selectsFinite
                   ? "the mask of " + name +
                         " selects a finite number, whose exp need not be 0: "
                         "skip_masked expects -inf"
                   : "nothing that " + name +
                         " reads is known to be -inf: skip_masked expects a "
                         "comparison of linalg.index values that selects -inf");
  return failure();
}
