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
  std::shared_ptr<JitModule> payloadModule, scheduledModule;
  const JitFunction *payload = nullptr, *scheduled = nullptr;
};

/// The forms that have been compiled so far.
struct FormulaCode {
  /// In the field, for its first levels.
  std::vector<FormCode> levels;
  /// In f64; empty if nothing has to be recorded.
  FormCode recorded;
  /// The scheduled function has a constant that may be a rounded one.
  bool rounded = false;
};

/// The outcome of a run.
struct FormulaOutcome {
  ChildOutcome process;
  std::optional<field::Stop> stop;
  /// Counts, and the difference.
  FormulaReport report;
  /// Why something is undecided; "" if everything is decided.
  std::string doubt;
};

/// Compiles both functions in one form. On failure, `reason` is set.
bool compileForms(Subject &subject, FloatForm form, unsigned level,
                  FormCode &code, std::string &reason);

/// Makes one run on names of expressions.
FormulaOutcome runNames(const Subject &subject, const Run &run,
                        const FormCode &code, const ChildLimits &limits);

/// Makes one run.
FormulaOutcome runFormulas(const Subject &subject, const Run &run,
                           const FormulaCode &code, const ChildLimits &limits);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_CHECK_FORMULARUN_H
