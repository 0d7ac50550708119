//===- FormulaRun.h - Run both functions in a finite field ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One run of the judgment of CheckFormulas.cpp, in a child process: in f64, and
// at some points of the field.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXECUTION_CHECK_FORMULARUN_H
#define HEDDLE_LIB_EXECUTION_CHECK_FORMULARUN_H

#include "CheckSubject.h"

#include "heddle/Execution/Field/FieldRuntime.h"

namespace mlir::heddle {

/// Both functions in one form.
struct FormCode {
  std::unique_ptr<JitModule> payloadModule, scheduledModule;
  const JitFunction *payload = nullptr, *scheduled = nullptr;
};

/// What a run found out.
struct FormulaOutcome {
  ChildOutcome process;
  std::optional<field::Stop> stop;
  /// Counts, and what differs.
  FormulaReport report;
  /// Why something is not decided; "" if all is.
  std::string doubt;
};

/// Makes one run. `recorded` is null if nothing is to be recorded.
FormulaOutcome runFormulas(const Subject &subject, const Run &run,
                           const FormCode &field, const FormCode *recorded,
                           const ChildLimits &limits);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_CHECK_FORMULARUN_H
