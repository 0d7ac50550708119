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

#include "SharedReference.h"

#include "heddle/Execution/Check/Check.h"
#include "heddle/Execution/Inputs/Exactness.h"
#include "heddle/Execution/Inputs/Inputs.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

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
  unsigned calls = 1;        ///< on the same memory
  bool newArguments = false; ///< for each call
  bool newNumbers = false;   ///< in the calls before the last one
  Exactness exactness;
  std::string sizes;
  bool isMain = false; ///< the sizes on which the results must be informative
  /// Made after the others. The payload may be undefined on such inputs. If it
  /// does not return, the run is ignored.
  bool isExtra = false;
  /// It executes a region or a branch of either function that no earlier run
  /// executed.
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
  std::shared_ptr<JitModule> payloadModule, scheduledModule;
  const JitFunction *payload = nullptr, *scheduled = nullptr;
  std::string payloadReason, scheduledReason;
  /// What the payload gave in the run that is judged, if it was called.
  std::optional<JitResult> exact;
  /// What calls gave that were made together, before their runs were judged.
  /// Calls that did not return are missing.
  struct Early {
    std::optional<JitResult> payload, scheduled;
  };
  std::map<const Run *, Early> early;
  bool madeEarly = false; ///< for the runs that are judged now
  /// The payload without its factors of rows, in its own precision. Null if it
  /// has none, or was not needed.
  std::shared_ptr<JitModule> unscaledModule;
  const JitFunction *unscaled = nullptr;
  bool triedUnscaled = false;
};

/// One version of a function in code that reports its accesses to memory, or
/// why there is none.
struct WatchedVersion {
  std::unique_ptr<JitModule> module;
  std::string reason;
};

/// What the runs of the main sizes say of one output, in the order of
/// forEachOutput.
struct OutputNews {
  std::string poor;      ///< why it proves nothing in the last main run
  bool isZero = false;   ///< that is because all of it is zero
  bool isProven = false; ///< it proves something in some run
};

struct FormulaCode;

/// The state of one function while it is checked.
struct Subject {
  Subject(const JitOptions &jit, SharedReference &reference)
      : jit(jit), reference(reference) {}

  FunctionReport report;
  func::FuncOp func, scheduledFunc;
  /// `func` with the functions that it calls inlined: inputs are planned from
  /// it. The same as `func` if it calls none.
  func::FuncOp planned;
  /// The fast-math flags that only the scheduled function has.
  arith::FastMathFlags allowed = arith::FastMathFlags::none;
  OwningOpRef<ModuleOp> plannedModule;   ///< of `planned`; null if it is `func`
  std::unique_ptr<PayloadShapes> shapes; ///< of `planned`
  JitOptions jit;
  SharedReference &reference;
  WideCode wide;
  WatchedVersion watchedPayload, watchedScheduled;
  /// The payload, with a buffer for each value, and the scheduled function.
  OwningOpRef<ModuleOp> payloadBuffers, scheduledBuffers;
  std::shared_ptr<FormulaCode> formulaCode; ///< null if there is none
  /// The judgment of the formulas, if it was needed before the runs were
  /// judged.
  std::optional<FormulaReport> earlyFormulas;
  /// What could not be decided, and in which run; "" if everything was decided.
  std::string undecided, undecidedInputs;
  /// The largest ratio of an error in the report to its bound.
  double nearest = 0;
  const JitFunction *payload = nullptr, *scheduled = nullptr;
  std::vector<Run> runs;
  std::vector<Run> extraRuns; ///< made if the runs above are equal
  Run mainRun;                ///< the first one of the main sizes
  std::vector<OutputNews> outputNews;
  int64_t runsMade = 0; ///< before those in `runs`
  std::vector<Run> watchedRuns;
  /// What the scheduled function declares of numbers, "'arith.addi' with nsw in
  /// line 12", and the runs that are made for it.
  std::string numberClaim;
  std::vector<Run> claimRuns;
  /// Loops of the scheduled function that no run reaches, "the loop body of
  /// line 12 of a.mlir", and the extents of the longest run.
  SmallVector<std::string> loopsLeftOut;
  std::string longestSizes;
  SmallVector<unsigned> keep; ///< arguments that are memrefs of the payload
  /// For each result of the payload, the argument of the scheduled function
  /// that it is left in, or none if it is returned.
  SmallVector<std::optional<unsigned>> resultArguments;
  bool comparesExpressions = false;
  bool done = false;

