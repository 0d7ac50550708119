//===- Preimages.cpp - Which operands give a compared number --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step goes from an op and its result to an operand that gives this result.
// The steps of +, -, xor, negation, casts that keep the number, and products
// with an odd constant, modulo 2^bits, are exact: the op maps the operand to
// the result. Those of quotients, remainders, masks, minima and of ops on
// floats give one of several operands, or the nearest one. A wrong number does
// no harm: it is one more input to try.
//
//===----------------------------------------------------------------------===//

#include "Preimages.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>
#include <optional>

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::arith;

static unsigned getWidth(Value value) {
  Type type = getElementTypeOrSelf(value.getType());
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

static std::optional<APInt> getInteger(Value value) {
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number)))
    return number;
  return std::nullopt;
}

static std::optional<double> getFloat(Value value) {
  APFloat number(0.0);
  if (!matchPattern(value, m_ConstantFloat(&number)))
    return std::nullopt;
  bool losesInfo;
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return number.convertToDouble();
}

/// The factor that gives `number` with `factor`; 0 if there is none.
static APInt divide(const APInt &number, const APInt &factor) {
  if (factor.isZero())
    return factor;
  if (number.srem(factor).isZero())
    return number.sdiv(factor);
  return factor[0] ? number * factor.multiplicativeInverse()
                   : APInt::getZero(number.getBitWidth());
}

/// The operands `x` for which `op`, with `k` as its other operand, is `number`.
static SmallVector<APInt> invert(Operation *op, bool isFirst, const APInt &k,
                                 const APInt &number) {
  unsigned shift = k.ult(k.getBitWidth()) ? k.getZExtValue() : 0;
  if (isa<AddIOp>(op))
    return {number - k};
  if (isa<SubIOp>(op))
    return {isFirst ? number + k : k - number};
  if (isa<MulIOp>(op))
    return {divide(number, k)};
  if (isa<XOrIOp>(op))
    return {number ^ k};
  if (isa<AndIOp>(op))
    return {number, number | ~k};
  if (isa<OrIOp, MinSIOp, MinUIOp, MaxSIOp, MaxUIOp>(op))
    return {number};
  if (!isFirst)
    return {};
  if (isa<ShLIOp>(op))
    return {number.lshr(shift), number.ashr(shift)};
  if (isa<ShRSIOp, ShRUIOp>(op))
    return {number.shl(shift)};
  if (isa<DivSIOp, DivUIOp, FloorDivSIOp, CeilDivSIOp, CeilDivUIOp>(op))
    return {number * k};
  if (isa<RemSIOp, RemUIOp>(op))
    return {number, number + k, number + k + k};
  return {};
}

/// The same for floats.
static std::optional<double> invert(Operation *op, bool isFirst, double k,
                                    double number) {
  if (isa<AddFOp>(op))
    return number - k;
  if (isa<SubFOp>(op))
    return isFirst ? number + k : k - number;
  if (isa<MulFOp>(op))
    return number / k;
  if (isa<DivFOp>(op))
    return isFirst ? number * k : k / number;
  if (isa<MaximumFOp, MinimumFOp, MaxNumFOp, MinNumFOp>(op))
    return number;
  return std::nullopt;
}

/// The operand of a function of one number.
static std::optional<double> invert(Operation *op, double number) {
  if (isa<NegFOp>(op))
    return -number;
  if (isa<ExtFOp, TruncFOp, math::AbsFOp, math::FloorOp, math::CeilOp,
          math::RoundOp, math::RoundEvenOp, math::TruncOp>(op))
    return number;
  if (isa<math::SqrtOp>(op))
    return number * number;
  if (isa<math::RsqrtOp>(op))
    return 1 / (number * number);
  if (isa<math::ExpOp>(op))
    return std::log(number);
  if (isa<math::Exp2Op>(op))
    return std::log2(number);
  if (isa<math::LogOp>(op))
    return std::exp(number);
  if (isa<math::TanhOp>(op))
    return std::atanh(number);
  return std::nullopt;
}

namespace {
/// One walk. Its length is limited, since values may be shared.
class Walk {
public:
  explicit Walk(PreimageVisitor visitor) : visitor(visitor) {}

  void visit(Value value, const APInt &number);
  void visit(Value value, double number);

private:
  bool visitCast(Operation *op, const APInt &number);
  bool visitBinary(Operation *op, const APInt &number);
  /// Visits the factors of a product, as each of its operands.
  void visitFactors(Value a, Value b, const APInt &number);
  bool visitBinary(Operation *op, double number);
  void visitExpr(AffineExpr expr, affine::AffineApplyOp apply,
                 const APInt &number);

  PreimageVisitor visitor;
  unsigned steps = 0;
  static constexpr unsigned kSteps = 64;
};
} // namespace

/// Follows a cast, or returns false.
bool Walk::visitCast(Operation *op, const APInt &number) {
  if (isa<BitcastOp>(op) &&
      isa<FloatType>(getElementTypeOrSelf(op->getOperand(0).getType()))) {
    auto type = cast<FloatType>(getElementTypeOrSelf(op->getOperand(0)));
    APFloat bits(type.getFloatSemantics(), number);
    bool losesInfo;
    bits.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
    visit(op->getOperand(0), bits.convertToDouble());
    return true;
  }
  if (isa<FPToSIOp, FPToUIOp>(op)) {
    visit(op->getOperand(0), number.signedRoundToDouble());
    return true;
  }
  if (!isa<ExtSIOp, ExtUIOp, TruncIOp, IndexCastOp, IndexCastUIOp>(op))
    return false;
  unsigned width = getWidth(op->getOperand(0));
  visit(op->getOperand(0), number.sextOrTrunc(width));
  if (number.isNegative() && width > number.getBitWidth())
    visit(op->getOperand(0), number.zext(width));
  return true;
}

