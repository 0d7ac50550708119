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

#include "llvm/ADT/STLExtras.h"

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
  ArgumentLayout layout;
  unsigned calls = 1; ///< on the same memory
  Exactness exactness;
  std::string sizes;
  bool isMain = false; ///< the sizes on which the results must be informative
  /// Made after the others. The payload need not be defined on such inputs: if
  /// it does not end well, the run says nothing.
  bool isExtra = false;
  /// It executes a region or a branch of either function that no run before it
  /// did.
  bool reachesNew = false;
  double work = 0;  ///< scalar ops, roughly
  std::string note; ///< in which way the inputs are special
  JitResult expected, found;

  std::string describe() const {
    std::string text = inputs.magnitude ? "whole numbers" : "random data";
    if (inputs.sign)
      text += inputs.sign < 0 ? ", all negative" : ", all positive";
    if (inputs.distance != 0)
      text += " and far from 0";
    for (auto [i, spec] : llvm::enumerate(specs))
      if (spec.isGiven(inputs))
        text += ", arg" + std::to_string(i) + " from " + spec.given->file;
    if (!note.empty())
      text += ", " + note;
    if (!sizes.empty())
      text += ", " + sizes;
    return text;
  }
};

/// One function with every float in f64, with and without its schedule. A
/// version that cannot be compiled is null, and its reason is set.
struct WideCode {
  std::unique_ptr<JitModule> payloadModule, scheduledModule;
  const JitFunction *payload = nullptr, *scheduled = nullptr;
  std::string payloadReason, scheduledReason;
};

/// One version of a function in code that reports its accesses to memory, or
/// why there is none.
struct WatchedVersion {
  std::unique_ptr<JitModule> module;
  std::string reason;
};

struct FormulaCode;

/// The state of one function while it is checked.
struct Subject {
  explicit Subject(const JitOptions &jit) : jit(jit) {}

  FunctionReport report;
  func::FuncOp func, scheduledFunc;
  std::unique_ptr<PayloadShapes> shapes; ///< of `func`
  JitOptions jit;
  WideCode wide;
  WatchedVersion watchedPayload, watchedScheduled;
  /// The payload, with a buffer for each value, and the scheduled function.
  OwningOpRef<ModuleOp> payloadBuffers, scheduledBuffers;
  std::shared_ptr<FormulaCode> formulaCode; ///< null if there is none
  /// What could not be decided, in which run; "" if all was.
  std::string undecided, undecidedInputs;
  /// How near the errors in the report came to their bounds.
  double nearest = 0;
  const JitFunction *payload = nullptr, *scheduled = nullptr;
  std::vector<Run> runs;
  std::vector<Run> extraRuns; ///< made if the runs above are equal
  int64_t runsMade = 0;       ///< before those in `runs`
  std::vector<Run> watchedRuns;
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

/// A run with the extents that `draw` gives. Sets `error` if none fit.
std::optional<Run> makeRun(const Subject &subject, const PayloadShapes &shapes,
                           llvm::function_ref<int64_t(unsigned)> draw,
                           const CheckOptions &options, std::string &error);

/// Plans runs on the sizes and values that the constants of both functions ask
/// for.
void addExtraRuns(Subject &subject, func::FuncOp scheduled,
                  const PayloadShapes &shapes, const CheckOptions &options);

/// Names in the report what of both functions the runs that are planned do not
/// execute. Adds runs that execute some of it. Requires: compiled functions.
void coverSubject(Subject &subject, const CheckOptions &options);

/// Plans runs on special numbers.
void addSpecialRuns(Subject &subject);

/// Plans runs on memrefs that share memory or are not dense, and runs that call
/// a function twice.
void addMemoryRuns(Subject &subject, const PayloadShapes &shapes,
                   const CheckOptions &options);

/// Keeps the public functions among `names` and the functions that they call.
LogicalResult keepFunctions(ModuleOp module, ArrayRef<std::string> names);

JitJob makePayloadJob(const Subject &subject, const Run &run);
JitJob makeScheduledJob(const Subject &subject, const Run &run);

/// Moves the results that came back as arguments to the results.
void normalizeResults(const Subject &subject, JitResult &result);

/// Calls `visit(name, expected, found)` for every output of a run, until it
/// returns false.
template <typename Visit>
void forEachOutput(const Subject &subject, const JitResult &expected,
                   const JitResult &found, Visit visit) {
  for (auto [i, value] : llvm::enumerate(expected.results))
    if (!visit("result " + std::to_string(i), value, found.results[i]))
      return;
  for (auto [i, value] : llvm::enumerate(expected.arguments))
    if (!visit("argument " + std::to_string(subject.keep[i]), value,
               found.arguments[i]))
      return;
}

/// What a comparison says.
enum class Answer { Equal, Different, Undecided };

/// Whether the results of a run, which are not the same bits, are as good as
/// the payload's. Counts the run in the report; says there what differs, or in
/// the subject what is undecided.
Answer judgeAsFloats(Subject &subject, const Run &run,
                     const ChildLimits &limits);

/// Whether the same results are finite, infinite or NaN, on numbers so large
/// that rounding errors say nothing. Counts in the report where another order
/// of a sum may overflow.
Answer judgeClasses(Subject &subject, const Run &run,
                    const ChildLimits &limits);

/// Whether both functions compute the same with every float in f64. It shows
/// what the rounding of a narrow type hides.
Answer judgeWidened(Subject &subject, const Run &run,
                    const ChildLimits &limits);

/// Whether both functions are the same formulas. Says so in the report.
/// `isExtra`: on further sizes, after the others.
void judgeFormulas(Subject &subject, const ChildLimits &limits, bool isExtra);

/// The optimization levels of compiled code: of the scheduled functions, and of
/// all else.
struct OptLevels {
  unsigned scheduled, others;
};

/// Chooses them by the number of ops and the work of the planned runs, unless
/// the user did.
OptLevels chooseOptLevels(ArrayRef<std::unique_ptr<Subject>> subjects,
                          ModuleOp scheduled, const CheckOptions &options);

/// The runs of which the scheduled function is called once more, with its
/// accesses watched: one for each set of sizes.
std::vector<Run> planWatchedRuns(const Subject &subject);

/// The first error that a compilation emitted, as a reason.
using ErrorText = llvm::function_ref<std::string(Diagnostic &)>;

/// Compiles a copy of `func` and what it calls, after `prepare` has changed the
/// copy. Null if that fails; then `reason` is the first error, as `describe`
/// gives it. No error is printed. `buffers` has the copy after bufferization;
/// it is made there if it is empty, which is most of the time that compiling
/// takes where a function has many ops. All its users have the same
/// JitOptions::separateBuffers, and no `prepare`.
std::unique_ptr<JitModule> compileAlone(
    func::FuncOp func, const JitOptions &options, std::string &reason,
    llvm::function_ref<LogicalResult(ModuleOp)> prepare = nullptr,
    ErrorText describe = [](Diagnostic &error) { return error.str(); },
    OwningOpRef<ModuleOp> *buffers = nullptr);

/// What the unscheduled function does to memory in this run and must not do,
/// leaks and races aside; "" if there is nothing.
std::string findPayloadFault(Subject &subject, const Run &run,
                             const ChildLimits &limits);

/// Judges what the scheduled function does to memory, after its results were
/// judged. A fault replaces the verdict.
void judgeMemory(Subject &subject, const ChildLimits &limits);

/// Judges the runs that have been made. Finishes the subject if they decide; it
/// is equal if `isFinal` and nothing else was found.
void judgeSubject(Subject &subject, const ChildLimits &limits, bool isFinal);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_CHECK_CHECKSUBJECT_H
