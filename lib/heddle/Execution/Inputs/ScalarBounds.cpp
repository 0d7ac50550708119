//===- ScalarBounds.cpp - Bounds of what a scalar op computes -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One rule per op. Integers are bounded as signed numbers. For an op that reads
// their bits as an unsigned number, the bound holds only if the number cannot
// be negative; otherwise all bit patterns of the type are possible.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Inputs/ScalarBounds.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using namespace mlir::heddle;

ValueBound heddle::join(ValueBound a, ValueBound b) {
  return {std::max(a.maxAbs, b.maxAbs), std::max(a.shift, b.shift),
          a.mayBeNegative || b.mayBeNegative};
}

//===----------------------------------------------------------------------===//
// Types and constants
//===----------------------------------------------------------------------===//

/// Bits of an integer or an index; 0 for other types.
static unsigned getWidth(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.getWidth();
  return type.isIndex() ? IndexType::kInternalStorageBitWidth : 0;
}

std::optional<ValueBound> heddle::getTypeBound(Type type) {
  unsigned width = getWidth(type);
  if (width == 0)
    return std::nullopt;
  return ValueBound{std::ldexp(1.0, width - 1), 0, /*mayBeNegative=*/true};
}

/// The bound of a constant, if its unit is not too small.
static std::optional<ValueBound> boundConstant(double value) {
  ValueBound bound{std::fabs(value), 0, value < 0};
  if (!std::isfinite(value))
    // An infinity is the start of a maximum or a minimum; it is exact.
    return ValueBound{0, 0, value < 0};
  for (double scaled = bound.maxAbs; scaled != std::floor(scaled); scaled *= 2)
    if (++bound.shift > 16)
      return std::nullopt;
  return bound;
}

static ValueBound boundInteger(const APInt &value) {
  return {std::fabs(value.roundToDouble(/*isSigned=*/true)), 0,
          value.isNegative()};
}

