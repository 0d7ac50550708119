//===- CheckMemory.cpp - Judge what a function does to memory -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls the scheduled function once more for each set of sizes, in code that
// reports its accesses, and reports the faults among them. What counts as a
// fault is decided in MemoryWatch.cpp.
//
//===----------------------------------------------------------------------===//

#include "CheckSubject.h"

#include "heddle/Execution/Run/WatchedCall.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

#include <set>

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Watched code
//===----------------------------------------------------------------------===//

/// The watched code of one version, compiled when it is first needed; null if
/// it cannot be compiled.
static const JitFunction *getWatched(Subject &subject, bool scheduled) {
  WatchedVersion &version =
      scheduled ? subject.watchedScheduled : subject.watchedPayload;
  if (!version.module && version.reason.empty()) {
    JitOptions options = subject.jit;
    options.separateBuffers = !scheduled;
    options.watch = true;
    version.module = compileAlone(
        scheduled ? subject.scheduledFunc : subject.func, options,
        version.reason, nullptr, [](Diagnostic &error) { return error.str(); },
        scheduled ? &subject.scheduledBuffers : &subject.payloadBuffers);
    if (!version.module && version.reason.empty())
      version.reason = "no reason was given";
  }
  return version.module ? version.module->lookup(subject.report.function)
                        : nullptr;
}

/// The names of the arguments in a report. An argument that the schedule added
/// is named after the result that belongs there.
static std::vector<std::string> getArgumentNames(const Subject &subject,
                                                 const JitFunction &function) {
  std::vector<std::string> names;
  for (size_t i = 0, e = function.inputs.size(); i != e; ++i)
    names.push_back("argument " + std::to_string(i));
  for (auto [i, argument] : llvm::enumerate(subject.resultArguments))
    if (argument && *argument >= subject.payload->inputs.size() &&
        *argument < names.size())
      names[*argument] = "result " + std::to_string(i);
  return names;
}

/// Makes the call of one run. Memory that was never written holds `pattern`.
static WatchedResult watchRun(Subject &subject, const Run &run, bool scheduled,
                              unsigned char pattern,
                              const ChildLimits &limits) {
  const JitFunction *function = getWatched(subject, scheduled);
  JitJob job =
      scheduled ? makeScheduledJob(subject, run) : makePayloadJob(subject, run);
  unsigned count = subject.payload->inputs.size();
  job.function = function;
  job.mallocPattern = pattern;
  job.makeArguments = [make = std::move(job.makeArguments), count, pattern] {
    SmallVector<HostValue> args = make();
    for (HostValue &added : MutableArrayRef(args).drop_front(count))
      for (char &byte : added.getBytes())
        byte = pattern;
    return args;
  };
  return callWatched(job, limits, getArgumentNames(subject, *function), count);
}

//===----------------------------------------------------------------------===//
// Memory that was never written
//===----------------------------------------------------------------------===//

/// The first output in which two calls differ: "result 0[3]"; "" if none does.
static std::string findDependence(const WatchedResult &a,
                                  const WatchedResult &b) {
  auto find = [](ArrayRef<std::string> names, ArrayRef<HostValue> left,
                 ArrayRef<HostValue> right) {
    for (auto [name, l, r] : llvm::zip_equal(names, left, right))
      if (std::optional<Difference> difference = compareExactly(l, r))
        return name + difference->index;
    return std::string();
  };
  std::vector<std::string> names;
  for (size_t i = 0, e = a.results.size(); i != e; ++i)
    names.push_back("result " + std::to_string(i));
  std::string output = find(names, a.results, b.results);
  return output.empty() ? find(a.argumentNames, a.arguments, b.arguments)
                        : output;
}

