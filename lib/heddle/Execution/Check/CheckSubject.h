//===- CheckSubject.h - What is known of a checked function -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runs of one function with their inputs and results, and the steps of a
// check. The order of the steps is in Check.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXECUTION_CHECK_CHECKSUBJECT_H
#define HEDDLE_LIB_EXECUTION_CHECK_CHECKSUBJECT_H

#include "heddle/Execution/Check/Check.h"
#include "heddle/Execution/Inputs/Exactness.h"
#include "heddle/Execution/Inputs/Inputs.h"

namespace mlir::heddle {

/// Bytes that malloc returns to the unscheduled and to the scheduled function.
/// Both are huge or NaN as floats, and they differ.
inline constexpr unsigned char kPayloadPattern = 0xFE;
inline constexpr unsigned char kScheduledPattern = 0x7F;

/// One pair of calls.
struct Run {
  SmallVector<InputSpec> specs;
  SmallVector<SmallVector<int64_t>> resultShapes;
  InputOptions inputs;
  Exactness exactness;
  std::string sizes;
  bool isMain = false; ///< the sizes on which the results must be informative
  JitResult expected, found;

  std::string describe() const {
    std::string text = inputs.magnitude ? "whole numbers" : "random data";
    if (inputs.sign)
      text += inputs.sign < 0 ? ", all negative" : ", all positive";
    if (!sizes.empty())
      text += ", " + sizes;
    return text;
  }
};

/// The state of one function while it is checked.
struct Subject {
  FunctionReport report;
  func::FuncOp func;
  const JitFunction *payload = nullptr, *scheduled = nullptr;
  std::vector<Run> runs;
  SmallVector<unsigned> keep; ///< arguments that are memrefs of the payload
  /// For each result of the payload, the argument of the scheduled function
  /// that it is left in, or none if it is returned.
  SmallVector<std::optional<unsigned>> resultArguments;
  bool done = false;

  void finish(Verdict verdict, std::string message) {
    report.verdict = verdict;
    report.message = std::move(message);
    done = true;
  }
};

/// Plans the runs, or finishes the subject with the reason why it cannot be
/// run.
void prepareSubject(Subject &subject, ModuleOp scheduledModule,
                    const CheckOptions &options);

JitJob makePayloadJob(const Subject &subject, const Run &run);
JitJob makeScheduledJob(const Subject &subject, const Run &run);

/// Moves the results that came back as arguments to the results.
void normalizeResults(const Subject &subject, JitResult &result);

/// Finishes the subject, whose runs have been made.
void judgeSubject(Subject &subject, const ChildLimits &limits);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_CHECK_CHECKSUBJECT_H
