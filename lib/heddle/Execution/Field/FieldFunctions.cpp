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

#include "heddle/Lowering/Field/FieldConstant.h"

#include <cmath>

using namespace mlir::heddle;
using namespace mlir::heddle::field;

static constexpr unsigned kTableBits = 15;
static constexpr unsigned kStepBits = 20;
static constexpr uint32_t kNoPower = ~0u;

/// The largest number of distinct operands of roots that are remembered.
static constexpr size_t kMostRoots = size_t(1) << 20;

/// Distinguishes logarithms from the kinds of roots.
static constexpr unsigned kLogarithm = 1u << 16;

static Element readSymbol(double value, const Field &field) {
  return readConstant(llvm::APFloat(value), field).element;
}

PointFunctions::PointFunctions(const Replay &replay)
    : field(Field::get(replay.level)), log2e(readSymbol(M_LOG2E, field)),
      ln2(readSymbol(M_LN2, field)), log10e(readSymbol(M_LOG10E, field)),
      key(mix(replay.point)), inner(replay.inner), kept(replay.kept),
      strictRoots(replay.strictRoots) {
  // 4 is a square other than 1, so it has order q. So does each power of 4
  // whose exponent is not a multiple of q.
  const Modulus &p = field.p;
  uint64_t exponent = 1 + mix(key + field.level) % (field.q.prime - 1);
  base = p.power(p.fromInt(4), exponent);
  low.resize(1 << kTableBits);
  high.resize(1 << kTableBits);
  low[0] = high[0] = p.one;
  uint32_t step = p.power(base, 1 << kTableBits);
  for (size_t i = 1; i < low.size(); ++i) {
    low[i] = p.multiply(low[i - 1], base);
    high[i] = p.multiply(high[i - 1], step);
  }
}

uint32_t PointFunctions::raise(uint32_t exponent) const {
  return field.p.multiply(low[exponent & ((1 << kTableBits) - 1)],
                          high[exponent >> kTableBits]);
}

void PointFunctions::startCall() {
  ++numCalls;
  if (kept)
    kept->push_back(kNoResidue);
}

Element PointFunctions::exp(Element x) {
  if (x & kNoExponent) {
    ++counts.deepExponentials;
    return opaque(1, x);
  }
  uint32_t a = raise(field.q.toInt(getB(x)));
  if (kept)
    kept->back() = a;
  uint32_t b =
      inner && numCalls <= inner->size() ? (*inner)[numCalls - 1] : kNoResidue;
  if (b == kNoResidue)
    return makeElement(a, 0) | kNoExponent | (x & kTainted);
  return makeElement(a, b) | (x & kTainted);
}

Element PointFunctions::squareRoot(Element x, unsigned kind) {
  if (!isSpecial(x) && counts.roots.size() < kMostRoots)
    counts.roots.insert(mix((x & ~kTainted & ~kNoExponent) + kind));
  Root root = field.squareRoot(x);
  if (root.isKnown)
    return root.element;
  ++counts.unknownRoots;
  return strictRoots ? root.element | kTainted : root.element;
}

Element PointFunctions::opaque(uint32_t name, Element x, Element y) {
  ++counts.opaque;
  // b does not enter the key, because it may be undefined on one side only.
  auto getKey = [](Element element) -> uint64_t {
    Code code = getCode(element);
    return code == kNoValue ? Element(getB(element)) << 32
                            : uint64_t(code) << 60 | getA(element);
  };
  return field.draw(mix(mix(key ^ name) ^ getKey(x)) ^ getKey(y)) | kTainted;
}

//===----------------------------------------------------------------------===//
// Logarithms
//===----------------------------------------------------------------------===//

void PointFunctions::makeLogarithms() {
  const Modulus &p = field.p;
  size_t mask = (size_t(2) << kStepBits) - 1;
  logarithms.assign(mask + 1, {kNoPower, 0});
  uint32_t number = p.one;
  for (uint32_t i = 0; i < 1u << kStepBits; ++i) {
    size_t place = mix(number) & mask;
    while (logarithms[place].first != kNoPower)
      place = (place + 1) & mask;
    logarithms[place] = {number, i};
    number = p.multiply(number, base);
  }
}

Element PointFunctions::log(Element x) {
  if (getCode(x) == kNoValue || getA(x) == 0)
    return opaque(2, x);
  const Modulus &p = field.p, &q = field.q;
  if (logarithms.empty())
    makeLogarithms();
  // A logarithm is one of x or of -x, as a root of x * x is x or -x.
  if (counts.roots.size() < kMostRoots)
    counts.roots.insert(mix((x & ~kTainted & ~kNoExponent) + kLogarithm));
  bool isKnown = p.power(getA(x), q.prime) == p.one;
  counts.unknownRoots += !isKnown;
  Element taint = isKnown || !strictRoots ? x & kTainted : kTainted;
  size_t mask = logarithms.size() - 1;
  // The square of a is a power of the base; a itself may not be one.
  uint32_t number = p.multiply(getA(x), getA(x));
  uint32_t back = p.invert(p.power(base, 1 << kStepBits));
  for (uint64_t steps = 0; steps << kStepBits < q.prime; ++steps) {
    for (size_t place = mix(number) & mask; logarithms[place].first != kNoPower;
         place = (place + 1) & mask)
      if (logarithms[place].first == number) {
        uint64_t exponent = logarithms[place].second + (steps << kStepBits);
        uint32_t half = q.invert(q.fromInt(2));
        uint32_t b = q.multiply(q.fromUnsigned(exponent), half);
        return makeSpecial(kNoValue) | makeElement(0, b) | taint;
      }
    number = p.multiply(number, back);
  }
  return opaque(2, x);
}

Element PointFunctions::power(Element x, Element y) {
  if (!(y & kFlags))
    for (int64_t twice = -16; twice <= 16; ++twice)
      if (field.add(y, y) == field.fromInt(twice)) {
        Element whole = field.power(x, twice / 2);
        if (twice % 2 == 0)
          return whole;
        Element root = squareRoot(x, 2);
        return field.multiply(whole, twice < 0 ? field.invert(root) : root);
      }
  return exp(field.multiply(y, log(x)));
}