/// `first` is a call that read memory which it never wrote. Returns a fault if
/// its results depend on the contents of that memory. To find out, repeats the
/// call with other contents: huge numbers of both signs, zeros, NaN.
static std::optional<MemoryFault> findUnwritten(Subject &subject,
                                                const Run &run, bool scheduled,
                                                const WatchedResult &first,
                                                const ChildLimits &limits) {
  if (!first.summary.unwritten)
    return std::nullopt;
  MemoryFault fault = *first.summary.unwritten;
  for (unsigned char pattern :
       {kPayloadPattern, (unsigned char)0x00, (unsigned char)0xFF}) {
    WatchedResult other = watchRun(subject, run, scheduled, pattern, limits);
    if (other.outcome.exceededLimit())
      continue;
    std::string output;
    if (!other.outcome.ok())
      fault.text += "; with other contents it " + other.outcome.describe();
    else if (output = findDependence(first, other); !output.empty())
      fault.text += "; " + output + " depends on it";
    else
      continue;
    return fault;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Verdicts
//===----------------------------------------------------------------------===//

/// The fault of one call, if it has one that counts.
static std::optional<MemoryFault> findFault(Subject &subject, const Run &run,
                                            bool scheduled,
                                            const WatchedResult &result,
                                            const ChildLimits &limits) {
  if (!result.fault)
    return findUnwritten(subject, run, scheduled, result, limits);
  if (result.fault->kind == MemoryFault::Leak &&
      !subject.report.memory.judgesLeaks)
    return std::nullopt;
  return result.fault;
}

static bool hasParallelLoops(func::FuncOp func) {
  return func->getParentOfType<ModuleOp>()
      ->walk([](Operation *op) {
        return isParallelLoop(op) ? WalkResult::interrupt()
                                  : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether the payload allocates buffers and leaves it to Heddle to free them.
/// That no longer holds when a schedule frees a buffer.
static bool leavesFreeing(func::FuncOp func) {
  bool allocates = false, frees = false;
  func->getParentOfType<ModuleOp>()->walk([&](Operation *op) {
    allocates |= isa<memref::AllocOp>(op);
    frees |= isa<memref::DeallocOp>(op);
  });
  return allocates && !frees;
}

/// Whether the unscheduled function has a fault of the same kind, or crashes.
static bool isPayloadsOwn(Subject &subject, const Run &run,
                          const MemoryFault &fault, const ChildLimits &limits) {
  if (fault.kind == MemoryFault::Leak && leavesFreeing(subject.func))
    return true;
  if (fault.kind == MemoryFault::Race && !hasParallelLoops(subject.func))
    return false;
  if (!getWatched(subject, /*scheduled=*/false))
    return false;
  WatchedResult result =
      watchRun(subject, run, /*scheduled=*/false, kScheduledPattern, limits);
  std::optional<MemoryFault> own =
      findFault(subject, run, /*scheduled=*/false, result, limits);
  return own ? own->kind == fault.kind : !result.fault && !result.outcome.ok();
}

/// Adds the accesses and loops of a call to the report.
static void addToReport(MemoryJudgment &report, const MemorySummary &summary) {
  ++report.runs;
  report.accesses += summary.accesses;
  if (summary.incomplete)
    report.notJudged =
        "more parallel loops are nested, or more iterations run, than are "
        "told apart";
  for (const WatchedLoop &loop : summary.loops) {
    auto *it = llvm::find_if(report.loops, [&](const WatchedLoop &other) {
      return other.place == loop.place && other.step == loop.step;
    });
    if (it == report.loops.end())
      report.loops.push_back(loop);
    else
      it->trips = std::max(it->trips, loop.trips);
  }
}

/// Watches one run. Returns false if no further run has to be watched.
static bool judgeMemoryOf(Subject &subject, const Run &run,
                          const ChildLimits &limits) {
  MemoryJudgment &report = subject.report.memory;
  WatchedResult result =
      watchRun(subject, run, /*scheduled=*/true, kScheduledPattern, limits);
  std::optional<MemoryFault> fault =
      findFault(subject, run, /*scheduled=*/true, result, limits);
  if (!fault) {
    if (result.outcome.ok())
      addToReport(report, result.summary);
    else
      report.notJudged =
          "with its accesses reported, it " + result.outcome.describe();
    return result.outcome.ok();
  }
  if (isPayloadsOwn(subject, run, *fault, limits)) {
    // A buffer that leaks without the schedule may leak with it.
    if (fault->kind == MemoryFault::Leak) {
      report.judgesLeaks = false;
      addToReport(report, result.summary);
    }
    if (fault->kind == MemoryFault::Leak || run.isExtra)
      return true;
    subject.report.inputs = run.describe();
    subject.finish(Verdict::Unsupported,
                   "the unscheduled function does so, too: it " + fault->text);
    return false;
  }
  report.fault = fault;
  subject.report.inputs = run.describe();
  subject.finish(fault->kind == MemoryFault::Race ? Verdict::Race
                                                  : Verdict::MemoryError,
                 "the scheduled function " + fault->text);
  return false;
}

static bool hasLoopOfOneTrip(const MemoryJudgment &report) {
  return llvm::any_of(report.loops,
                      [](const WatchedLoop &loop) { return loop.trips < 2; });
}

//===----------------------------------------------------------------------===//
// All runs
//===----------------------------------------------------------------------===//

/// Whether a leak is a fault of the function, because the function frees
/// buffers itself or because Heddle frees all buffers in it.
static bool mustFree(func::FuncOp func) {
  bool branches = false, frees = false;
  func->getParentOfType<ModuleOp>()->walk([&](Operation *op) {
    branches |= isa<BranchOpInterface>(op);
    frees |= isa<memref::DeallocOp>(op);
  });
  return frees || !branches;
}

/// The extra runs that execute nothing new and have the most iterations: what
/// iterations share may have more places than a short loop has iterations.
static SmallVector<const Run *> findLongestExtra(const Subject &subject) {
  constexpr double kWork = 1 << 20;
  constexpr size_t kMost = 4;
  SmallVector<const Run *> runs;
  for (const Run &run : subject.watchedRuns)
    if (run.isExtra && !run.reachesNew && run.work <= kWork)
      runs.push_back(&run);
  llvm::sort(runs, [](const Run *a, const Run *b) {
    return std::tie(b->work, a->sizes) < std::tie(a->work, b->sizes);
  });
  runs.truncate(std::min(runs.size(), kMost));
  return runs;
}

static void judgeWatchedRuns(Subject &subject, const ChildLimits &limits) {
  constexpr double kExtraSeconds = 5;
  MemoryJudgment &report = subject.report.memory;
  if (!getWatched(subject, /*scheduled=*/true)) {
    report.notJudged = subject.watchedScheduled.reason;
    return;
  }
  report.judgesLeaks = mustFree(subject.scheduledFunc);
  ChildLimits extra = limits;
  extra.seconds = std::min(extra.seconds, kExtraSeconds);
  SmallVector<const Run *> longest = findLongestExtra(subject);
  for (const Run &run : subject.watchedRuns) {
    // Runs on further sizes are for code that did not run before, and for
    // parallel loops: those that had fewer than two iterations so far, long
    // ones, and those whose iterations index the same place. A call that takes
    // long is given up.
    bool isForLoops =
        !report.loops.empty() &&
        (run.inputs.repeatsIndices || llvm::is_contained(longest, &run));
    if (run.isExtra && !run.reachesNew && !isForLoops &&
        !hasLoopOfOneTrip(report))
      continue;
    std::string before = report.notJudged;
    bool goOn = judgeMemoryOf(subject, run, run.isExtra ? extra : limits);
    if (run.isExtra && !report.fault)
      report.notJudged = before;
    else if (!goOn)
      return;
  }
}

std::vector<Run> heddle::planWatchedRuns(const Subject &subject) {
  std::vector<Run> runs;
  std::set<std::tuple<std::string, bool, bool>> known;
  for (const std::vector<Run> *planned : {&subject.runs, &subject.extraRuns})
    for (const Run &run : *planned)
      if (known
              .insert({run.sizes, run.inputs.oppositeTruth,
                       run.inputs.repeatsIndices})
              .second ||
          (run.isExtra && run.reachesNew))
        runs.push_back(run);
  return runs;
}

std::string heddle::findPayloadFault(Subject &subject, const Run &run,
                                     const ChildLimits &limits) {
  if (!getWatched(subject, /*scheduled=*/false))
    return "";
  WatchedResult result =
      watchRun(subject, run, /*scheduled=*/false, kScheduledPattern, limits);
  // Iterations of parallel loops run one after another here.
  if (!result.fault || result.fault->kind == MemoryFault::Leak ||
      result.fault->kind == MemoryFault::Race)
    return "";
  return result.fault->text;
}

void heddle::judgeMemory(Subject &subject, const ChildLimits &limits) {
  switch (subject.report.verdict) {
  case Verdict::Equal:
  case Verdict::Different:
  case Verdict::Crashed:
  case Verdict::Inconclusive:
    break;
  default:
    return;
  }
  FunctionReport before = subject.report;
  judgeWatchedRuns(subject, limits);
  FunctionReport &report = subject.report;
  // Results that differ or prove nothing outweigh memory that was not judged.
  if (report.verdict == Verdict::Unsupported &&
      before.verdict != Verdict::Equal) {
    before.memory = report.memory;
    report = before;
  }
  if (report.passed())
    report.message = report.describeEquality();
}
