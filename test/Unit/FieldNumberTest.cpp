//===- FieldNumberTest.cpp - Unit tests of the finite field ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arithmetic of elements, special ones too, and which number a constant
// means.
//
//===----------------------------------------------------------------------===//

#include "heddle/Lowering/Field/FieldNumber.h"
#include "heddle/Lowering/Field/FieldConstant.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace mlir::heddle::field;

namespace {

Element divide(Element x, Element y) { return multiply(x, invert(y)); }

Element ratio(int64_t n, int64_t d) { return divide(fromInt(n), fromInt(d)); }

const Element kPlus = makeSpecial(kPositiveInfinity);
const Element kMinus = makeSpecial(kNegativeInfinity);
const Element kNotANumber = makeSpecial(kNaN);

/// Both primes have the properties that roots and exponentials need.
TEST(FieldNumberTest, Primes) {
  for (uint64_t prime : {kP, kQ}) {
    EXPECT_EQ(prime % 8, 7u);
    for (uint64_t d = 3; d * d <= prime; d += 2)
      ASSERT_NE(prime % d, 0u) << d;
  }
}

TEST(FieldNumberTest, SumsAndProducts) {
  EXPECT_EQ(add(fromInt(3), fromInt(-5)), fromInt(-2));
  EXPECT_EQ(subtract(fromInt(3), fromInt(-5)), fromInt(8));
  EXPECT_EQ(multiply(fromInt(-3), fromInt(5)), fromInt(-15));
  EXPECT_EQ(negate(fromInt(0)), fromInt(0));
  EXPECT_EQ(fromInt(kP), fromUnsigned(kP));
  EXPECT_EQ(ResidueP::fromInt(kP), 0u);
  EXPECT_EQ(fromWhole(0x1p60), fromInt(int64_t(1) << 60));
  EXPECT_EQ(fromWhole(-7), fromInt(-7));
}

/// The same for random elements, in another order each.
TEST(FieldNumberTest, Laws) {
  for (uint64_t i = 0; i < 1000; ++i) {
    Element x = draw(3 * i), y = draw(3 * i + 1), z = draw(3 * i + 2);
    EXPECT_EQ(add(add(x, y), z), add(x, add(z, y)));
    EXPECT_EQ(multiply(multiply(x, y), z), multiply(x, multiply(z, y)));
    EXPECT_EQ(multiply(x, add(y, z)), add(multiply(x, z), multiply(x, y)));
    EXPECT_EQ(multiply(x, invert(x)), fromInt(1));
    EXPECT_EQ(subtract(add(x, y), y), x);
    EXPECT_EQ(power(x, 5),
              multiply(multiply(x, x), multiply(x, multiply(x, x))));
    EXPECT_EQ(power(x, -2), invert(multiply(x, x)));
  }
}

/// MLIR folds roots of constants: they must have the sign that they have as
/// numbers.
TEST(FieldNumberTest, RootsOfConstants) {
  for (int64_t n : {1, 2, 3, 4, 5, 6, 8, 9, 10, 15, 16, 64, 80, 128, 1024})
    EXPECT_EQ(squareRoot(fromInt(n * n)), fromInt(n)) << n;
  EXPECT_EQ(squareRoot(ratio(1, 64)), ratio(1, 8));
  EXPECT_EQ(squareRoot(ratio(9, 25)), ratio(3, 5));
}

/// A root keeps products, also where it is not known, which is marked.
TEST(FieldNumberTest, Roots) {
  unsigned tainted = 0;
  for (uint64_t i = 0; i < 1000; ++i) {
    Element x = draw(2 * i), y = draw(2 * i + 1);
    Element root = squareRoot(x);
    EXPECT_TRUE(
        isSame(multiply(root, squareRoot(y)), squareRoot(multiply(x, y))));
    tainted += (root & kTainted) != 0;
    if (!(root & kTainted)) {
      EXPECT_TRUE(isSame(multiply(root, root), x));
    }
  }
  EXPECT_GT(tainted, 400u);
  EXPECT_LT(tainted, 600u);
}

TEST(FieldNumberTest, Infinities) {
  Element two = fromInt(2);
  EXPECT_EQ(add(kPlus, two), kPlus);
  EXPECT_EQ(add(kMinus, kMinus), kMinus);
  EXPECT_EQ(add(kPlus, kMinus), kNotANumber);
  EXPECT_EQ(subtract(kMinus, kMinus), kNotANumber);
  EXPECT_EQ(negate(kMinus), kPlus);
  EXPECT_EQ(multiply(kMinus, kMinus), kPlus);
  EXPECT_EQ(multiply(kMinus, fromInt(0)), kNotANumber);
  EXPECT_EQ(multiplySigned(kMinus, two, /*isNegative=*/true), kPlus);
  EXPECT_EQ(multiplySigned(kMinus, two, /*isNegative=*/false), kMinus);
  EXPECT_EQ(invert(kMinus), fromInt(0));
  EXPECT_EQ(multiply(kNotANumber, fromInt(0)), kNotANumber);
  // The sign of an element is not known, and neither is 1 / 0.
  EXPECT_EQ(getCode(multiply(kMinus, two)), kUnknown);
  EXPECT_EQ(getCode(invert(fromInt(0))), kUnknown);
}

/// Unknown spreads, and equals nothing; so does NaN.
TEST(FieldNumberTest, Unknown) {
  Element unknown = makeSpecial(kUnknown);
  EXPECT_EQ(getCode(add(unknown, kPlus)), kUnknown);
  EXPECT_EQ(getCode(add(unknown, kNotANumber)), kUnknown);
  EXPECT_EQ(getCode(multiply(unknown, fromInt(0))), kUnknown);
  EXPECT_FALSE(isSame(unknown, unknown));
  EXPECT_FALSE(isSame(kNotANumber, kNotANumber));
  EXPECT_TRUE(isSame(kMinus, kMinus));
  EXPECT_FALSE(isSame(kMinus, kPlus));
}

/// A component that is undefined is not compared, and its flag spreads.
TEST(FieldNumberTest, UndefinedComponents) {
  Element x = draw(1);
  Element noB = makeElement(getA(x), 77) | kNoExponent;
  Element noA = makeElement(0, getB(x)) | makeSpecial(kNoValue);
  EXPECT_TRUE(isSame(x, noB));
  EXPECT_TRUE(isSame(x, noA));
  EXPECT_FALSE(isSame(noA, noB));
  EXPECT_TRUE(add(noB, x) & kNoExponent);
  EXPECT_TRUE(isSame(add(noB, x), add(x, x)));
  EXPECT_TRUE(isSame(multiply(noA, x), multiply(x, x)));
  EXPECT_TRUE(isSame(invert(noB), invert(x)));
  EXPECT_TRUE(isSame(invert(noA), invert(x)));
  EXPECT_EQ(getCode(add(noA, kMinus)), kNegativeInfinity);
  EXPECT_TRUE(add(noB | kTainted, x) & kTainted);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Element read(float value) { return readConstant(llvm::APFloat(value)).element; }
Element read(double value) {
  return readConstant(llvm::APFloat(value)).element;
}

TEST(FieldConstantTest, SimplestFraction) {
  auto expect = [](double low, double high, int64_t n, int64_t d) {
    std::optional<Fraction> found = findSimplestFraction(low, high);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->numerator, n);
    EXPECT_EQ(found->denominator, d);
  };
  expect(0.3, 0.4, 1, 3);
  expect(3.14, 3.15, 22, 7);
  expect(2, 2.5, 2, 1);
  expect(0.5, 0.5, 1, 2);
  expect(0.1249, 0.1251, 1, 8);
  expect(0.1259, 0.1261, 15, 119);
}

/// The fraction that was meant, in each type.
TEST(FieldConstantTest, Fractions) {
  EXPECT_EQ(read(0.333333343f), ratio(1, 3));
  EXPECT_EQ(read(1.0 / 3), ratio(1, 3));
  EXPECT_EQ(read(-0.1f), ratio(-1, 10));
  EXPECT_EQ(read(1.0e-5f), ratio(1, 100000));
  EXPECT_EQ(read(1.0e-12f), read(1.0e-12));
  EXPECT_EQ(read(2.5e-9f), ratio(1, 400000000));
  EXPECT_EQ(read(0x1.8p-27), ratio(3, 1 << 28));
  EXPECT_EQ(read(0.126f), ratio(63, 500));
  EXPECT_NE(read(0.126f), read(0.125f));
  bool losesInfo;
  llvm::APFloat half(0.1);
  half.convert(llvm::APFloat::IEEEhalf(), llvm::APFloat::rmNearestTiesToEven,
               &losesInfo);
  EXPECT_EQ(readConstant(half).element, ratio(1, 10));
}

TEST(FieldConstantTest, WholeAndLargeNumbers) {
  EXPECT_EQ(read(16777216.0f), fromInt(1 << 24));
  EXPECT_EQ(read(-0.0f), fromInt(0));
  EXPECT_EQ(read(0x1p-100), power(fromInt(2), -100));
  EXPECT_EQ(read(0x1p100), power(fromInt(2), 100));
  EXPECT_EQ(read(-HUGE_VALF), kMinus);
  EXPECT_EQ(getCode(read(std::nanf(""))), kNaN);
}

/// exp(x) is exp2(x * log2e).
TEST(FieldConstantTest, Symbols) {
  EXPECT_EQ(multiply(read(1.44269504f), read(0.693147181f)), fromInt(1));
  EXPECT_EQ(read(1.44269504f), read(1.4426950408889634));
  EXPECT_TRUE(
      isSame(multiply(read(0.70710678f), read(0.70710678f)), ratio(1, 2)));
  EXPECT_EQ(read(-1.44269504f), negate(read(1.4426950408889634)));
}

/// Which constants may be results of arithmetic in floats.
TEST(FieldConstantTest, Rounded) {
  auto isRounded = [](float value) {
    return readConstant(llvm::APFloat(value)).mayBeRounded;
  };
  for (float exact :
       {0.0f, 1.0f, -3.0f, 0.125f, 1.5f, 1e9f, 0x1p-27f, -HUGE_VALF})
    EXPECT_FALSE(isRounded(exact)) << exact;
  for (float rounded : {0.1f, 0.333333343f, 1.0e-5f, 0.1250001f, 1.44269504f})
    EXPECT_TRUE(isRounded(rounded)) << rounded;
}

} // namespace
