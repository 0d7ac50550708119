//===- Check.cpp - Is a scheduled module equal to its payload? ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of a check, and the process that takes them: compilers crash too.
// Calls of compiled functions run in further processes.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Check/Check.h"

#include "CheckSubject.h"
#include "ReportMessage.h"
#include "Run/ArenaArguments.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {

/// The stages of a check in which it may crash.
enum class Stage : int64_t {
  Preparing,
  CompilingPayload,
  CompilingScheduled,
  Running
};

/// The kinds of messages of a checking process.
enum class News : int64_t {
  Schedule, ///< the check of the next scheduled module begins
  Reached,  ///< a stage
  Progress, ///< name of the function, runs made, runs to make
  Report,   ///< of one function
  Failed    ///< to compile; the first error
};

/// The messages of a checking process.
struct CheckOutcome {
  ChildOutcome process;
  Stage stage = Stage::Preparing;
  std::optional<std::string> error; ///< the first one, if one was emitted
  /// For each scheduled module that was begun, of all functions or of none.
  std::vector<std::vector<FunctionReport>> reports;
};

} // namespace

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static void sendNews(MessageSink &sink, News news, ArrayRef<int64_t> numbers,
                     StringRef text = "") {
  Packer packer;
  packer.add(static_cast<int64_t>(news));
  for (int64_t number : numbers)
    packer.add(number);
  packer.add(text);
  sink.send(packer.bytes);
}

static void sendReport(MessageSink &sink, const FunctionReport &report) {
  Packer packer;
  packer.add(static_cast<int64_t>(News::Report));
  packReport(packer, report);
  sink.send(packer.bytes);
}

//===----------------------------------------------------------------------===//
// In the checking process
//===----------------------------------------------------------------------===//

/// Makes all calls of all functions and judges each function as soon as its
/// last result is there, so that few results are kept at a time. A call that
/// exceeds a limit is the last one of its function. Results that are compared
/// again are computed within the limits `all`.
static void runSubjects(MutableArrayRef<std::unique_ptr<Subject>> subjects,
                        const ChildLimits &limits, const ChildLimits &all,
                        bool isFinal, MessageSink &sink) {
  struct Target {
    Subject *subject;
    Run *run;
    bool scheduled;
    std::string call;                 ///< of the payload
    const JitResult *known = nullptr; ///< of the payload, from another check
  };
  std::vector<JitJob> jobs;
  std::vector<Target> targets;
  for (auto [group, subject] : llvm::enumerate(subjects))
    for (Run &run : subject->runs) {
      std::string call = describeCall(subject->report.function, "own", run);
      const JitResult *known = subject->reference.findResult(call);
      if (!known) {
        jobs.push_back(makePayloadJob(*subject, run));
        jobs.back().group = group;
        targets.push_back({subject.get(), &run, false, call});
      }
      jobs.push_back(makeScheduledJob(*subject, run));
      jobs.back().group = group;
      targets.push_back({subject.get(), &run, true, call, known});
      subject->report.sharedRuns += known != nullptr;
    }
  runJobs(jobs, limits, [&](size_t i, JitResult &&result) {
    Target &target = targets[i];
    Subject &subject = *target.subject;
    bool isLast = result.outcome.exceededLimit();
    if (target.known)
      target.run->expected = *target.known;
    else if (!target.scheduled)
      subject.reference.keepResult(target.call, result);
    (target.scheduled ? target.run->found : target.run->expected) =
        std::move(result);
    if (!target.scheduled && !isLast)
      return;
    if (target.scheduled)
      normalizeResults(subject, target.run->found);
    int64_t made = target.run - subject.runs.data() + 1;
    int64_t count = subject.runs.size();
    int64_t planned = subject.runsMade + count + subject.extraRuns.size();
    sendNews(sink, News::Progress, {subject.runsMade + made, planned},
             subject.report.function);
    if (isLast)
      subject.runs.resize(made);
    if (isLast || made == count) {
      judgeSubject(subject, all, isFinal);
      subject.runsMade += count;
      subject.runs.clear();
    }
  });
}

