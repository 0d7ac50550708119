//===- FieldChoices.cpp - Ops that depend on the order of numbers ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maxima, comparisons, signs and roundings. f64 decides them, and the field
// detects ties.
//
//===----------------------------------------------------------------------===//

#include "FieldState.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::heddle::field;

/// Numbers of f64 that are nearer to each other than this, relative to the
/// magnitudes that entered them, may be equal.
static constexpr double kNear = 1e-11;

/// Bits of an entry: the answer, and whether the numbers are near.
static constexpr uint8_t kAnswerBit = 4, kNearBit = 8;

static bool isNear(double x, double y, double magnitude) {
  if (std::isnan(x) || std::isnan(y) || std::isinf(x) || std::isinf(y))
    return false;
  magnitude = std::max({std::abs(x), std::abs(y), std::abs(magnitude)});
  return std::abs(x - y) <= kNear * magnitude;
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

static bool compare(unsigned predicate, double x, double y) {
  return arith::applyCmpPredicate(static_cast<arith::CmpFPredicate>(predicate),
                                  llvm::APFloat(x), llvm::APFloat(y));
}

/// True if the result is the second operand or the negated operand, or if the
/// answer is yes.
static bool choose(int64_t code, double x, double y) {
  switch (getOp(code)) {
  case FieldOp::Maximum:
    return !std::isnan(x) && (std::isnan(y) || y > x);
  case FieldOp::Minimum:
    return !std::isnan(x) && (std::isnan(y) || y < x);
  case FieldOp::MaximumNumber:
    return std::isnan(x) || y > x;
  case FieldOp::MinimumNumber:
    return std::isnan(x) || y < x;
  case FieldOp::Absolute:
    return std::signbit(x);
  case FieldOp::CopySign:
    return std::signbit(x) != std::signbit(y);
  case FieldOp::Compare:
    return compare(getPredicate(code), x, y);
  case FieldOp::IsNaN:
    return std::isnan(x);
  case FieldOp::IsInfinite:
    return std::isinf(x);
  case FieldOp::IsFinite:
    return std::isfinite(x);
  default:
    return std::isnormal(x);
  }
}

void field::recordChoice(int64_t code, double x, double y, double magnitude) {
  bool near = false;
  FieldOp op = getOp(code);
  if (op == FieldOp::Absolute)
    near = isNear(x, 0, magnitude);
  else if (op == FieldOp::CopySign)
    near = isNear(x, 0, magnitude) || isNear(y, 0, magnitude);
  else if (op <= FieldOp::Compare)
    near = isNear(x, y, magnitude);
  addEntry(kChoiceEntry | (choose(code, x, y) ? kAnswerBit : 0) |
           (near ? kNearBit : 0));
}

/// Of two equal numbers, the one with more defined components.
static Element getBetter(Element x, Element y) {
  auto getDoubt = [](Element element) {
    return (element & kTainted ? 4 : 0) + (element & kSpecial ? 2 : 0) +
           (element & kNoExponent ? 1 : 0);
  };
  return getDoubt(y) < getDoubt(x) ? y : x;
}

Element field::applyChoice(int64_t code, Element x, Element y) {
  uint8_t entry = takeEntry(kChoiceEntry);
  ++getState().counts.comparisons;
  bool answer = entry & kAnswerBit, tie = false;
  FieldOp op = getOp(code);
  if (op == FieldOp::Absolute || op == FieldOp::CopySign) {
    tie = isZero(x) || (op == FieldOp::CopySign && isZero(y));
    y = getField().negate(x);
  } else if (op <= FieldOp::Compare) {
    tie = isSame(x, y);
  }
  if (!tie && (entry & kNearBit))
    ++getState().counts.undecided;
  if (givesInteger(op))
    return op == FieldOp::Compare && tie ? compare(getPredicate(code), 0, 0)
                                         : answer;
  if (tie && op <= FieldOp::MinimumNumber)
    return getBetter(x, y);
  return answer ? y : x;
}

//===----------------------------------------------------------------------===//
// Integers of floats
//===----------------------------------------------------------------------===//

static double roundTo(FieldOp op, double x) {
  switch (op) {
  case FieldOp::Floor:
    return std::floor(x);
  case FieldOp::Ceil:
    return std::ceil(x);
  case FieldOp::Round:
    return std::round(x);
  case FieldOp::RoundEven:
    return std::nearbyint(x);
  default:
    return std::trunc(x);
  }
}

static bool roundsAtHalves(FieldOp op) {
  return op == FieldOp::Round || op == FieldOp::RoundEven;
}

/// The point of discontinuity of `op` near `x`.
static double getJump(FieldOp op, double x) {
  return roundsAtHalves(op) ? std::floor(x) + 0.5 : std::nearbyint(x);
}

void field::recordWhole(int64_t code, double x, double y, double magnitude) {
  FieldOp op = getOp(code);
  double number = op == FieldOp::Remainder ? x / y : x;
  bool near = isNear(number, getJump(op, number), magnitude);
  addEntry(kWholeEntry | (near ? kNearBit : 0));
  getState().recording->numbers.push_back(number);
}

static uint64_t toInteger(FieldOp op, double value) {
  if (!std::isfinite(value) || std::abs(value) >= 0x1p64)
    return 0;
  if (op == FieldOp::ToUnsigned || value >= 0x1p63)
    return value < 0 ? 0 : static_cast<uint64_t>(value);
  return value < -0x1p63 ? 0 : static_cast<int64_t>(value);
}

Element field::applyWhole(int64_t code, Element x, Element y) {
  const Field &numbers = getField();
  uint8_t entry = takeEntry(kWholeEntry);
  ++getState().counts.comparisons;
  double number = getState().record->numbers[getState().nextNumber++];
  FieldOp op = getOp(code);
  Element exact = x;
  if (op == FieldOp::Remainder)
    exact = numbers.multiply(x, numbers.invert(y));
  if (entry & kNearBit) {
    double jump = getJump(op, number);
    Element element = numbers.multiply(numbers.fromWhole(2 * jump),
                                       numbers.invert(numbers.fromInt(2)));
    if (isSame(exact, element))
      number = jump;
    else
      ++getState().counts.undecided;
  }
  double whole = roundTo(op, number);
  if (givesInteger(op))
    return toInteger(op, whole);
  if (op == FieldOp::Remainder)
    return numbers.subtract(x, numbers.multiply(y, numbers.fromWhole(whole)));
  return numbers.fromWhole(whole);
}
