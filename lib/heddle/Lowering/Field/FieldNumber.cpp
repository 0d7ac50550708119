//===- FieldNumber.cpp - Elements of a finite field in 64 bits ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic on special elements, and the operations that are rare.
//
//===----------------------------------------------------------------------===//

#include "heddle/Lowering/Field/FieldNumber.h"

#include <cmath>

using namespace mlir::heddle;
using namespace mlir::heddle::field;

/// Whether nothing is known of the number but its code.
static bool isBeyond(Code code) { return code & (kNaN | kUnknown); }

static Element getTaint(Element x, Element y) {
  return (x | y) & (kTainted | kNoExponent);
}

Element field::fromWhole(double value) {
  if (std::isnan(value))
    return makeSpecial(kNaN);
  if (std::isinf(value))
    return makeSpecial(value > 0 ? kPositiveInfinity : kNegativeInfinity);
  auto reduce = [&](double modulus) {
    return static_cast<int64_t>(std::fmod(value, modulus));
  };
  return makeElement(ResidueP::fromInt(reduce(kP)),
                     ResidueQ::fromInt(reduce(kQ)));
}

bool field::isZero(Element x) {
  Code code = getCode(x);
  bool noB = x & kNoExponent;
  if (isBeyond(code) || (code == kNoValue && noB))
    return false;
  return (code == kNoValue || getA(x) == 0) && (noB || getB(x) == 0);
}

bool field::isSame(Element x, Element y) {
  Code cx = getCode(x), cy = getCode(y);
  if (isBeyond(cx) || isBeyond(cy))
    return cx == cy && (cx == kPositiveInfinity || cx == kNegativeInfinity);
  bool hasA = cx == kFinite && cy == kFinite;
  bool hasB = !((x | y) & kNoExponent);
  return (hasA || hasB) && (!hasA || getA(x) == getA(y)) &&
         (!hasB || getB(x) == getB(y));
}

/// The element with this code, and with b if the code allows it.
static Element makeCoded(uint32_t code, uint32_t a, uint32_t b, Element taint) {
  if (code & kUnknown)
    return makeSpecial(kUnknown, taint & kTainted);
  if (code & kNaN)
    return makeSpecial(static_cast<Code>(code & kNaN), taint & kTainted);
  Element low = code & kNoValue ? makeSpecial(kNoValue) : Element(a);
  return low | Element(b) << 32 | taint;
}

Element field::addSpecial(Element x, Element y) {
  return makeCoded(getCode(x) | getCode(y), ResidueP::add(getA(x), getA(y)),
                   ResidueQ::add(getB(x), getB(y)), getTaint(x, y));
}

/// The code of a product in which an operand has a code. The sign of a number
/// is not known.
static uint32_t multiplyCodes(Element x, Element y) {
  Code cx = getCode(x), cy = getCode(y);
  if (!isBeyond(cx) && !isBeyond(cy))
    return cx | cy;
  if ((cx | cy) & kUnknown)
    return kUnknown;
  if (cx == kNaN || cy == kNaN)
    return kNaN;
  if (isBeyond(cx) && isBeyond(cy))
    return cx == cy ? kPositiveInfinity : kNegativeInfinity;
  return isZero(isBeyond(cx) ? y : x) ? kNaN : kUnknown;
}

Element field::multiplySpecial(Element x, Element y) {
  return makeCoded(multiplyCodes(x, y), ResidueP::multiply(getA(x), getA(y)),
                   ResidueQ::multiply(getB(x), getB(y)), getTaint(x, y));
}

Element field::negate(Element x) {
  Code code = getCode(x);
  if (code == kPositiveInfinity || code == kNegativeInfinity)
    return x ^ kNaN;
  if (isBeyond(code))
    return x;
  return makeCoded(code, ResidueP::negate(getA(x)), ResidueQ::negate(getB(x)),
                   getTaint(x, x));
}

Element field::multiplySigned(Element x, Element factor, bool isNegative) {
  Code code = getCode(x);
  if (code == kPositiveInfinity || code == kNegativeInfinity)
    return isNegative ? negate(x) : x;
  return multiply(x, factor);
}

Element field::invert(Element x) {
  Code code = getCode(x);
  if (code == kNaN || (code & kUnknown))
    return x;
  if (isBeyond(code))
    return x & kTainted;
  bool hasA = code == kFinite;
  if (isZero(x) || (hasA && getA(x) == 0))
    return makeSpecial(kUnknown, x & kTainted);
  Element taint = getTaint(x, x) | (getB(x) ? 0 : kNoExponent);
  return makeCoded(code, hasA ? ResidueP::invert(getA(x)) : 0,
                   getB(x) ? ResidueQ::invert(getB(x)) : 0, taint);
}

Element field::squareRoot(Element x) {
  Code code = getCode(x);
  if (code == kNegativeInfinity)
    return makeSpecial(kNaN, x & kTainted);
  if (isBeyond(code))
    return x;
  uint32_t a = code == kFinite ? ResidueP::root(getA(x)) : 0;
  uint32_t b = ResidueQ::root(getB(x));
  Element taint = getTaint(x, x);
  bool isSquareB = ResidueQ::multiply(b, b) == getB(x);
  if (code == kFinite ? ResidueP::multiply(a, a) != getA(x) : !isSquareB)
    taint |= kTainted;
  else if (!isSquareB)
    taint |= kNoExponent;
  return makeCoded(code, a, b, taint);
}

Element field::power(Element x, int64_t exponent) {
  if (exponent < 0)
    return invert(power(x, -exponent));
  Element result = fromInt(1);
  for (; exponent; exponent >>= 1, x = multiply(x, x))
    if (exponent & 1)
      result = multiply(result, x);
  return result;
}

uint64_t field::mix(uint64_t bits) {
  bits += 0x9E3779B97F4A7C15ull;
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9ull;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBull;
  return bits ^ (bits >> 31);
}

Element field::draw(uint64_t bits) {
  uint64_t mixed = mix(bits);
  return makeElement(1 + (mixed >> 32) * (kP - 1) / (uint64_t(1) << 32),
                     1 + (mixed & 0xFFFFFFFF) * (kQ - 1) / (uint64_t(1) << 32));
}
