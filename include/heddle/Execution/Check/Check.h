//===- Check.h - Is a scheduled module equal to its payload? ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs each function of a payload with and without its schedule on the same
// inputs and says whether the results agree, and how that was established. It
// takes two modules, so it does not depend on how the schedule was applied.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_CHECK_CHECK_H
#define HEDDLE_EXECUTION_CHECK_CHECK_H

#include "heddle/Execution/Check/Compare.h"
#include "heddle/Execution/Check/FormulaReport.h"
#include "heddle/Execution/Check/NameReport.h"
#include "heddle/Execution/Inputs/NumPyArray.h"
#include "heddle/Execution/Run/Jit.h"
#include "heddle/Execution/Run/MemoryWatch.h"
#include "heddle/Execution/Shapes/PayloadShapes.h"

#include "llvm/Support/JSON.h"

namespace mlir::heddle {

struct CheckOptions {
  explicit CheckOptions(const Target &target) : jit(target) {}

  uint64_t seed = 1;
  DimRequests dims;
  /// Arrays from files instead of random numbers.
  GivenInputs given;
  /// Names of the functions to check; empty: all public functions.
  SmallVector<std::string> functions;
  /// Accept a scheduled function that is structurally equal to the payload's.
  bool allowUnchanged = false;
  /// Compare the expressions that both functions compute (NameReport.h).
  bool comparesExpressions = false;
  /// For each call, and for compiling either module.
  ChildLimits limits{60};
  /// Sizes drawn for a function with dynamic extents.
  unsigned maxSizes = 8;
  JitOptions jit;
  /// Compile without optimization where optimizing takes longer than it saves.
  /// That is all code but the scheduled function if little is computed, and
  /// functions of hundreds of ops.
  bool adaptOptLevel = false;
  /// Called for each run that was made of a function's `count` runs.
  std::function<void(StringRef function, unsigned made, unsigned count)> onRun;
};

enum class Verdict {
  Equal,        ///< the results agree
  Different,    ///< some element differs
  Race,         ///< two iterations of a parallel loop meet on one element
  MemoryError,  ///< the scheduled function misuses memory
  Crashed,      ///< the scheduled function crashed
  TimedOut,     ///< the scheduled function did not return or compile in time
  OutOfMemory,  ///< the scheduled function needs more memory than the limit
  Unchanged,    ///< the schedule did nothing to the function
  Inconclusive, ///< the results prove nothing (all zero, NaN or infinite)
  Unsupported   ///< the function cannot be checked; not the schedule's fault
};

StringRef stringifyVerdict(Verdict verdict);

/// What the scheduled function does to memory.
struct MemoryJudgment {
  unsigned runs = 0;     ///< calls that reported their accesses
  uint64_t accesses = 0; ///< that they reported
  /// The parallel loops that ran; the most iterations of all runs.
  SmallVector<WatchedLoop> loops;
  bool judgesLeaks = true;
  /// Why this was not judged, or not for all runs; "" if it was.
  std::string notJudged;
  std::optional<MemoryFault> fault;

  /// "no race in 1 parallel loop (3 runs)"; "" if there is nothing to say.
  std::string describe() const;
  llvm::json::Value toJSON() const;
};

/// The verdict on one function.
struct FunctionReport {
  std::string function;
  Verdict verdict = Verdict::Equal;
  /// A message for the user: how equality was established, or the fault.
  std::string message;
  /// Extents and kind of numbers of the run that failed; "" if none did.
  std::string inputs;
  /// Set for Different: which result ("result 0", "argument 2"), and where.
  std::string result;
  std::optional<Difference> difference;
  /// How many runs compared whole numbers and random data bit for bit, and how
  /// many compared random data as floats.
  unsigned wholeRuns = 0, randomRuns = 0, floatRuns = 0;
  /// The errors of one output, relative to its largest magnitude, with the
  /// schedule and without it. The output is the one whose errors came nearest
  /// to their bounds.
  double rms = 0, max = 0, payloadRms = 0, payloadMax = 0;
  /// Of the float runs, those that compared with the payload itself; why there
  /// was nothing wider to compare with; and the largest error.
  unsigned narrowRuns = 0;
  std::string notWidened;
  double largestError = 0;
  /// Runs of both functions with every float in f64, and how far they differ.
  unsigned wideRuns = 0;
  double wideError = 0;
  /// Runs of which the payload's results were known from the check of another
  /// schedule.
  unsigned sharedRuns = 0;
  /// Further runs that agree, on sizes and values of the constants.
  unsigned extraRuns = 0;
  /// Runs on special numbers that agree, the kinds that were not tried with the
  /// reasons, and the elements that overflow in one order of a sum only.
  unsigned specialRuns = 0;
  std::string notSpecial;
  unsigned overflows = 0;
  /// The elements that are finite, infinite or NaN as rounding decides.
  unsigned roundedClasses = 0;
  /// Regions and branches of both functions that were counted, and those that
  /// no run executed: "the partial tile of line 12".
  unsigned places = 0;
  SmallVector<std::string> neverRan;
  /// The outcome of the runs in a finite field.
  FormulaReport formulas;
  /// The outcome of the runs on names.
  NameReport names;
  /// Why whole numbers were not used; "" if they were.
  std::string notExact;
  /// The arguments that are read from files: "arg0 from w.npy"; "" if none.
  std::string given;
  MemoryJudgment memory;

  /// "result 0[1, 2] is 3, expected 4 (1 of 6 elements differ)".
  std::string describeDifference() const;
  /// Which runs were compared bit for bit and which as floats, and why.
  std::string describeEquality() const;
  std::string describeFurther() const;

  bool passed() const { return verdict == Verdict::Equal; }
  llvm::json::Value toJSON() const;
};

/// The functions of `payload` with a body that are checked: those named in
/// `names`, or all public ones if `names` is empty.
std::vector<func::FuncOp> findCheckedFunctions(ModuleOp payload,
                                               ArrayRef<std::string> names);

/// The verdict on a scheduled function whose process did not finish.
Verdict getEndVerdict(const ChildOutcome &outcome);

/// Checks the functions of `scheduled` against those of `payload`; both modules
/// stay as they are. Each function is reported once, in the order of `payload`.
/// All work is done in child processes. A function that cannot be compiled, or
/// whose process crashes or exceeds a limit, is reported so after an error that
/// says where; the others are checked without it.
std::vector<FunctionReport> checkModules(ModuleOp payload, ModuleOp scheduled,
                                         const CheckOptions &options);

/// The same for several scheduled modules of one payload; the reports are those
/// that checkModules gives for each of them. The payload is compiled once for
/// all of them, and runs once on the inputs that several of them have. A module
/// that ends the common process is checked by itself.
std::vector<std::vector<FunctionReport>>
checkSchedules(ModuleOp payload, ArrayRef<ModuleOp> scheduled,
               const CheckOptions &options);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_CHECK_CHECK_H