/// What a loop computes that no run reaches is not known to be equal.
static void judgeLeftOut(Subject &subject) {
  if (subject.loopsLeftOut.empty() || !subject.report.passed())
    return;
  constexpr size_t kNamed = 4;
  std::string text = "no run reaches ";
  llvm::raw_string_ostream os(text);
  os << llvm::join(ArrayRef(subject.loopsLeftOut).take_front(kNamed), ", ");
  if (subject.loopsLeftOut.size() > kNamed)
    os << " and " << subject.loopsLeftOut.size() - kNamed << " more";
  if (!subject.longestSizes.empty())
    os << " (the longest run: " << subject.longestSizes
       << "; --dims asks for others)";
  os << "; what ran is equal: " << subject.report.message;
  subject.finish(Verdict::Inconclusive, text);
}

/// Makes the runs that all functions have, then the extra runs of those that
/// have some and have not failed. An extra run that takes long is left out.
static void runAllSubjects(MutableArrayRef<std::unique_ptr<Subject>> subjects,
                           const ChildLimits &limits, MessageSink &sink) {
  constexpr double kExtraSeconds = 5;
  for (auto &subject : subjects)
    if (!subject->done) {
      subject->watchedRuns = planWatchedRuns(*subject);
      planClaimRuns(*subject);
    }
  runSubjects(subjects, limits, limits, /*isFinal=*/false, sink);
  for (auto &subject : subjects) {
    if (subject->done)
      continue;
    if (subject->extraRuns.empty() && judgeInformation(*subject, limits))
      subject->finish(Verdict::Equal, subject->report.describeEquality());
    subject->runs = std::exchange(subject->extraRuns, {});
  }
  ChildLimits extra = limits;
  extra.seconds = std::min(extra.seconds, kExtraSeconds);
  runSubjects(subjects, extra, limits, /*isFinal=*/true, sink);
  for (auto &subject : subjects) {
    judgeMemory(*subject, limits);
    judgeClaims(*subject, extra);
    judgeLeftOut(*subject);
  }
}

static bool isPrivate(ModuleOp module, StringRef name) {
  auto func = module.lookupSymbol<func::FuncOp>(name);
  return func && func.isPrivate();
}

static LogicalResult compileSubjects(
    MutableArrayRef<std::unique_ptr<Subject>> subjects, ModuleOp payload,
    ModuleOp scheduled, const CheckOptions &options, MessageSink &sink,
    SharedReference &reference, std::shared_ptr<JitModule> &payloadCode,
    std::unique_ptr<JitModule> &scheduledCode) {
  OptLevels levels = chooseOptLevels(subjects, scheduled, options);
  for (auto &subject : subjects)
    subject->jit.optLevel = levels.others;
  auto compile = [&](ModuleOp module, Stage stage) {
    sendNews(sink, News::Reached, static_cast<int64_t>(stage));
    bool isPayload = stage == Stage::CompilingPayload;
    JitOptions jit = options.jit;
    jit.separateBuffers = isPayload;
    jit.optLevel = isPayload ? levels.others : levels.scheduled;
    return compileTogether(subjects, module, jit);
  };
  std::string names;
  for (auto &subject : subjects)
    if (!subject->done)
      names += subject->report.function + " ";
  payloadCode =
      reference.getCode(names + "own -O" + std::to_string(levels.others),
                        [&]() -> std::shared_ptr<JitModule> {
                          auto code = compile(payload, Stage::CompilingPayload);
                          return failed(code) ? nullptr : std::move(*code);
                        });
  // An error that both functions have is reported once.
  if (!payloadCode)
    return failure();
  auto second = compile(scheduled, Stage::CompilingScheduled);
  if (failed(second))
    return failure();
  scheduledCode = std::move(*second);
  for (auto &subject : subjects) {
    if (subject->done)
      continue;
    subject->payload = payloadCode->lookup(subject->report.function);
    subject->scheduled = scheduledCode->lookup(subject->report.function);
    std::string mismatch = findResultArguments(
        *subject->payload, *subject->scheduled, subject->resultArguments);
    if (!mismatch.empty())
      subject->finish(Verdict::Unsupported, mismatch);
  }
  return success();
}