  /// Those of `allowed` that change how a result is rounded.
  arith::FastMathFlags getAllowedRoundings() const {
    return allowed &
           (arith::FastMathFlags::reassoc | arith::FastMathFlags::contract |
            arith::FastMathFlags::arcp | arith::FastMathFlags::afn);
  }

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

/// Plans runs on integers that index, size or limit something in a way that
/// only calls of the payload tell. Requires: compiled functions.
void addIndexRuns(Subject &subject, const ChildLimits &limits);

/// Reports the parts of both functions that the planned runs do not execute.
/// Adds runs that execute some of these parts. Requires: compiled functions.
void coverSubject(Subject &subject, const CheckOptions &options);

/// Plans runs on special numbers.
void addSpecialRuns(Subject &subject);

/// Plans runs on which sums of integers overflow types that are too narrow.
void addLimitRuns(Subject &subject, const PayloadShapes &shapes,
                  const CheckOptions &options);

/// Plans runs on memrefs that share memory or are not dense, and runs that call
/// a function twice.
void addMemoryRuns(Subject &subject, const PayloadShapes &shapes,
                   const CheckOptions &options);

/// Keeps the public functions among `names` and the functions that they call.
LogicalResult keepFunctions(ModuleOp module, ArrayRef<std::string> names);

JitJob makePayloadJob(const Subject &subject, const Run &run);
JitJob makeScheduledJob(const Subject &subject, const Run &run);

/// Moves results that were returned in arguments to the list of results.
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

/// Whether the results of a run are as accurate as the payload's although their
/// bits differ. Counts the run in the report. Adds a difference to the report,
/// and an undecided point to the subject.
Answer judgeAsFloats(Subject &subject, const Run &run,
                     const ChildLimits &limits);

/// Whether the same elements are finite, infinite or NaN, on numbers so large
/// that rounding errors mean nothing. Counts in the report the elements where
/// another order of a sum may overflow.
Answer judgeClasses(Subject &subject, const Run &run,
                    const ChildLimits &limits);

/// Whether the module of `func` has memory that outlives a call.
bool keepsState(func::FuncOp func);

/// Which f64 forms the judgment of a run calls.
struct WideNeeds {
  bool payload = false, scheduled = false;
};

/// Those of a run both of whose calls returned.
WideNeeds getWideNeeds(const Subject &subject, const Run &run);

/// Calls the f64 forms for the run at `first` and for the later short ones, as
/// far as the runs need them, in one process: a process takes longer than a
/// short call. At most once until forgetWideCalls, and only if the first run
/// needs it. All calls of the payload come first: what they give is the measure
/// of all errors, and no call of the scheduled function can damage their
/// memory. A function that keeps state between calls gets a process for each
/// call.
void makeWideCallsEarly(Subject &subject, size_t first,
                        const ChildLimits &limits);

/// Drops what makeWideCallsEarly kept.
void forgetWideCalls(Subject &subject);

/// Whether both functions compute the same with every float in f64. That shows
/// differences that the rounding of a narrow type hides.
Answer judgeWidened(Subject &subject, const Run &run,
                    const ChildLimits &limits);

/// Whether both functions compute the same formulas. Adds the judgment to the
/// report. `isExtra`: on further sizes, after the other runs.
void judgeFormulas(Subject &subject, const ChildLimits &limits, bool isExtra);

/// Compares the expressions that both functions compute, in all planned runs.
void judgeNames(Subject &subject, const ChildLimits &limits);

/// Compiles `module`, which has the functions of all subjects. An only subject
/// keeps its function with buffers: as payloadBuffers if `options` ask for
/// separate buffers, else as scheduledBuffers. On failure: errors were emitted.
FailureOr<std::unique_ptr<JitModule>>
compileTogether(ArrayRef<std::unique_ptr<Subject>> subjects, ModuleOp module,
                const JitOptions &options);

/// The optimization levels of compiled code: of the scheduled functions, and of
/// all other code.
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

/// Compiles a copy of `func` and of the functions that it calls, after
/// `prepare` has changed the copy. Null if that fails; then `reason` is the
/// first error, as `describe` gives it. No error is printed. `buffers` caches
/// the bufferized copy; an empty cache is filled. Bufferization takes most of
/// the compile time of a function with many ops. All users of one cache have
/// the same JitOptions::separateBuffers, and no `prepare`.
std::unique_ptr<JitModule> compileAlone(
    func::FuncOp func, const JitOptions &options, std::string &reason,
    llvm::function_ref<LogicalResult(ModuleOp)> prepare = nullptr,
    ErrorText describe = [](Diagnostic &error) { return error.str(); },
    OwningOpRef<ModuleOp> *buffers = nullptr);

/// The memory fault of the unscheduled function in this run, except leaks and
/// races; "" if it has none.
std::string findPayloadFault(Subject &subject, const Run &run,
                             const ChildLimits &limits);

/// What the unscheduled function declares of numbers, if its results in this
/// run depend on a declaration that is false; else "".
std::string findFalseClaim(Subject &subject, const Run &run,
                           const ChildLimits &limits);

/// Judges the memory accesses of the scheduled function, after its results were
/// judged. A fault replaces the verdict.
void judgeMemory(Subject &subject, const ChildLimits &limits);

/// Finishes the subject if an output proves nothing in all runs of the main
/// sizes. A number may be zero by chance, so others are drawn first.
bool judgeInformation(Subject &subject, const ChildLimits &limits);

/// Plans the runs of judgeClaims.
void planClaimRuns(Subject &subject);

/// Whether a result depends on something that only the scheduled function
/// declares and that is not so. Changes a verdict that is Equal.
void judgeClaims(Subject &subject, const ChildLimits &limits);

/// Judges the runs that have been made. Finishes the subject if they decide.
/// With `isFinal` the verdict is Equal if no run decided otherwise.
void judgeSubject(Subject &subject, const ChildLimits &limits, bool isFinal);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_CHECK_CHECKSUBJECT_H
