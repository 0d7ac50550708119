//===- FieldNumber.h - Elements of a finite field in 64 bits ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element is a pair (a mod p, b mod q) with primes p = 2q + 1 and q. Sums,
// products and quotients are taken in each component, so that a rational
// formula has the same element in whichever order it is computed. The
// exponential is
//
//   exp(a, b) = (g^b mod p, undefined)
//
// where g has order q in the group of p, hence exp(x) exp(y) = exp(x + y). A
// component is stored as its product with 2^32 (Montgomery's form).
//
// The primes are a chain p[0], p[1] = (p[0] - 1) / 2, ... of six. The field of
// level i has pairs (mod p[i], mod p[i + 1]). An exponential has no b at its
// level. That b is the a which the exponential has at the next level. So code
// that nests exponentials is run at the next level first, and its exponentials
// are kept.
//
// In 64 bits: a in bits 0 to 30, b in bits 32 to 61, and three flags. A special
// element has a code in place of a. It says that the element is an infinity,
// NaN or unknown, or that only b is defined.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LOWERING_FIELD_FIELDNUMBER_H
#define HEDDLE_LOWERING_FIELD_FIELDNUMBER_H

#include <cstdint>
#include <iterator>

namespace mlir::heddle::field {

using Element = uint64_t;

/// All primes are 7 mod 8, and 2, 3 and 5 are squares modulo each of them, so
/// that the roots of the constants that occur have the same sign as the roots
/// of the numbers.
inline constexpr uint32_t kPrimes[] = {2128558079, 1064279039, 532139519,
                                       266069759,  133034879,  66517439};
/// Pairs of neighbors.
inline constexpr unsigned kLevels = std::size(kPrimes) - 1;

//===----------------------------------------------------------------------===//
// One component
//===----------------------------------------------------------------------===//

/// Arithmetic modulo a prime below 2^31, on numbers in Montgomery's form.
class Modulus {
public:
  constexpr explicit Modulus(uint32_t prime)
      : prime(prime), one((uint64_t(1) << 32) % prime),
        square(uint64_t(one) * one % prime) {
    uint32_t inverse = 1;
    for (int i = 0; i < 5; ++i)
      inverse *= 2 - prime * inverse;
    negativeInverse = -inverse;
  }
  constexpr uint32_t reduce(uint64_t product) const {
    uint32_t factor = static_cast<uint32_t>(product) * negativeInverse;
    uint32_t result = (product + uint64_t(factor) * prime) >> 32;
    return result >= prime ? result - prime : result;
  }
  constexpr uint32_t add(uint32_t x, uint32_t y) const {
    uint32_t sum = x + y;
    return sum >= prime ? sum - prime : sum;
  }
  constexpr uint32_t negate(uint32_t x) const { return x ? prime - x : 0; }
  constexpr uint32_t multiply(uint32_t x, uint32_t y) const {
    return reduce(uint64_t(x) * y);
  }
  constexpr uint32_t fromInt(int64_t value) const {
    int64_t rest = value % int64_t(prime);
    return multiply(rest < 0 ? rest + prime : rest, square);
  }
  constexpr uint32_t fromUnsigned(uint64_t value) const {
    return multiply(value % prime, square);
  }
  /// The number that `x` represents.
  constexpr uint32_t toInt(uint32_t x) const { return reduce(x); }
  constexpr uint32_t power(uint32_t x, uint64_t exponent) const {
    uint32_t result = one;
    for (; exponent; exponent >>= 1, x = multiply(x, x))
      if (exponent & 1)
        result = multiply(result, x);
    return result;
  }
  /// Requires: x is not 0.
  constexpr uint32_t invert(uint32_t x) const { return power(x, prime - 2); }
  /// The root of `x` that is a square itself. If `x` is not a square, a number
  /// whose square is -x.
  constexpr uint32_t root(uint32_t x) const {
    return power(x, (uint64_t(prime) + 1) / 4);
  }