/// Checks the functions `names` and reports each of them.
static LogicalResult checkFunctions(ModuleOp payload, ModuleOp scheduled,
                                    ArrayRef<std::string> names,
                                    const CheckOptions &options,
                                    SharedReference &reference,
                                    MessageSink &sink) {
  OwningOpRef<ModuleOp> payloadCopy = clonePayload(payload);
  OwningOpRef<ModuleOp> scheduledCopy = clonePayload(scheduled);
  allocateArenas(*payloadCopy);
  allocateArenas(*scheduledCopy);
  if (failed(keepFunctions(*payloadCopy, names)) ||
      failed(keepFunctions(*scheduledCopy, names)))
    return failure();
  std::vector<std::unique_ptr<Subject>> subjects;
  for (const std::string &name : names) {
    auto subject = std::make_unique<Subject>(options.jit, reference);
    subject->report.function = name;
    subject->func = payloadCopy->lookupSymbol<func::FuncOp>(name);
    subject->scheduledFunc = scheduledCopy->lookupSymbol<func::FuncOp>(name);
    if (subject->func && subject->scheduledFunc)
      subject->allowed =
          findFastMath(subject->scheduledFunc) & ~findFastMath(subject->func);
    if (isPrivate(payload, name) || isPrivate(scheduled, name))
      subject->finish(Verdict::Unsupported,
                      "expects a public function, but it is private");
    else
      prepareSubject(*subject, *scheduledCopy, options);
    subject->scheduledFunc = scheduledCopy->lookupSymbol<func::FuncOp>(name);
    subjects.push_back(std::move(subject));
  }
  // A function that is not run is not compiled either.
  SmallVector<std::string> toRun;
  for (auto &subject : subjects)
    if (!subject->done)
      toRun.push_back(subject->report.function);
  std::shared_ptr<JitModule> payloadCode;
  std::unique_ptr<JitModule> scheduledCode;
  if (!toRun.empty() &&
      (failed(keepFunctions(*payloadCopy, toRun)) ||
       failed(keepFunctions(*scheduledCopy, toRun)) ||
       failed(compileSubjects(subjects, *payloadCopy, *scheduledCopy, options,
                              sink, reference, payloadCode, scheduledCode))))
    return failure();
  for (auto &subject : subjects)
    if (subject->done)
      subject->runs.clear();
  sendNews(sink, News::Reached, static_cast<int64_t>(Stage::Running));
  for (auto &subject : subjects)
    if (!subject->done) {
      addIndexRuns(*subject, options.limits);
      coverSubject(*subject, options);
    }
  runAllSubjects(subjects, options.limits, sink);
  for (auto &subject : subjects)
    sendReport(sink, subject->report);
  return success();
}

//===----------------------------------------------------------------------===//
// In this process
//===----------------------------------------------------------------------===//

/// Checks functions of all modules of `scheduled`, one module after the other,
/// in one process.
static CheckOutcome runCheckProcess(ModuleOp payload,
                                    ArrayRef<ModuleOp> scheduled,
                                    ArrayRef<std::string> names,
                                    const CheckOptions &options) {
  CheckOutcome outcome;
  ChildLimits limits = options.limits;
  auto onMessage = [&](ArrayRef<char> message) {
    Unpacker unpacker{message};
    switch (static_cast<News>(unpacker.takeInt())) {
    case News::Schedule:
      outcome.reports.emplace_back();
      limits.seconds = options.limits.seconds;
      return;
    case News::Reached:
      outcome.stage = static_cast<Stage>(unpacker.takeInt());
      // Each call is limited by itself.
      if (outcome.stage == Stage::Running)
        limits.seconds = ChildLimits().seconds;
      return;
    case News::Progress: {
      unsigned made = unpacker.takeInt(), count = unpacker.takeInt();
      if (options.onRun)
        options.onRun(unpacker.takeString(), made, count);
      return;
    }
    case News::Report:
      outcome.reports.back().push_back(unpackReport(unpacker));
      return;
    case News::Failed:
      outcome.error = unpacker.takeString();
      return;
    }
  };
  outcome.process = compileInChild(
      payload.getContext(),
      [&](MessageSink &sink) {
        // An error of one of several functions or schedules is printed when
        // that function or schedule is checked by itself.
        std::string error;
        ScopedDiagnosticHandler handler(
            payload.getContext(), [&](Diagnostic &diagnostic) {
              if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
                return failure();
              if (error.empty())
                error = diagnostic.str();
              return success(names.size() > 1 || scheduled.size() > 1);
            });
        SharedReference reference;
        for (ModuleOp module : scheduled) {
          sendNews(sink, News::Schedule, {});
          error.clear();
          if (failed(checkFunctions(payload, module, names, options, reference,
                                    sink)))
            sendNews(sink, News::Failed, {}, error);
        }
      },
      onMessage, limits);
  return outcome;
}

