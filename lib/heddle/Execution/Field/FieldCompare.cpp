//===- FieldCompare.cpp - Compare results in a finite field ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The comparison of two elements.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Field/FieldCompare.h"

#include "heddle/Lowering/Field/FieldNumber.h"

#include <cmath>

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::heddle::field;

namespace {
enum class Relation { Equal, Different, Doubtful };
} // namespace

/// The f64 value of an unknown element: an infinity or NaN; unknown if it is a
/// number there.
static Element resolve(Element x, const HostValue *wide, int64_t i) {
  if (getCode(x) != kUnknown || !wide || std::isfinite(wide->getFloat(i)))
    return x;
  return Field::get().fromWhole(wide->getFloat(i));
}

static Relation relate(Element x, Element y) {
  if (getCode(x) == kUnknown || getCode(y) == kUnknown)
    return Relation::Doubtful;
  bool tainted = (x | y) & kTainted;
  Relation differ = tainted ? Relation::Doubtful : Relation::Different;
  if (isSpecial(x) || isSpecial(y))
    return getCode(x) == getCode(y) ? Relation::Equal : differ;
  if (isSame(x, y))
    return Relation::Equal;
  bool hasA = getCode(x) == kFinite && getCode(y) == kFinite;
  bool hasB = !((x | y) & kNoExponent);
  return hasA || hasB ? differ : Relation::Doubtful;
}

FieldComparison field::compareInField(const HostValue &expected,
                                      const HostValue &found,
                                      const HostValue *expectedWide,
                                      const HostValue *foundWide) {
  FieldComparison result;
  for (int64_t i = 0, e = expected.getNumElements(); i != e; ++i) {
    Element x = resolve(expected.getInt(i), expectedWide, i);
    Element y = resolve(found.getInt(i), foundWide, i);
    switch (relate(x, y)) {
    case Relation::Equal:
      ++result.equal;
      break;
    case Relation::Different:
      if (result.different++ == 0)
        result.firstDifferent = i;
      break;
    case Relation::Doubtful:
      if (result.doubtful++ == 0)
        result.firstDoubtful = i;
      break;
    }
  }
  return result;
}
