//===- FieldConstant.cpp - Which number a float constant means ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search for the simplest fraction, by continued fractions, and the table
// of symbols.
//
//===----------------------------------------------------------------------===//

#include "heddle/Lowering/Field/FieldConstant.h"

#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir::heddle;
using namespace mlir::heddle::field;

std::optional<Fraction> field::findSimplestFraction(double low, double high) {
  // Convergents n[k] = whole * n[k - 1] + n[k - 2], until a whole number lies
  // in the interval that is left.
  int64_t n0 = 0, d0 = 1, n1 = 1, d1 = 0;
  long double first = low, second = high;
  for (int i = 0; i < 64; ++i) {
    long double whole = std::floor(first);
    bool isLast = whole == first || whole + 1 <= second;
    if (isLast && whole != first)
      whole += 1;
    if (whole >= 0x1p62L)
      return std::nullopt;
    int64_t n = 0, d = 0;
    if (llvm::MulOverflow(static_cast<int64_t>(whole), n1, n) ||
        llvm::AddOverflow(n, n0, n) ||
        llvm::MulOverflow(static_cast<int64_t>(whole), d1, d) ||
        llvm::AddOverflow(d, d0, d))
      return std::nullopt;
    if (isLast)
      return Fraction{n, d};
    n0 = n1, d0 = d1, n1 = n, d1 = d;
    // 1 / x exchanges the ends of the interval.
    long double next = 1 / (second - whole);
    second = 1 / (first - whole);
    first = next;
  }
  return std::nullopt;
}

namespace {
struct Symbol {
  double value;
  Element element;
};
} // namespace

/// Irrational numbers. Three of them are represented by fixed random elements;
/// the others are computed from these.
static std::vector<Symbol> makeSymbols(const Field &field) {
  auto divide = [&](Element x, Element y) {
    return field.multiply(x, field.invert(y));
  };
  Element one = field.fromInt(1), two = field.fromInt(2);
  Element log2e = field.draw(1), log10e = field.draw(2),
          rootTwoByPi = field.draw(3);
  Element root2 = field.squareRoot(two).element;
  Element pi = divide(two, field.multiply(rootTwoByPi, rootTwoByPi));
  return {{1.4426950408889634, log2e},
          {0.6931471805599453, field.invert(log2e)},
          {0.4342944819032518, log10e},
          {2.302585092994046, field.invert(log10e)},
          {0.7978845608028654, rootTwoByPi},
          {1.1283791670955126, field.multiply(rootTwoByPi, root2)},
          {0.3989422804014327, divide(rootTwoByPi, two)},
          {3.141592653589793, pi},
          {6.283185307179586, field.multiply(two, pi)},
          {1.5707963267948966, divide(pi, two)},
          {1.4142135623730951, root2},
          {0.7071067811865476, divide(one, root2)}};
}

static llvm::ArrayRef<Symbol> getSymbols(const Field &field) {
  static const std::vector<std::vector<Symbol>> symbols = [] {
    std::vector<std::vector<Symbol>> levels;
    for (unsigned level = 0; level < kLevels; ++level)
      levels.push_back(makeSymbols(Field::get(level)));
    return levels;
  }();
  return symbols[field.level];
}

static double toDouble(llvm::APFloat value) {
  bool losesInfo;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

/// Half the distance to the next number of its type.
static double getHalfUnit(const llvm::APFloat &value) {
  int precision = llvm::APFloat::semanticsPrecision(value.getSemantics());
  int exponent = std::max(
      ilogb(value), llvm::APFloat::semanticsMinExponent(value.getSemantics()));
  return std::ldexp(1.0, exponent - precision);
}

/// A number as m * 2^e, with an odd m.
static std::pair<int64_t, int> splitBinary(double magnitude) {
  int exponent = 0;
  auto mantissa =
      static_cast<int64_t>(std::ldexp(std::frexp(magnitude, &exponent), 53));
  int zeros = llvm::countr_zero(static_cast<uint64_t>(mantissa));
  return {mantissa >> zeros, exponent - 53 + zeros};
}

/// A decimal fraction of few digits within `half` of `value`. For a small
/// number it is more likely to be meant than the simplest fraction.
static std::optional<Fraction> findDecimal(double value, double half) {
  int64_t denominator = 100000;
  for (int digits = 6; digits <= 18; ++digits) {
    denominator *= 10;
    double numerator = std::round(value * static_cast<double>(denominator));
    if (numerator >= 1 && numerator < 10000 &&
        std::abs(numerator / static_cast<double>(denominator) - value) <= half)
      return Fraction{static_cast<int64_t>(numerator), denominator};
  }
  return std::nullopt;
}

/// The same for a positive number.
static Constant readMagnitude(const llvm::APFloat &rounded,
                              const Field &field) {
  constexpr int64_t kFewBits = 32, kLargeDenominator = 1 << 20;
  double value = toDouble(rounded), half = getHalfUnit(rounded);
  for (const Symbol &symbol : getSymbols(field))
    if (std::abs(symbol.value - value) <= half)
      return {symbol.element, symbol.value, true, /*isSymbol=*/true};
  auto [mantissa, exponent] = splitBinary(value);
  Element exactly = field.multiply(field.fromInt(mantissa),
                                   field.power(field.fromInt(2), exponent));
  if (exponent >= 0 || mantissa < kFewBits)
    return {exactly, value, false};
  std::optional<Fraction> fraction =
      value < 0x1p50 ? findSimplestFraction(value - half, value + half)
                     : std::nullopt;
  if (!fraction || fraction->denominator > kLargeDenominator)
    if (std::optional<Fraction> decimal = findDecimal(value, half))
      fraction = decimal;
  if (!fraction)
    return {exactly, value, true};
  auto [numerator, denominator] = *fraction;
  Element divisor = field.fromInt(denominator);
  return {field.multiply(field.fromInt(numerator), field.invert(divisor)),
          static_cast<double>(numerator) / static_cast<double>(denominator),
          true};
}

Constant field::readConstant(const llvm::APFloat &value, const Field &field) {
  if (!value.isFinite() || value.isZero()) {
    double number = toDouble(value);
    return {field.fromWhole(number), number, false};
  }
  if (!value.isNegative())
    return readMagnitude(value, field);
  Constant constant = readMagnitude(-value, field);
  constant.element = field.negate(constant.element);
  constant.value = -constant.value;
  return constant;
}