std::optional<ValueBound> heddle::boundAttribute(Attribute attribute) {
  // The largest number of a type is the start of a minimum or a maximum.
  if (auto value = dyn_cast<FloatAttr>(attribute))
    return value.getValue().isLargest()
               ? ValueBound{0, 0, value.getValue().isNegative()}
               : boundConstant(value.getValueAsDouble());
  if (auto value = dyn_cast<IntegerAttr>(attribute))
    return boundInteger(value.getValue());
  auto dense = dyn_cast<DenseElementsAttr>(attribute);
  if (!dense)
    return std::nullopt;
  // A value that is the same in all elements may have any size.
  int64_t count = std::min<int64_t>(dense.getNumElements(),
                                    dense.isSplat() ? 1 : INT64_MAX);
  ValueBound bound;
  if (isa<FloatType>(dense.getElementType())) {
    auto values = dense.getValues<APFloat>();
    for (APFloat wide :
         llvm::make_range(values.begin(), values.begin() + count)) {
      bool losesInfo;
      wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
      auto one = boundConstant(wide.convertToDouble());
      if (!one)
        return std::nullopt;
      bound = join(bound, *one);
    }
    return bound;
  }
  if (!dense.getElementType().isIntOrIndex())
    return std::nullopt;
  auto values = dense.getValues<APInt>();
  for (APInt element : llvm::make_range(values.begin(), values.begin() + count))
    bound = join(bound, boundInteger(element));
  return bound;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// The bound of the bits of `in`, of type `type`, read as an unsigned number.
static ValueBound readUnsigned(ValueBound in, Type type) {
  if (!in.mayBeNegative)
    return in;
  return {std::ldexp(1.0, getWidth(type)) - 1, 0, /*mayBeNegative=*/false};
}

/// The tighter bound of a result that is below one of two unsigned numbers.
static std::optional<ValueBound> boundBelowEither(ValueBound a, ValueBound b) {
  if (a.mayBeNegative && b.mayBeNegative)
    return std::nullopt;
  if (a.mayBeNegative || (!b.mayBeNegative && b.maxAbs < a.maxAbs))
    return b;
  return a;
}

/// The number of bits that a shift by a constant moves.
static std::optional<int64_t> getShiftAmount(Operation *op) {
  APInt amount;
  if (!matchPattern(op->getOperand(1), m_ConstantInt(&amount)) ||
      amount.uge(amount.getBitWidth()))
    return std::nullopt;
  return amount.getZExtValue();
}

static std::optional<ValueBound> boundShift(Operation *op, ValueBound in) {
  if (isa<arith::ShRSIOp>(op))
    return in;
  std::optional<int64_t> amount = getShiftAmount(op);
  if (isa<arith::ShLIOp>(op)) {
    if (!amount)
      return std::nullopt;
    in.maxAbs = std::ldexp(in.maxAbs, *amount);
    return in;
  }
  // A logical shift to the right by no bit keeps the sign.
  if (!in.mayBeNegative)
    return in;
  if (!amount || *amount == 0)
    return std::nullopt;
  Type type = getElementTypeOrSelf(op->getResult(0).getType());
  ValueBound bits = readUnsigned(in, type);
  return ValueBound{std::floor(std::ldexp(bits.maxAbs, -*amount)), 0, false};
}

static std::optional<ValueBound> boundUnsignedDivision(ValueBound a) {
  return a.mayBeNegative ? std::nullopt : std::optional<ValueBound>(a);
}

static ValueBound boundExtremum(Operation *op, ValueBound a, ValueBound b) {
  ValueBound bound = join(a, b);
  if (isa<arith::MaxSIOp>(op))
    bound.mayBeNegative = a.mayBeNegative && b.mayBeNegative;
  if (isa<arith::MinUIOp>(op))
    return boundBelowEither(a, b).value_or(bound);
  return bound;
}

/// The rules for integer ops; none for an op whose results may have any bit
/// pattern.
static std::optional<ValueBound> boundIntegerOp(Operation *op,
                                                ArrayRef<ValueBound> in) {
  using namespace arith;
  using Bound = std::optional<ValueBound>;
  auto isUnsigned = [&](unsigned i) { return !in[i].mayBeNegative; };
  return llvm::TypeSwitch<Operation *, Bound>(op)
      .Case<AddIOp>([&](auto) -> Bound {
        return ValueBound{in[0].maxAbs + in[1].maxAbs, 0,
                          in[0].mayBeNegative || in[1].mayBeNegative};
      })
      .Case<SubIOp>([&](auto) -> Bound {
        return ValueBound{in[0].maxAbs + in[1].maxAbs, 0, true};
      })
      .Case<MulIOp>([&](auto) -> Bound {
        return ValueBound{in[0].maxAbs * in[1].maxAbs, 0,
                          in[0].mayBeNegative || in[1].mayBeNegative};
      })
      .Case<MaxSIOp, MaxUIOp, MinSIOp, MinUIOp>(
          [&](auto) -> Bound { return boundExtremum(op, in[0], in[1]); })
      .Case<AndIOp>(
          [&](auto) -> Bound { return boundBelowEither(in[0], in[1]); })
      .Case<OrIOp, XOrIOp>([&](auto) -> Bound {
        if (!isUnsigned(0) || !isUnsigned(1))
          return std::nullopt;
        return ValueBound{in[0].maxAbs + in[1].maxAbs, 0, false};
      })
      .Case<ShLIOp, ShRSIOp, ShRUIOp>(
          [&](auto) -> Bound { return boundShift(op, in[0]); })
      .Case<DivSIOp, FloorDivSIOp, CeilDivSIOp>([&](auto) -> Bound {
        return ValueBound{in[0].maxAbs, 0,
                          in[0].mayBeNegative || in[1].mayBeNegative};
      })
      .Case<DivUIOp, CeilDivUIOp>(
          [&](auto) -> Bound { return boundUnsignedDivision(in[0]); })
      .Case<RemSIOp>([&](auto) -> Bound {
        return ValueBound{std::min(in[0].maxAbs, in[1].maxAbs), 0,
                          in[0].mayBeNegative};
      })
      .Case<RemUIOp>(
          [&](auto) -> Bound { return boundBelowEither(in[0], in[1]); })
      .Case<math::AbsIOp>(
          [&](auto) -> Bound { return ValueBound{in[0].maxAbs, 0, false}; })
      .Case<ExtSIOp, TruncIOp, IndexCastOp>(
          [&](auto) -> Bound { return in[0]; })
      .Case<ExtUIOp, IndexCastUIOp>([&](auto) -> Bound {
        return readUnsigned(in[0],
                            getElementTypeOrSelf(op->getOperand(0).getType()));
      })
      .Case<SelectOp>([&](auto) -> Bound { return join(in[1], in[2]); })
      .Case<CmpFOp, CmpIOp>([&](auto) -> Bound {
        return ValueBound{1, 0, /*mayBeNegative=*/true};
      })
      .Default([](Operation *) -> Bound { return std::nullopt; });
}

//===----------------------------------------------------------------------===//
// Floats and conversions
//===----------------------------------------------------------------------===//

/// A conversion to an integer type is only defined for numbers of that type.
static std::optional<ValueBound> boundFloatToInteger(Operation *op,
                                                     ValueBound in) {
  unsigned width = getWidth(getElementTypeOrSelf(op->getResult(0).getType()));
  bool isSigned = isa<arith::FPToSIOp>(op);
  double largest = std::ldexp(1.0, isSigned ? width - 1 : width) - 1;
  in = {std::ceil(in.maxAbs), 0, in.mayBeNegative};
  if (in.maxAbs > largest || (in.mayBeNegative && !isSigned))
    return std::nullopt;
  // Read as signed numbers, the upper half of the unsigned numbers is negative.
  return in;
}

/// Division by a power of two is a multiplication.
static std::optional<ValueBound> boundDivision(arith::DivFOp op,
                                               ValueBound in) {
  FloatAttr divisor;
  int exponent;
  if (!matchPattern(op.getRhs(), m_Constant(&divisor)) ||
      std::frexp(std::fabs(divisor.getValueAsDouble()), &exponent) != 0.5)
    return std::nullopt;
  return ValueBound{std::ldexp(in.maxAbs, 1 - exponent),
                    std::max(0, in.shift + exponent - 1), true};
}

static std::optional<ValueBound> boundFloatOp(Operation *op,
                                              ArrayRef<ValueBound> in) {
  using namespace arith;
  using Bound = std::optional<ValueBound>;
  auto add = [](ValueBound a, ValueBound b) {
    return ValueBound{a.maxAbs + b.maxAbs, std::max(a.shift, b.shift),
                      a.mayBeNegative || b.mayBeNegative};
  };
  auto multiply = [](ValueBound a, ValueBound b) {
    return ValueBound{a.maxAbs * b.maxAbs, a.shift + b.shift,
                      a.mayBeNegative || b.mayBeNegative};
  };
  return llvm::TypeSwitch<Operation *, Bound>(op)
      .Case<AddFOp>([&](auto) -> Bound { return add(in[0], in[1]); })
      .Case<SubFOp>([&](auto) -> Bound {
        ValueBound bound = add(in[0], in[1]);
        bound.mayBeNegative = true;
        return bound;
      })
      .Case<MulFOp>([&](auto) -> Bound { return multiply(in[0], in[1]); })
      .Case<math::FmaOp>(
          [&](auto) -> Bound { return add(multiply(in[0], in[1]), in[2]); })
      .Case<MaximumFOp, MinimumFOp, MaxNumFOp, MinNumFOp>(
          [&](auto) -> Bound { return join(in[0], in[1]); })
      .Case<NegFOp>([&](auto) -> Bound {
        return ValueBound{in[0].maxAbs, in[0].shift, true};
      })
      .Case<math::AbsFOp>([&](auto) -> Bound {
        return ValueBound{in[0].maxAbs, in[0].shift, false};
      })
      .Case<ExtFOp, TruncFOp, SIToFPOp>([&](auto) -> Bound { return in[0]; })
      .Case<UIToFPOp>([&](auto) -> Bound {
        return readUnsigned(in[0],
                            getElementTypeOrSelf(op->getOperand(0).getType()));
      })
      .Case<FPToSIOp, FPToUIOp>(
          [&](auto) -> Bound { return boundFloatToInteger(op, in[0]); })
      .Case<math::CeilOp, math::FloorOp, math::RoundOp, math::RoundEvenOp,
            math::TruncOp>([&](auto) -> Bound {
        return ValueBound{std::ceil(in[0].maxAbs), 0, in[0].mayBeNegative};
      })
      .Case<SelectOp>([&](auto) -> Bound { return join(in[1], in[2]); })
      .Case<DivFOp>(
          [&](DivFOp divide) -> Bound { return boundDivision(divide, in[0]); })
      .Default([](Operation *) -> Bound { return std::nullopt; });
}

std::optional<ValueBound> heddle::boundScalarOp(Operation *op,
                                                ArrayRef<ValueBound> in) {
  Type type = getElementTypeOrSelf(op->getResult(0).getType());
  bool fromFloats = llvm::any_of(op->getOperandTypes(), [](Type operand) {
    return isa<FloatType>(getElementTypeOrSelf(operand));
  });
  if (!type.isIntOrIndex() || (fromFloats && !isa<arith::CmpFOp>(op)))
    return boundFloatOp(op, in);
  // Every integer op gives an exact result for exact operands.
  if (std::optional<ValueBound> bound = boundIntegerOp(op, in))
    return bound;
  return getTypeBound(type);
}