/// Follows an op of two operands, or returns false.
bool Walk::visitBinary(Operation *op, const APInt &number) {
  Value a = op->getOperand(0), b = op->getOperand(1);
  std::optional<APInt> left = getInteger(a), right = getInteger(b);
  if (left || right) {
    SmallVector<APInt> operands =
        invert(op, /*isFirst=*/!left, left ? *left : *right, number);
    for (const APInt &operand : operands)
      visit(left ? b : a, operand);
    return !operands.empty();
  }
  if (a == b && isa<AddIOp>(op))
    return visit(a, number.ashr(1)), true;
  if (a == b && isa<MulIOp>(op))
    return visit(a, number.sqrt()), true;
  if (!isa<AddIOp, SubIOp, OrIOp, XOrIOp, MulIOp>(op))
    return false;
  visit(a, number);
  visit(b, number);
  if (isa<MulIOp>(op))
    visitFactors(a, b, number);
  return true;
}

void Walk::visitFactors(Value a, Value b, const APInt &number) {
  constexpr uint64_t kLargest = 1 << 16;
  constexpr unsigned kPairs = 4;
  if (number.getSignificantBits() > 64)
    return;
  uint64_t product = number.abs().getLimitedValue();
  unsigned found = 0;
  for (uint64_t factor = 2;
       factor * factor <= product && product <= kLargest && found < kPairs;
       ++factor) {
    if (product % factor != 0)
      continue;
    ++found;
    for (uint64_t one : {factor, product / factor})
      for (Value operand : {a, b})
        visit(operand, APInt(number.getBitWidth(), one));
  }
}

bool Walk::visitBinary(Operation *op, double number) {
  Value a = op->getOperand(0), b = op->getOperand(1);
  std::optional<double> left = getFloat(a), right = getFloat(b);
  if (left || right) {
    std::optional<double> operand =
        invert(op, /*isFirst=*/!left, left ? *left : *right, number);
    if (operand)
      visit(left ? b : a, *operand);
    return operand.has_value();
  }
  if (a == b && isa<AddFOp>(op))
    return visit(a, number / 2), true;
  if (a == b && isa<MulFOp>(op))
    return visit(a, std::sqrt(number)), true;
  if (!isa<AddFOp, SubFOp, MulFOp>(op))
    return false;
  visit(a, number);
  visit(b, number);
  return true;
}

void Walk::visitExpr(AffineExpr expr, affine::AffineApplyOp apply,
                     const APInt &number) {
  if (isa<AffineDimExpr, AffineSymbolExpr>(expr)) {
    unsigned position = isa<AffineDimExpr>(expr)
                            ? cast<AffineDimExpr>(expr).getPosition()
                            : apply.getAffineMap().getNumDims() +
                                  cast<AffineSymbolExpr>(expr).getPosition();
    return visit(apply.getMapOperands()[position], number);
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return;
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  APInt k(64, constant ? constant.getValue() : 0, /*isSigned=*/true);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    visitExpr(binary.getLHS(), apply, number - k);
    if (!constant)
      visitExpr(binary.getRHS(), apply, number);
    return;
  case AffineExprKind::Mul:
    return visitExpr(binary.getLHS(), apply,
                     k.isZero() ? number : number.sdiv(k));
  case AffineExprKind::FloorDiv:
  case AffineExprKind::CeilDiv:
    return visitExpr(binary.getLHS(), apply, k.isZero() ? number : number * k);
  default:
    return visitExpr(binary.getLHS(), apply, number);
  }
}

void Walk::visit(Value value, const APInt &number) {
  if (++steps > kSteps)
    return;
  Operation *op = value.getDefiningOp();
  if (op && op->getNumOperands() == 1 && visitCast(op, number))
    return;
  if (op && op->getNumOperands() == 2 && visitBinary(op, number))
    return;
  if (auto apply = dyn_cast_if_present<affine::AffineApplyOp>(op))
    return visitExpr(apply.getAffineMap().getResult(0), apply, number);
  visitor.visitInteger(value, number);
}

void Walk::visit(Value value, double number) {
  if (++steps > kSteps || !std::isfinite(number))
    return;
  Operation *op = value.getDefiningOp();
  if (isa_and_present<SIToFPOp, UIToFPOp>(op)) {
    constexpr double kEnd = 0x1p62;
    unsigned width = getWidth(op->getOperand(0));
    if (number == std::trunc(number) && std::abs(number) < kEnd)
      visit(op->getOperand(0),
            APInt(64, static_cast<int64_t>(number), true).sextOrTrunc(width));
    return;
  }
  if (op && op->getNumOperands() == 1)
    if (std::optional<double> operand = invert(op, number))
      return visit(op->getOperand(0), *operand);
  if (op && op->getNumOperands() == 2 && visitBinary(op, number))
    return;
  visitor.visitFloat(value, number);
}

void heddle::forEachPreimage(Value value, const APInt &number,
                             PreimageVisitor visitor) {
  Walk(visitor).visit(value, number);
}

void heddle::forEachPreimage(Value value, double number,
                             PreimageVisitor visitor) {
  Walk(visitor).visit(value, number);
}
