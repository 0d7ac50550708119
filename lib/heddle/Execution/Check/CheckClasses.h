//===- CheckClasses.h - Finite, infinite or NaN -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which elements of a run are finite, infinite or NaN only because of the order
// in which the payload rounds. The rule is in CheckClasses.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXECUTION_CHECK_CHECKCLASSES_H
#define HEDDLE_LIB_EXECUTION_CHECK_CHECKCLASSES_H

#include "WideCode.h"

#include "llvm/ADT/BitVector.h"

namespace mlir::heddle {

/// The elements of one run whose class a schedule may change. The payload is
/// called on further inputs when the first element is asked for.
class RoundedClasses {
public:
  RoundedClasses(Subject &subject, const Run &run, const ChildLimits &limits)
      : subject(subject), run(run), limits(limits) {}

  /// Whether element `i` of output `output`, in the order of forEachOutput, may
  /// have another class. Counts the element in the report if so.
  bool isUndecided(unsigned output, int64_t i);

private:
  void compute();

  Subject &subject;
  const Run &run;
  const ChildLimits &limits;
  bool isComputed = false;
  /// The outputs in f64, those of the payload and of the scheduled function;
  /// those of the payload as it is, and none, if it has no f64 form.
  std::vector<HostValue> exact, wideScheduled;
  SmallVector<llvm::BitVector> undecided; ///< one for each output
};

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_CHECK_CHECKCLASSES_H