/// Reports that the process that checked one function did not finish.
static FunctionReport reportEnd(func::FuncOp func,
                                const CheckOutcome &outcome) {
  FunctionReport report;
  report.function = func.getSymName().str();
  bool isSchedule = outcome.stage == Stage::CompilingScheduled;
  bool isCompiling = isSchedule || outcome.stage == Stage::CompilingPayload;
  report.message = isSchedule    ? "compiling the scheduled function "
                   : isCompiling ? "compiling the unscheduled function "
                                 : "checking the function ";
  report.verdict = Verdict::Unsupported;
  if (outcome.error) {
    report.message += "failed: " + *outcome.error;
    return report;
  }
  if (isSchedule)
    report.verdict = getEndVerdict(outcome.process);
  report.message += outcome.process.describe();
  emitError(func.getLoc()) << "'" << func.getSymName()
                           << "': " << report.message;
  return report;
}

std::vector<func::FuncOp>
heddle::findCheckedFunctions(ModuleOp payload, ArrayRef<std::string> names) {
  std::vector<func::FuncOp> functions;
  for (auto func : payload.getOps<func::FuncOp>()) {
    bool wanted = names.empty()
                      ? func.isPublic()
                      : llvm::is_contained(names, func.getSymName().str());
    if (!func.isDeclaration() && wanted)
      functions.push_back(func);
  }
  return functions;
}

std::vector<FunctionReport> heddle::checkModules(ModuleOp payload,
                                                 ModuleOp scheduled,
                                                 const CheckOptions &options) {
  std::vector<func::FuncOp> functions =
      findCheckedFunctions(payload, options.functions);
  std::vector<std::string> names;
  for (func::FuncOp func : functions)
    names.push_back(func.getSymName().str());
  if (names.empty())
    return {};
  CheckOutcome all = runCheckProcess(payload, scheduled, names, options);
  if (all.process.ok() && !all.error)
    return std::move(all.reports.front());
  // Finds the function that ended the process, and still checks the others.
  std::vector<FunctionReport> reports;
  for (auto [func, name] : llvm::zip_equal(functions, names)) {
    CheckOutcome one = names.size() == 1
                           ? std::move(all)
                           : runCheckProcess(payload, scheduled, name, options);
    reports.push_back(one.process.ok() && !one.error
                          ? std::move(one.reports.front().front())
                          : reportEnd(func, one));
  }
  return reports;
}

std::vector<std::vector<FunctionReport>>
heddle::checkSchedules(ModuleOp payload, ArrayRef<ModuleOp> scheduled,
                       const CheckOptions &options) {
  std::vector<std::string> names;
  for (func::FuncOp func : findCheckedFunctions(payload, options.functions))
    names.push_back(func.getSymName().str());
  CheckOutcome all;
  if (scheduled.size() > 1 && !names.empty())
    all = runCheckProcess(payload, scheduled, names, options);
  // What ended the process, or could not be compiled, is found by itself.
  all.reports.resize(scheduled.size());
  for (auto [module, reports] : llvm::zip_equal(scheduled, all.reports))
    if (reports.size() != names.size() || names.empty())
      reports = checkModules(payload, module, options);
  return std::move(all.reports);
}