  uint32_t prime, one, square, negativeInverse = 0;
};

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

inline constexpr Element kSpecial = Element(1) << 31;
/// This element was computed from something opaque or from an undefined
/// component.
inline constexpr Element kTainted = Element(1) << 62;
/// b is undefined.
inline constexpr Element kNoExponent = Element(1) << 63;
inline constexpr Element kFlags = kSpecial | kTainted | kNoExponent;

/// The codes of special elements; those of a sum are OR-ed.
enum Code : uint32_t {
  kFinite = 0,
  kPositiveInfinity = 1,
  kNegativeInfinity = 2,
  kNaN = kPositiveInfinity | kNegativeInfinity,
  kUnknown = 4,
  /// Only b is defined.
  kNoValue = 8
};

inline uint32_t getA(Element x) { return x & 0x7FFFFFFF; }
inline uint32_t getB(Element x) { return (x >> 32) & 0x3FFFFFFF; }
inline Code getCode(Element x) {
  return x & kSpecial ? static_cast<Code>(x & 15) : kFinite;
}
/// True for an element without defined components: an infinity, NaN or the
/// unknown.
inline bool isSpecial(Element x) {
  return (x & kSpecial) && getCode(x) != kNoValue;
}
/// The flags, except kSpecial, of an element that is computed from both.
inline Element getMarks(Element x, Element y) {
  return (x | y) & (kTainted | kNoExponent);
}
inline constexpr Element makeElement(uint32_t a, uint32_t b) {
  return Element(b) << 32 | a;
}
inline constexpr Element makeSpecial(Code code, Element flags = 0) {
  return kSpecial | code | flags;
}
/// Whether the element is a number in which every defined component is 0.
bool isZero(Element x);
/// Whether both are the same number or infinity, as far as their components are
/// defined. NaN and unknown are equal to nothing.
bool isSame(Element x, Element y);

/// Mixes the bits of a number; a hash of it.
uint64_t mix(uint64_t bits);

/// A root, and whether its sign is known.
struct Root {
  Element element;
  /// Whether the operand is a square in both components, as far as they are
  /// defined. Otherwise the square of the root may be the negated operand.
  bool isKnown = true;
};

/// Arithmetic of one level.
class Field {
public:
  static const Field &get(unsigned level = 0);

  constexpr explicit Field(unsigned level)
      : level(level), p(kPrimes[level]), q(kPrimes[level + 1]) {}

  constexpr Element fromInt(int64_t value) const {
    return makeElement(p.fromInt(value), q.fromInt(value));
  }
  constexpr Element fromUnsigned(uint64_t value) const {
    return makeElement(p.fromUnsigned(value), q.fromUnsigned(value));
  }
  /// Of a whole number of any magnitude, an infinity or a NaN.
  Element fromWhole(double value) const;

  Element add(Element x, Element y) const {
    if ((x | y) & kSpecial)
      return addSpecial(x, y);
    return makeElement(p.add(getA(x), getA(y)), q.add(getB(x), getB(y))) |
           getMarks(x, y);
  }
  Element multiply(Element x, Element y) const {
    if ((x | y) & kSpecial)
      return multiplySpecial(x, y);
    return makeElement(p.multiply(getA(x), getA(y)),
                       q.multiply(getB(x), getB(y))) |
           getMarks(x, y);
  }
  Element negate(Element x) const;
  Element subtract(Element x, Element y) const { return add(x, negate(y)); }

  /// The product with a number other than 0 whose sign is known: it gives an
  /// infinity its sign.
  Element multiplySigned(Element x, Element factor, bool isNegative) const;

  /// 1 / x; unknown if x is 0, and 0 for an infinity.
  Element invert(Element x) const;
  Root squareRoot(Element x) const;
  Element power(Element x, int64_t exponent) const;

  /// An element made of `bits`; never 0. Levels draw the same residue for the
  /// prime that they share.
  Element draw(uint64_t bits) const;

  unsigned level;
  Modulus p, q;

private:
  Element addSpecial(Element x, Element y) const;
  Element multiplySpecial(Element x, Element y) const;
};

} // namespace mlir::heddle::field

#endif // HEDDLE_LOWERING_FIELD_FIELDNUMBER_H
