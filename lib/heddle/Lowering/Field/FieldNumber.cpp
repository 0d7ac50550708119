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

/// Whether only the code of the number is known.
static bool isBeyond(Code code) { return code & (kNaN | kUnknown); }

Element Field::fromWhole(double value) const {
  if (std::isnan(value))
    return makeSpecial(kNaN);
  if (std::isinf(value))
    return makeSpecial(value > 0 ? kPositiveInfinity : kNegativeInfinity);
  auto reduce = [&](const Modulus &modulus) {
    return static_cast<int64_t>(std::fmod(value, modulus.prime));
  };
  return makeElement(p.fromInt(reduce(p)), q.fromInt(reduce(q)));
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

Element Field::addSpecial(Element x, Element y) const {
  return makeCoded(getCode(x) | getCode(y), p.add(getA(x), getA(y)),
                   q.add(getB(x), getB(y)), getMarks(x, y));
}

/// The code of a product if an operand has a code. The signs of ordinary
/// numbers are not known.
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

Element Field::multiplySpecial(Element x, Element y) const {
  return makeCoded(multiplyCodes(x, y), p.multiply(getA(x), getA(y)),
                   q.multiply(getB(x), getB(y)), getMarks(x, y));
}

Element Field::negate(Element x) const {
  Code code = getCode(x);
  if (code == kPositiveInfinity || code == kNegativeInfinity)
    return x ^ kNaN;
  if (isBeyond(code))
    return x;
  return makeCoded(code, p.negate(getA(x)), q.negate(getB(x)), getMarks(x, x));
}

Element Field::multiplySigned(Element x, Element factor,
                              bool isNegative) const {
  Code code = getCode(x);
  if (code == kPositiveInfinity || code == kNegativeInfinity)
    return isNegative ? negate(x) : x;
  return multiply(x, factor);
}

Element Field::invert(Element x) const {
  Code code = getCode(x);
  if (code == kNaN || (code & kUnknown))
    return x;
  if (isBeyond(code))
    return x & kTainted;
  bool hasA = code == kFinite;
  if (isZero(x) || (hasA && getA(x) == 0))
    return makeSpecial(kUnknown, x & kTainted);
  Element taint = getMarks(x, x) | (getB(x) ? 0 : kNoExponent);
  return makeCoded(code, hasA ? p.invert(getA(x)) : 0,
                   getB(x) ? q.invert(getB(x)) : 0, taint);
}

Root Field::squareRoot(Element x) const {
  Code code = getCode(x);
  if (code == kNegativeInfinity)
    return {makeSpecial(kNaN, x & kTainted)};
  if (isBeyond(code))
    return {x};
  bool hasA = code == kFinite, hasB = !(x & kNoExponent);
  uint32_t a = hasA ? p.root(getA(x)) : 0, b = q.root(getB(x));
  bool isKnown = (!hasA || p.multiply(a, a) == getA(x)) &&
                 (!hasB || q.multiply(b, b) == getB(x));
  return {makeCoded(code, a, b, getMarks(x, x)), isKnown};
}

Element Field::power(Element x, int64_t exponent) const {
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

Element Field::draw(uint64_t bits) const {
  auto drawResidue = [&](const Modulus &modulus, unsigned place) -> uint32_t {
    uint64_t number = mix(mix(bits) + place) >> 32;
    return 1 + (number * (modulus.prime - 1) >> 32);
  };
  return makeElement(drawResidue(p, level), drawResidue(q, level + 1));
}

const Field &Field::get(unsigned level) {
  static constexpr Field fields[] = {Field(0), Field(1), Field(2), Field(3),
                                     Field(4)};
  static_assert(std::size(fields) == kLevels);
  return fields[level];
}
