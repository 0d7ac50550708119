//===- FloatErrors.cpp - Is a result no worse than another? ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arithmetic of errors. Nothing is run here.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Check/FloatErrors.h"

#include "llvm/ADT/APFloat.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::heddle;

void FloatErrors::add(const HostValue &exact, const HostValue &payload,
                      const HostValue &scheduled) {
  type = payload.getElementType();
  for (int64_t i = 0, e = exact.getNumElements(); i != e; ++i) {
    double value = exact.getFloat(i);
    double own = std::fabs(payload.getFloat(i) - value);
    double other = std::fabs(scheduled.getFloat(i) - value);
    if (!std::isfinite(value) || !std::isfinite(own) || !std::isfinite(other))
      continue;
    ++count;
    scale = std::max(scale, std::fabs(value));
    payloadSquares += own * own;
    scheduledSquares += other * other;
    payloadMax = std::max(payloadMax, own);
    scheduledMax = std::max(scheduledMax, other);
  }
}

double FloatErrors::getScale() const {
  auto floatType = dyn_cast_or_null<FloatType>(type);
  if (!floatType)
    return scale;
  int exponent =
      llvm::APFloat::semanticsMinExponent(floatType.getFloatSemantics());
  return std::max(scale, std::ldexp(1.0, exponent));
}

double FloatErrors::getRms(double squares) const {
  return count ? relative(std::sqrt(squares / static_cast<double>(count))) : 0;
}

/// The distance from 1 to the next larger number of the type.
double FloatErrors::getUnit() const {
  auto floatType = dyn_cast_or_null<FloatType>(type);
  return floatType
             ? std::ldexp(1.0,
                          1 - static_cast<int>(floatType.getFPMantissaWidth()))
             : 0;
}

double FloatErrors::getRmsBound() const {
  double floor = type && type.isF64() ? kWideCap : kRmsUnits * getUnit();
  return std::max(kFactor * getPayloadRms(), floor);
}

double FloatErrors::getMaxBound() const {
  double floor = type && type.isF64() ? kWideCap : kMaxUnits * getUnit();
  return std::max(kFactor * getPayloadMax(), floor);
}

double FloatErrors::getExcess() const {
  if (count == 0)
    return 0;
  // The output is exactly zero in f64. Errors of the same size as the payload's
  // are allowed.
  if (scale == 0)
    return scheduledMax <= kFactor * payloadMax
               ? 0
               : std::numeric_limits<double>::infinity();
  return std::max(getRms() / getRmsBound(), getMax() / getMaxBound());
}

std::optional<Difference>
FloatErrors::findWorst(const HostValue &exact, const HostValue &payload,
                       const HostValue &scheduled) const {
  auto getError = [&](int64_t i) {
    double error = std::fabs(scheduled.getFloat(i) - exact.getFloat(i));
    return std::isfinite(error) ? error : 0;
  };
  double largest = 0;
  for (int64_t i = 0, e = exact.getNumElements(); i != e; ++i)
    largest = std::max(largest, getError(i));
  double bound = std::min(largest, getMaxBound() * getScale());
  return compareElements(payload, scheduled, [&](int64_t i) {
    return getError(i) < bound || getError(i) == 0;
  });
}

double heddle::getLargestDifference(const HostValue &expected,
                                    const HostValue &found, double &scale) {
  double largest = 0;
  scale = 0;
  for (int64_t i = 0, e = expected.getNumElements(); i != e; ++i) {
    double value = expected.getFloat(i);
    double error = std::fabs(found.getFloat(i) - value);
    if (!std::isfinite(error))
      continue;
    scale = std::max(scale, std::fabs(value));
    largest = std::max(largest, error);
  }
  if (largest == 0)
    return 0;
  return scale > 0 ? largest / scale : std::numeric_limits<double>::infinity();
}
