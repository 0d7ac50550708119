//===- FloatErrors.h - Is a result no worse than another? -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums up the errors of two versions of one output against the same output in
// f64, and tells whether the errors of the second version are larger than
// rounding explains. Check.h makes the runs.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_CHECK_FLOATERRORS_H
#define HEDDLE_EXECUTION_CHECK_FLOATERRORS_H

#include "heddle/Execution/Check/Compare.h"

namespace mlir::heddle {

/// The errors of one float output, over its elements and over the runs that
/// were added.
class FloatErrors {
public:
  /// How much larger the scheduled errors may be than the payload's own.
  static constexpr double kFactor = 4;
  /// An error that is always allowed, because the payload may be exact by
  /// chance. In units in the last place of the largest magnitude of the output.
  static constexpr double kRmsUnits = 1, kMaxUnits = 2;
  /// The same for outputs that are f64 themselves, relative to that magnitude.
  static constexpr double kWideCap = 1e-9;

  /// Adds the elements of one run; `exact` is the output in f64. Elements that
  /// are not finite in all three are left out (see compareClasses).
  void add(const HostValue &exact, const HostValue &payload,
           const HostValue &scheduled);

  /// The errors relative to the largest magnitude; 0 if there is none.
  double getPayloadRms() const { return getRms(payloadSquares); }
  double getPayloadMax() const { return relative(payloadMax); }
  double getRms() const { return getRms(scheduledSquares); }
  double getMax() const { return relative(scheduledMax); }

  /// The bounds of the scheduled errors, relative to the largest magnitude.
  double getRmsBound() const;
  double getMaxBound() const;

  /// The larger of the two ratios of a scheduled error to its bound: at most 1
  /// if the scheduled numbers are no worse than the payload's.
  double getExcess() const;
  bool isNoWorse() const { return getExcess() <= 1; }

  /// The elements whose error exceeds the bound, the largest one among them.
  std::optional<Difference> findWorst(const HostValue &exact,
                                      const HostValue &payload,
                                      const HostValue &scheduled) const;

private:
  double relative(double value) const {
    return scale > 0 ? value / getScale() : 0;
  }
  /// Below the smallest normal number, units do not become smaller.
  double getScale() const;
  double getRms(double squares) const;
  double getUnit() const;

  int64_t count = 0;
  double scale = 0; ///< the largest magnitude in f64
  Type type;        ///< of the output itself
  double payloadSquares = 0, scheduledSquares = 0;
  double payloadMax = 0, scheduledMax = 0;
};

/// The largest difference between two float arrays of the same shape, in
/// elements that are finite in both, relative to the largest magnitude in
/// `expected`; `scale` is that magnitude.
double getLargestDifference(const HostValue &expected, const HostValue &found,
                            double &scale);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_CHECK_FLOATERRORS_H
