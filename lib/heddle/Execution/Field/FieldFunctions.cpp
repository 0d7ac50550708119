//===- FieldFunctions.cpp - Functions of field elements -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Powers come from two tables, logarithms from a table of small powers and
// steps of its size.
//
//===----------------------------------------------------------------------===//

#include "FieldFunctions.h"

using namespace mlir::heddle;
using namespace mlir::heddle::field;

static constexpr unsigned kTableBits = 15;
static constexpr unsigned kStepBits = 20;
static constexpr uint32_t kNoPower = ~0u;

PointFunctions::PointFunctions(uint64_t point) : key(mix(point)) {
  // 4 is a square other than 1, so it has order q, and so has each power of it
  // but those to multiples of q.
  uint64_t exponent = 1 + mix(key) % (kQ - 1);
  base = ResidueP::power(ResidueP::fromInt(4), exponent);
  low.resize(1 << kTableBits);
  high.resize(1 << kTableBits);
  low[0] = high[0] = ResidueP::kOne;
  uint32_t step = ResidueP::power(base, 1 << kTableBits);
  for (size_t i = 1; i < low.size(); ++i) {
    low[i] = ResidueP::multiply(low[i - 1], base);
    high[i] = ResidueP::multiply(high[i - 1], step);
  }
}

uint32_t PointFunctions::raise(uint32_t exponent) const {
  return ResidueP::multiply(low[exponent & ((1 << kTableBits) - 1)],
                            high[exponent >> kTableBits]);
}

Element PointFunctions::exp(Element x) {
  if (x & kNoExponent)
    return opaque(1, x);
  return makeElement(raise(ResidueQ::toInt(getB(x))), 0) | kNoExponent |
         (x & kTainted);
}

Element PointFunctions::opaque(uint32_t name, Element x, Element y) {
  ++numOpaque;
  // b is left out: it may be undefined on one side only.
  auto getKey = [](Element element) -> uint64_t {
    Code code = getCode(element);
    return code == kNoValue ? Element(getB(element)) << 32
                            : uint64_t(code) << 60 | getA(element);
  };
  return draw(mix(mix(key ^ name) ^ getKey(x)) ^ getKey(y)) | kTainted;
}

//===----------------------------------------------------------------------===//
// Logarithms
//===----------------------------------------------------------------------===//

void PointFunctions::makeLogarithms() {
  size_t mask = (size_t(2) << kStepBits) - 1;
  logarithms.assign(mask + 1, {kNoPower, 0});
  uint32_t number = ResidueP::kOne;
  for (uint32_t i = 0; i < 1u << kStepBits; ++i) {
    size_t place = mix(number) & mask;
    while (logarithms[place].first != kNoPower)
      place = (place + 1) & mask;
    logarithms[place] = {number, i};
    number = ResidueP::multiply(number, base);
  }
}

Element PointFunctions::log(Element x) {
  if (getCode(x) == kNoValue || getA(x) == 0)
    return opaque(2, x);
  if (logarithms.empty())
    makeLogarithms();
  size_t mask = logarithms.size() - 1;
  // The square of a is a power of the base, a itself may not be.
  uint32_t number = ResidueP::multiply(getA(x), getA(x));
  uint32_t back = ResidueP::invert(ResidueP::power(base, 1 << kStepBits));
  for (uint64_t steps = 0; steps << kStepBits < kQ; ++steps) {
    for (size_t place = mix(number) & mask; logarithms[place].first != kNoPower;
         place = (place + 1) & mask)
      if (logarithms[place].first == number) {
        uint64_t exponent = logarithms[place].second + (steps << kStepBits);
        uint32_t half = ResidueQ::invert(ResidueQ::fromInt(2));
        uint32_t b = ResidueQ::multiply(ResidueQ::fromUnsigned(exponent), half);
        return makeSpecial(kNoValue) | makeElement(0, b) | (x & kTainted);
      }
    number = ResidueP::multiply(number, back);
  }
  return opaque(2, x);
}

Element PointFunctions::power(Element x, Element y) {
  if (!(y & kFlags))
    for (int64_t twice = -16; twice <= 16; ++twice)
      if (add(y, y) == fromInt(twice)) {
        Element whole = field::power(x, twice / 2);
        if (twice % 2 == 0)
          return whole;
        Element root = squareRoot(x);
        return multiply(whole, twice < 0 ? invert(root) : root);
      }
  return exp(multiply(y, log(x)));
}
