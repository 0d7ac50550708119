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
// In 64 bits: a in bits 0 to 30, b in bits 32 to 61, and three flags. A special
// element has a code in place of a: an infinity, NaN, unknown, or that a is
// undefined and b is not.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LOWERING_FIELD_FIELDNUMBER_H
#define HEDDLE_LOWERING_FIELD_FIELDNUMBER_H

#include <cstdint>
#include <optional>

namespace mlir::heddle::field {

using Element = uint64_t;

/// p and q are 7 mod 8 and 2, 3, 5 are squares in both, so that the roots of
/// the constants that occur have the sign that they have as numbers.
inline constexpr uint32_t kP = 2147365919, kQ = 1073682959;
static_assert(kP == 2 * kQ + 1);

//===----------------------------------------------------------------------===//
// One component
//===----------------------------------------------------------------------===//

/// Arithmetic modulo a prime below 2^31, on numbers in Montgomery's form.
template <uint32_t M> struct Residue {
  static constexpr uint32_t getNegativeInverse() {
    uint32_t inverse = 1;
    for (int i = 0; i < 5; ++i)
      inverse *= 2 - M * inverse;
    return -inverse;
  }
  static constexpr uint32_t kNegativeInverse = getNegativeInverse();
  static constexpr uint32_t kOne = (uint64_t(1) << 32) % M;
  static constexpr uint32_t kSquare = uint64_t(kOne) * kOne % M;

  static constexpr uint32_t reduce(uint64_t product) {
    uint32_t factor = static_cast<uint32_t>(product) * kNegativeInverse;
    uint32_t result = (product + uint64_t(factor) * M) >> 32;
    return result >= M ? result - M : result;
  }
  static constexpr uint32_t add(uint32_t x, uint32_t y) {
    uint32_t sum = x + y;
    return sum >= M ? sum - M : sum;
  }
  static constexpr uint32_t negate(uint32_t x) { return x ? M - x : 0; }
  static constexpr uint32_t multiply(uint32_t x, uint32_t y) {
    return reduce(uint64_t(x) * y);
  }
  static constexpr uint32_t fromInt(int64_t value) {
    int64_t rest = value % int64_t(M);
    return multiply(rest < 0 ? rest + M : rest, kSquare);
  }
  static constexpr uint32_t fromUnsigned(uint64_t value) {
    return multiply(value % M, kSquare);
  }
  /// The number itself.
  static constexpr uint32_t toInt(uint32_t x) { return reduce(x); }
  static constexpr uint32_t power(uint32_t x, uint64_t exponent) {
    uint32_t result = kOne;
    for (; exponent; exponent >>= 1, x = multiply(x, x))
      if (exponent & 1)
        result = multiply(result, x);
    return result;
  }
  /// Requires: x is not 0.
  static constexpr uint32_t invert(uint32_t x) { return power(x, M - 2); }
  /// The root that is a square itself; of a number that is not a square, a
  /// number whose square is -x.
  static constexpr uint32_t root(uint32_t x) {
    return power(x, (uint64_t(M) + 1) / 4);
  }
};

using ResidueP = Residue<kP>;
using ResidueQ = Residue<kQ>;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

inline constexpr Element kSpecial = Element(1) << 31;
/// Something opaque, or a component that was undefined, led to this element.
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
/// True for an element without numbers: an infinity, NaN or the unknown.
inline bool isSpecial(Element x) {
  return (x & kSpecial) && getCode(x) != kNoValue;
}
inline constexpr Element makeElement(uint32_t a, uint32_t b) {
  return Element(b) << 32 | a;
}
inline constexpr Element makeSpecial(Code code, Element flags = 0) {
  return kSpecial | code | flags;
}
inline constexpr Element fromInt(int64_t value) {
  return makeElement(ResidueP::fromInt(value), ResidueQ::fromInt(value));
}
inline constexpr Element fromUnsigned(uint64_t value) {
  return makeElement(ResidueP::fromUnsigned(value),
                     ResidueQ::fromUnsigned(value));
}
/// Of a whole number of any magnitude, an infinity or a NaN.
Element fromWhole(double value);

/// Whether the element is a number in which every defined component is 0.
bool isZero(Element x);
/// Whether both are the same number or infinity, as far as their components are
/// defined. NaN and unknown are equal to nothing.
bool isSame(Element x, Element y);

Element addSpecial(Element x, Element y);
Element multiplySpecial(Element x, Element y);

inline Element add(Element x, Element y) {
  if ((x | y) & kFlags)
    return addSpecial(x, y);
  return makeElement(ResidueP::add(getA(x), getA(y)),
                     ResidueQ::add(getB(x), getB(y)));
}
inline Element multiply(Element x, Element y) {
  if ((x | y) & kFlags)
    return multiplySpecial(x, y);
  return makeElement(ResidueP::multiply(getA(x), getA(y)),
                     ResidueQ::multiply(getB(x), getB(y)));
}
Element negate(Element x);
inline Element subtract(Element x, Element y) { return add(x, negate(y)); }

/// The product with a number other than 0 whose sign is known: it gives an
/// infinity its sign.
Element multiplySigned(Element x, Element factor, bool isNegative);

/// 1 / x; unknown if x is 0, and 0 for an infinity.
Element invert(Element x);
/// The root; tainted if x is not a square.
Element squareRoot(Element x);
Element power(Element x, int64_t exponent);

/// Mixes the bits of a number; a hash of it.
uint64_t mix(uint64_t bits);
/// An element made of `bits`; never 0.
Element draw(uint64_t bits);

} // namespace mlir::heddle::field

#endif // HEDDLE_LOWERING_FIELD_FIELDNUMBER_H
