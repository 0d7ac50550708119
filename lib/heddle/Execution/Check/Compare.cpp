//===- Compare.cpp - Compare two results element by element ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two comparisons, exact and with a tolerance, that share the report of the
// first difference.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Check/Compare.h"

#include <cmath>

using namespace mlir;
using namespace mlir::heddle;

std::optional<Difference>
heddle::compareElements(const HostValue &expected, const HostValue &found,
                        llvm::function_ref<bool(int64_t)> isEqual) {
  if (expected.getShape() != found.getShape() ||
      expected.getElementType() != found.getElementType()) {
    Difference difference;
    difference.shapes = expected.formatType() + " became " + found.formatType();
    return difference;
  }
  std::optional<Difference> first;
  int64_t total = expected.getNumElements();
  for (int64_t i = 0; i < total; ++i) {
    if (isEqual(i))
      continue;
    if (!first)
      first = Difference{expected.formatIndex(i),
                         expected.formatElement(i),
                         found.formatElement(i),
                         0,
                         total,
                         "",
                         ""};
    ++first->count;
  }
  return first;
}

std::optional<Difference> heddle::compareExactly(const HostValue &expected,
                                                 const HostValue &found) {
  return compareElements(expected, found, [&](int64_t i) {
    return expected.isIdentical(found, i);
  });
}

std::optional<Difference>
heddle::compareClasses(const HostValue &expected, const HostValue &found,
                       llvm::function_ref<bool(int64_t)> mayDiffer) {
  return compareElements(expected, found, [&](int64_t i) {
    return (std::isfinite(expected.getFloat(i)) &&
            std::isfinite(found.getFloat(i))) ||
           expected.isIdentical(found, i) || mayDiffer(i);
  });
}

std::optional<Difference>
heddle::compareWithin(const HostValue &expected, const HostValue &found,
                      double relative, double &largestError,
                      llvm::function_ref<bool(int64_t)> mayDiffer) {
  if (!expected.isFloat())
    return compareExactly(expected, found);
  double scale = 0;
  for (int64_t i = 0, e = expected.getNumElements(); i != e; ++i)
    if (double value = std::fabs(expected.getFloat(i)); std::isfinite(value))
      scale = std::max(scale, value);
  return compareElements(expected, found, [&](int64_t i) {
    if (expected.isIdentical(found, i))
      return true;
    double error = std::fabs(expected.getFloat(i) - found.getFloat(i));
    if (!std::isfinite(error))
      return mayDiffer && mayDiffer(i);
    if (scale > 0)
      largestError = std::max(largestError, error / scale);
    return error <= relative * scale;
  });
}

bool heddle::isUninformative(const HostValue &value, std::string &why) {
  int64_t total = value.getNumElements(), zeros = 0, infinite = 0;
  if (value.isScalar() && value.getElementType().isInteger(1))
    return false;
  for (int64_t i = 0; i < total; ++i) {
    double element = value.getFloat(i);
    zeros += element == 0;
    infinite += !std::isfinite(element);
  }
  if (total == 0)
    why = "has no elements";
  else if (2 * infinite >= total)
    why = "is NaN or infinite in " + std::to_string(infinite) + " of " +
          std::to_string(total) + " elements";
  else if (zeros + infinite == total)
    why = "is zero in all " + std::to_string(total) + " elements";
  else
    return false;
  return true;
}
