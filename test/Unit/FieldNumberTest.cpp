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

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace mlir::heddle::field;

namespace {

const Field &firstField = Field::get();

Element divide(Element x, Element y) {
  return firstField.multiply(x, firstField.invert(y));
}

Element ratio(int64_t n, int64_t d) {
  return divide(firstField.fromInt(n), firstField.fromInt(d));
}

const Element kPlus = makeSpecial(kPositiveInfinity);
const Element kMinus = makeSpecial(kNegativeInfinity);
const Element kNotANumber = makeSpecial(kNaN);

/// All primes have the properties that roots and exponentials need.
TEST(FieldNumberTest, Primes) {
  for (auto [i, prime] : llvm::enumerate(kPrimes)) {
    EXPECT_EQ(prime % 8, 7u);
    if (i + 1 < std::size(kPrimes)) {
      EXPECT_EQ(prime, 2 * kPrimes[i + 1] + 1);
    }
    for (uint32_t d = 3; uint64_t(d) * d <= prime; d += 2)
      ASSERT_NE(prime % d, 0u) << d;
  }
}

/// Neighboring levels agree on the prime that they share.
TEST(FieldNumberTest, Levels) {
  for (unsigned level = 1; level < kLevels; ++level) {
    const Field &outer = Field::get(level - 1), &inner = Field::get(level);
    for (int i = 0; i < 100; ++i)
      EXPECT_EQ(getB(outer.draw(i)), getA(inner.draw(i)));
    for (double value : {0.1, 3.0, 1.4426950408889634, 0.7978845608028654})
      EXPECT_EQ(getB(readConstant(llvm::APFloat(value), outer).element),
                getA(readConstant(llvm::APFloat(value), inner).element));
    for (int64_t n : {2, 3, 5, 6, 10, 80})
      EXPECT_EQ(inner.squareRoot(inner.fromInt(n * n)).element,
                inner.fromInt(n));
  }
}

TEST(FieldNumberTest, SumsAndProducts) {
  EXPECT_EQ(firstField.add(firstField.fromInt(3), firstField.fromInt(-5)),
            firstField.fromInt(-2));
  EXPECT_EQ(firstField.subtract(firstField.fromInt(3), firstField.fromInt(-5)),
            firstField.fromInt(8));
  EXPECT_EQ(firstField.multiply(firstField.fromInt(-3), firstField.fromInt(5)),
            firstField.fromInt(-15));
  EXPECT_EQ(firstField.negate(firstField.fromInt(0)), firstField.fromInt(0));
  EXPECT_EQ(firstField.fromInt(firstField.p.prime),
            firstField.fromUnsigned(firstField.p.prime));
  EXPECT_EQ(firstField.p.fromInt(firstField.p.prime), 0u);
  EXPECT_EQ(firstField.fromWhole(0x1p60), firstField.fromInt(int64_t(1) << 60));
  EXPECT_EQ(firstField.fromWhole(-7), firstField.fromInt(-7));
}

/// The same for random elements, in another order each.
TEST(FieldNumberTest, Laws) {
  for (uint64_t i = 0; i < 1000; ++i) {
    Element x = firstField.draw(3 * i), y = firstField.draw(3 * i + 1),
            z = firstField.draw(3 * i + 2);
    EXPECT_EQ(firstField.add(firstField.add(x, y), z),
              firstField.add(x, firstField.add(z, y)));
    EXPECT_EQ(firstField.multiply(firstField.multiply(x, y), z),
              firstField.multiply(x, firstField.multiply(z, y)));
    EXPECT_EQ(
        firstField.multiply(x, firstField.add(y, z)),
        firstField.add(firstField.multiply(x, z), firstField.multiply(x, y)));
    EXPECT_EQ(firstField.multiply(x, firstField.invert(x)),
              firstField.fromInt(1));
    EXPECT_EQ(firstField.subtract(firstField.add(x, y), y), x);
    EXPECT_EQ(
        firstField.power(x, 5),
        firstField.multiply(firstField.multiply(x, x),
                            firstField.multiply(x, firstField.multiply(x, x))));
    EXPECT_EQ(firstField.power(x, -2),
              firstField.invert(firstField.multiply(x, x)));
  }
}

/// MLIR folds roots of constants: they must have the sign that they have as
/// numbers.
TEST(FieldNumberTest, RootsOfConstants) {
  for (int64_t n : {1, 2, 3, 4, 5, 6, 8, 9, 10, 15, 16, 64, 80, 128, 1024})
    EXPECT_EQ(firstField.squareRoot(firstField.fromInt(n * n)).element,
              firstField.fromInt(n))
        << n;
  EXPECT_EQ(firstField.squareRoot(ratio(1, 64)).element, ratio(1, 8));
  EXPECT_EQ(firstField.squareRoot(ratio(9, 25)).element, ratio(3, 5));
}

/// The root of a product is the product of the roots, even if its sign is not
/// known. An unknown sign is reported.
TEST(FieldNumberTest, Roots) {
  unsigned unknown = 0;
  for (uint64_t i = 0; i < 1000; ++i) {
    Element x = firstField.draw(2 * i), y = firstField.draw(2 * i + 1);
    Root root = firstField.squareRoot(x);
    EXPECT_EQ(
        firstField.multiply(root.element, firstField.squareRoot(y).element),
        firstField.squareRoot(firstField.multiply(x, y)).element);
    unknown += !root.isKnown;
    if (root.isKnown) {
      EXPECT_EQ(firstField.multiply(root.element, root.element), x);
    }
  }
  EXPECT_GT(unknown, 650u);
  EXPECT_LT(unknown, 850u);
}

TEST(FieldNumberTest, Infinities) {
  Element two = firstField.fromInt(2);
  EXPECT_EQ(firstField.add(kPlus, two), kPlus);
  EXPECT_EQ(firstField.add(kMinus, kMinus), kMinus);
  EXPECT_EQ(firstField.add(kPlus, kMinus), kNotANumber);
  EXPECT_EQ(firstField.subtract(kMinus, kMinus), kNotANumber);
  EXPECT_EQ(firstField.negate(kMinus), kPlus);
  EXPECT_EQ(firstField.multiply(kMinus, kMinus), kPlus);
  EXPECT_EQ(firstField.multiply(kMinus, firstField.fromInt(0)), kNotANumber);
  EXPECT_EQ(firstField.multiplySigned(kMinus, two, /*isNegative=*/true), kPlus);
  EXPECT_EQ(firstField.multiplySigned(kMinus, two, /*isNegative=*/false),
            kMinus);
  EXPECT_EQ(firstField.invert(kMinus), firstField.fromInt(0));
  EXPECT_EQ(firstField.multiply(kNotANumber, firstField.fromInt(0)),
            kNotANumber);
  // The sign of an element is not known, and neither is 1 / 0.
  EXPECT_EQ(getCode(firstField.multiply(kMinus, two)), kUnknown);
  EXPECT_EQ(getCode(firstField.invert(firstField.fromInt(0))), kUnknown);
}

/// Unknown propagates and equals nothing; so does NaN.
TEST(FieldNumberTest, Unknown) {
  Element unknown = makeSpecial(kUnknown);
  EXPECT_EQ(getCode(firstField.add(unknown, kPlus)), kUnknown);
  EXPECT_EQ(getCode(firstField.add(unknown, kNotANumber)), kUnknown);
  EXPECT_EQ(getCode(firstField.multiply(unknown, firstField.fromInt(0))),
            kUnknown);
  EXPECT_FALSE(isSame(unknown, unknown));
  EXPECT_FALSE(isSame(kNotANumber, kNotANumber));
  EXPECT_TRUE(isSame(kMinus, kMinus));
  EXPECT_FALSE(isSame(kMinus, kPlus));
}

/// An undefined component is not compared, and its flag propagates.
TEST(FieldNumberTest, UndefinedComponents) {
  Element x = firstField.draw(1);
  Element noB = makeElement(getA(x), 77) | kNoExponent;
  Element noA = makeElement(0, getB(x)) | makeSpecial(kNoValue);
  EXPECT_TRUE(isSame(x, noB));
  EXPECT_TRUE(isSame(x, noA));
  EXPECT_FALSE(isSame(noA, noB));
  EXPECT_TRUE(firstField.add(noB, x) & kNoExponent);
  EXPECT_TRUE(isSame(firstField.add(noB, x), firstField.add(x, x)));
  EXPECT_TRUE(isSame(firstField.multiply(noA, x), firstField.multiply(x, x)));
  EXPECT_TRUE(isSame(firstField.invert(noB), firstField.invert(x)));
  EXPECT_TRUE(isSame(firstField.invert(noA), firstField.invert(x)));
  EXPECT_EQ(getCode(firstField.add(noA, kMinus)), kNegativeInfinity);
  EXPECT_TRUE(firstField.add(noB | kTainted, x) & kTainted);
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
  EXPECT_EQ(read(16777216.0f), firstField.fromInt(1 << 24));
  EXPECT_EQ(read(-0.0f), firstField.fromInt(0));
  EXPECT_EQ(read(0x1p-100), firstField.power(firstField.fromInt(2), -100));
  EXPECT_EQ(read(0x1p100), firstField.power(firstField.fromInt(2), 100));
  EXPECT_EQ(read(-HUGE_VALF), kMinus);
  EXPECT_EQ(getCode(read(std::nanf(""))), kNaN);
}

/// exp(x) is exp2(x * log2e).
TEST(FieldConstantTest, Symbols) {
  EXPECT_EQ(firstField.multiply(read(1.44269504f), read(0.693147181f)),
            firstField.fromInt(1));
  EXPECT_EQ(read(1.44269504f), read(1.4426950408889634));
  EXPECT_TRUE(isSame(firstField.multiply(read(0.70710678f), read(0.70710678f)),
                     ratio(1, 2)));
  EXPECT_EQ(read(-1.44269504f), firstField.negate(read(1.4426950408889634)));
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
