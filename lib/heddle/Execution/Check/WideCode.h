//===- WideCode.h - Functions with every float in f64 -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles and calls the f64 form of a checked function. What its results say
// is decided in CheckFloats.cpp and CheckWidened.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXECUTION_CHECK_WIDECODE_H
#define HEDDLE_LIB_EXECUTION_CHECK_WIDECODE_H

#include "CheckSubject.h"

namespace mlir::heddle {

/// Compiles the payload, or the scheduled function, when it is first needed.
/// Null, with the reason in the subject, if it has no such form.
const JitFunction *getWide(Subject &subject, bool scheduled);

/// The same call with wide code and wide arguments.
JitJob widen(JitJob job, const JitFunction *function);

inline bool ended(const JitResult &result) {
  return result.outcome.ok() && !result.underflow;
}

/// Calls the wide payload; sets the reason if the call does not return.
std::optional<JitResult> runWidePayload(Subject &subject, const Run &run,
                                        const ChildLimits &limits);

/// What the wide payload gives in the run that is judged, which calls it once
/// for all comparisons. Null if the call does not return.
const JitResult *getExact(Subject &subject, const Run &run,
                          const ChildLimits &limits);

/// Calls the wide scheduled function. Its results have the form of the
/// payload's results; none if the call does not return.
std::optional<JitResult> runWideScheduled(Subject &subject, const Run &run,
                                          const ChildLimits &limits);

/// The outputs of the same run in three versions.
struct Versions {
  const JitResult &exact, &payload, &scheduled;
};

/// Calls `visit(name, exact, payload, scheduled)` for every output, until it
/// returns false.
template <typename Visit>
void forEachVersion(const Subject &subject, const Versions &versions,
                    Visit visit) {
  std::vector<const HostValue *> exact;
  for (const auto *values :
       {&versions.exact.results, &versions.exact.arguments})
    for (const HostValue &value : *values)
      exact.push_back(&value);
  size_t next = 0;
  forEachOutput(subject, versions.payload, versions.scheduled,
                [&](const std::string &name, const HostValue &payload,
                    const HostValue &scheduled) {
                  return visit(name, *exact[next++], payload, scheduled);
                });
}

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_CHECK_WIDECODE_H
