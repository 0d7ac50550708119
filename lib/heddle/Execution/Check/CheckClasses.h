//===- CheckClasses.h - Finite, infinite or NaN -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which classes the elements of a run may have: a number, inf, -inf or NaN. The
// rule is in CheckClasses.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXECUTION_CHECK_CHECKCLASSES_H
#define HEDDLE_LIB_EXECUTION_CHECK_CHECKCLASSES_H

#include "WideCode.h"

#include "llvm/ADT/BitVector.h"

namespace mlir::heddle {

/// The classes that the payload gives the elements of one run, or would give
/// them if it rounded or added in another order. It is called on further inputs
/// when it is first asked.
class PayloadClasses {
public:
  PayloadClasses(Subject &subject, const Run &run, const ChildLimits &limits)
      : subject(subject), run(run), limits(limits) {}

  /// Whether element `i` of output `output`, in the order of forEachOutput, may
  /// have the class of `found`. Counts the element in the report if so. To be
  /// asked where the payload itself gives another class.
  bool include(unsigned output, int64_t i, double found);

private:
  void start();
  void drawMoved(unsigned count);
  void addClasses(const JitResult &result);
  void findOverflows();
  void tryAllSigns(const JitFunction *function, const JitFunction *wide);
  void addOverflows(const JitResult &own, const JitResult &other, bool isWide);

  Subject &subject;
  const Run &run;
  const ChildLimits &limits;
  bool isStarted = false, hasOverflows = false;
  unsigned draws = 0, mostDraws = 0;
  SmallVector<HostValue> given;   ///< the arguments
  std::optional<JitResult> exact; ///< in f64
  /// One for each output; empty for integers. A set of classes for each
  /// element, and whether sums of it overflow in some order.
  std::vector<std::vector<uint8_t>> classes;
  std::vector<llvm::BitVector> overflows;
};

/// Compiles the payload without its factors of rows when it is first needed.
/// Null if it has none.
const JitFunction *getUnscaled(Subject &subject);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_CHECK_CHECKCLASSES_H
