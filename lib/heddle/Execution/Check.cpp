//===- Check.cpp - Is a scheduled module equal to its payload? ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans the runs of all functions, makes them in few child processes, and
// judges the results. How a judgement is told is in CheckReport.cpp.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Check.h"

#include "heddle/Execution/Exactness.h"
#include "heddle/Execution/Inputs.h"

#include "mlir/IR/OperationSupport.h"

#include <cmath>

using namespace mlir;
using namespace mlir::heddle;

namespace {

/// Bytes that malloc returns to the unscheduled and to the scheduled function.
/// Both are huge or NaN as floats, and they differ.
constexpr unsigned char kPayloadPattern = 0xFE;
constexpr unsigned char kScheduledPattern = 0x7F;

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
    if (!sizes.empty())
      text += ", " + sizes;
    return text;
  }
};

/// All that is known of one function while it is checked.
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

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The numbers that are tried for free extents: which one the `run`-th run
/// gives to the `i`-th of `count` extents. Run 0 is the main one.
int64_t drawExtent(unsigned run, unsigned i, unsigned count, uint64_t seed) {
  static constexpr int64_t primes[] = {13, 7, 17, 11, 19, 5, 23, 3};
  static constexpr int64_t fewPrimes[] = {5, 3, 7, 2};
  int64_t prime =
      count > 4 ? fewPrimes[(i + seed) % 4] : primes[(i + seed) % 8];
  if (run == 0)
    return prime;
  if (run == 1)
    return 1;
  if (run == 2)
    return count > 4 ? 4 : 8 << (i % 2);
  if (run < 3 + count)
    return run - 3 == i ? 0 : prime;
  uint64_t mixed = (seed + 1) * 0x9E3779B97F4A7C15ull + run * 31 + i * 17;
  return 1 +
         static_cast<int64_t>((mixed ^ (mixed >> 29)) % (count > 4 ? 6 : 29));
}

/// Adds the runs with the `index`-th sizes. Returns false (and sets `error`) if
/// there are none.
bool addRuns(Subject &subject, const PayloadShapes &shapes, unsigned index,
             const CheckOptions &options, std::string &error) {
  unsigned count = shapes.getNumFreeExtents();
  FailureOr<ShapeAssignment> sizes = shapes.assign(
      options.dims,
      [&](unsigned i) { return drawExtent(index, i, count, options.seed); },
      error);
  if (failed(sizes))
    return false;
  Run run;
  run.specs = getInputSpecs(subject.func, *sizes);
  run.sizes = sizes->format();
  run.isMain = index == 0;
  if (index != 0 && llvm::any_of(subject.runs, [&](const Run &other) {
        return other.sizes == run.sizes;
      }))
    return true;
  Operation *terminator = subject.func.front().getTerminator();
  for (Value value : terminator->getOperands())
    run.resultShapes.push_back(sizes->getShape(value));
  run.exactness = analyzeExactness(subject.func, *sizes);
  run.inputs = getInputOptions(subject.func);
  run.inputs.seed = options.seed * 1000 + index;
  if (run.exactness.isExact()) {
    run.inputs.magnitude = run.exactness.magnitude;
    subject.runs.push_back(run);
  }
  bool hasFloats = run.exactness.coarsestFloat != nullptr;
  if (hasFloats || !run.exactness.isExact()) {
    run.inputs.magnitude = 0;
    subject.runs.push_back(run);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Preparation
//===----------------------------------------------------------------------===//

/// Whether the body of `func` is the same as that of `other`, values matched by
/// position.
bool isStructurallyEqual(func::FuncOp func, func::FuncOp other) {
  return OperationEquivalence::isEquivalentTo(
      func, other, OperationEquivalence::IgnoreLocations);
}

/// What prevents a function from being called, or "".
std::string findUnsupported(func::FuncOp func) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (auto [i, type] : llvm::enumerate(func.getArgumentTypes()))
    if (!isSupportedArgument(type)) {
      os << "argument " << i << " has type " << type
         << ", which cannot be passed from here";
      return text;
    }
  for (auto [i, type] : llvm::enumerate(func.getResultTypes()))
    if (!isSupportedArgument(type)) {
      os << "result " << i << " has type " << type
         << ", which cannot be taken from here";
      return text;
    }
  return text;
}

/// Finds where the scheduled function leaves each of the payload's results:
/// what its arguments are marked with; then what it returns, in order, and one
/// more argument for each memref that it does not return. Returns why there is
/// no such correspondence, or "".
std::string findResults(Subject &subject) {
  const JitFunction &payload = *subject.payload;
  const JitFunction &scheduled = *subject.scheduled;
  size_t numResults = payload.results.size();
  size_t numInputs = payload.inputs.size();
  subject.resultArguments.assign(numResults, std::nullopt);
  SmallVector<unsigned> extra; // unmarked arguments that the payload lacks
  for (auto [i, results] : llvm::enumerate(scheduled.resultsInArguments)) {
    for (int64_t result : results)
      if (result >= 0 && result < static_cast<int64_t>(numResults))
        subject.resultArguments[result] = i;
    if (i >= numInputs && results.empty())
      extra.push_back(i);
  }
  size_t next = 0;
  for (auto [i, type] : llvm::enumerate(payload.results))
    if (next < extra.size() && isa<MemRefType>(type) &&
        !subject.resultArguments[i])
      subject.resultArguments[i] = extra[next++];
  size_t returned = llvm::count(subject.resultArguments, std::nullopt);
  if (scheduled.inputs.size() >= numInputs && next == extra.size() &&
      returned == scheduled.results.size())
    return "";
  std::string text;
  llvm::raw_string_ostream(text)
      << "expects the scheduled function to take the payload's " << numInputs
      << " arguments and to return its " << numResults
      << " results (or to take one more argument for each), but it takes "
      << scheduled.inputs.size() << " and returns " << scheduled.results.size();
  return text;
}

void prepare(Subject &subject, ModuleOp scheduledModule,
             const CheckOptions &options) {
  func::FuncOp func = subject.func;
  if (std::string text = findUnsupported(func); !text.empty())
    return subject.finish(Verdict::Unsupported, text);
  auto scheduled =
      scheduledModule.lookupSymbol<func::FuncOp>(func.getSymName());
  if (!scheduled || scheduled.isDeclaration())
    return subject.finish(Verdict::Unsupported,
                          "the scheduled module has no function of this name");
  if (!options.allowUnchanged && isStructurallyEqual(func, scheduled))
    return subject.finish(
        Verdict::Unchanged,
        "the schedule left this function as it was (--allow-unchanged accepts "
        "that)");
  for (auto [i, type] : llvm::enumerate(func.getArgumentTypes()))
    if (isa<MemRefType>(type))
      subject.keep.push_back(i);
  PayloadShapes shapes(func);
  std::string error;
  if (!addRuns(subject, shapes, 0, options, error))
    return subject.finish(Verdict::Unsupported, error);
  unsigned sizes = shapes.hasFreeExtents() ? options.maxSizes : 1;
  for (unsigned i = 1; i < sizes; ++i) {
    std::string ignored; // some sizes are too small for a window
    (void)addRuns(subject, shapes, i, options, ignored);
  }
}

JitJob makePayloadJob(const Subject &subject, const Run &run) {
  JitJob job;
  job.function = subject.payload;
  job.makeArguments = [&run] { return drawInputs(run.specs, run.inputs); };
  job.keepArguments = subject.keep;
  job.mallocPattern = kPayloadPattern;
  return job;
}

JitJob makeScheduledJob(const Subject &subject, const Run &run) {
  JitJob job;
  job.function = subject.scheduled;
  job.keepArguments = subject.keep;
  job.mallocPattern = kScheduledPattern;
  const JitFunction &payload = *subject.payload;
  job.makeArguments = [&run, &payload, &subject] {
    SmallVector<HostValue> args = drawInputs(run.specs, run.inputs);
    // Results that the schedule turned into arguments: filled with numbers that
    // must not be left there.
    for (size_t i = args.size(); i < subject.scheduled->inputs.size(); ++i) {
      const auto *place = llvm::find(subject.resultArguments, i);
      size_t result = place - subject.resultArguments.begin();
      HostValue value(payload.results[result], run.resultShapes[result]);
      for (char &byte : value.getBytes())
        byte = kScheduledPattern;
      args.push_back(std::move(value));
    }
    return args;
  };
  for (std::optional<unsigned> argument : subject.resultArguments)
    if (argument)
      job.keepArguments.push_back(*argument);
  return job;
}

/// Moves the results that came back as arguments to the results.
void normalize(const Subject &subject, JitResult &result) {
  if (!result.outcome.ok())
    return;
  size_t nextArgument = subject.keep.size(), nextResult = 0;
  SmallVector<HostValue> results;
  for (std::optional<unsigned> argument : subject.resultArguments)
    results.push_back(std::move(argument ? result.arguments[nextArgument++]
                                         : result.results[nextResult++]));
  result.results = std::move(results);
  result.arguments.resize(subject.keep.size());
}

//===----------------------------------------------------------------------===//
// Judgement
//===----------------------------------------------------------------------===//

/// Calls `visit(name, expected, found)` for every output of a run, until it
/// returns false.
template <typename Visit>
void forEachOutput(const Subject &subject, Run &run, Visit visit) {
  for (auto [i, expected] : llvm::enumerate(run.expected.results))
    if (!visit("result " + std::to_string(i), expected, run.found.results[i]))
      return;
  for (auto [i, expected] : llvm::enumerate(run.expected.arguments))
    if (!visit("argument " + std::to_string(subject.keep[i]), expected,
               run.found.arguments[i]))
      return;
}

/// Compares one run. Returns false if it decides against the function.
bool compareRun(Subject &subject, Run &run) {
  FunctionReport &report = subject.report;
  bool identical = true;
  std::optional<Difference> difference;
  auto compare = [&](bool exactly, double tolerance, double &error) {
    difference.reset();
    forEachOutput(subject, run,
                  [&](const std::string &name, const HostValue &expected,
                      const HostValue &found) {
                    difference = exactly ? compareExactly(expected, found)
                                         : compareWithin(expected, found,
                                                         tolerance, error);
                    report.result = name;
                    return !difference;
                  });
    return !difference;
  };
  double error = 0;
  identical = compare(/*exactly=*/true, 0, error);
  bool mustBeIdentical =
      run.inputs.magnitude || !run.exactness.hasFloatReductions;
  if (identical) {
    ++(run.inputs.magnitude ? report.wholeRuns : report.randomRuns);
  } else if (!mustBeIdentical) {
    double tolerance = getComparisonTolerance(run.exactness);
    identical = compare(/*exactly=*/false, tolerance, error);
    report.tolerance = std::max(report.tolerance, tolerance);
    report.largestError = std::max(report.largestError, error);
    ++report.toleranceRuns;
  }
  if (identical) {
    report.result.clear();
    return true;
  }
  report.difference = difference;
  return false;
}

/// Whether the unscheduled function gives other results when its fresh memory
/// holds other bytes: it reads what it never wrote.
bool readsUnwritten(const Subject &subject, Run &run, double timeout) {
  JitJob job = makePayloadJob(subject, run);
  job.mallocPattern = kScheduledPattern;
  JitResult other = runJob(job, timeout);
  if (!other.outcome.ok() || !run.expected.outcome.ok())
    return false;
  for (auto [a, b] : llvm::zip_equal(run.expected.results, other.results))
    if (compareExactly(a, b))
      return true;
  for (auto [a, b] : llvm::zip_equal(run.expected.arguments, other.arguments))
    if (compareExactly(a, b))
      return true;
  return false;
}

/// Handles runs that did not end well. Returns false if it decides.
bool judgeOutcome(Subject &subject, Run &run, double timeout) {
  auto finish = [&](Verdict verdict, StringRef who, std::string what) {
    subject.report.inputs = run.describe();
    subject.finish(verdict, ("the " + who + " function " + what).str());
    return false;
  };
  const JitResult &expected = run.expected, &found = run.found;
  if (!expected.outcome.ok())
    return finish(Verdict::Unsupported, "unscheduled",
                  expected.outcome.describe(timeout));
  if (expected.underflow)
    return finish(Verdict::Unsupported, "unscheduled",
                  "wrote before the start of argument " +
                      std::to_string(*expected.underflow));
  if (!found.outcome.ok())
    return finish(found.outcome.kind == ChildOutcome::TimedOut
                      ? Verdict::TimedOut
                      : Verdict::Crashed,
                  "scheduled", found.outcome.describe(timeout));
  if (found.underflow)
    return finish(Verdict::Crashed, "scheduled",
                  "wrote before the start of argument " +
                      std::to_string(*found.underflow));
  return true;
}

/// Judges one run. Something that went wrong is tried again in processes of its
/// own, since an earlier call may have damaged the memory of this one.
bool judgeRun(Subject &subject, Run &run, double timeout) {
  bool good = run.expected.outcome.ok() && run.found.outcome.ok() &&
              !run.expected.underflow && !run.found.underflow;
  if (good) {
    FunctionReport before = subject.report;
    if (compareRun(subject, run))
      return true;
    subject.report = before;
  }
  if (run.expected.outcome.kind != ChildOutcome::TimedOut &&
      run.found.outcome.kind != ChildOutcome::TimedOut) {
    run.expected = runJob(makePayloadJob(subject, run), timeout);
    run.found = runJob(makeScheduledJob(subject, run), timeout);
    normalize(subject, run.found);
  }
  if (!judgeOutcome(subject, run, timeout))
    return false;
  if (compareRun(subject, run))
    return true;
  subject.report.inputs = run.describe();
  if (readsUnwritten(subject, run, timeout))
    subject.finish(Verdict::Unsupported,
                   "the unscheduled function reads memory that it never wrote");
  else
    subject.finish(Verdict::Different, subject.report.describeDifference());
  return false;
}

/// Finds outputs that prove nothing in any of the main runs.
bool judgeInformation(Subject &subject) {
  llvm::StringMap<std::string> poor;
  llvm::StringMap<bool> rich;
  SmallVector<std::string> names;
  for (Run &run : subject.runs) {
    if (!run.isMain)
      continue;
    forEachOutput(subject, run,
                  [&](const std::string &name, const HostValue &expected,
                      const HostValue &) {
                    std::string why;
                    if (poor.try_emplace(name).second)
                      names.push_back(name);
                    if (isUninformative(expected, why))
                      poor[name] = run.describe() + ": " + name + " " + why;
                    else
                      rich[name] = true;
                    return true;
                  });
  }
  if (names.empty()) {
    subject.finish(Verdict::Inconclusive, "the function has no results and no "
                                          "memref arguments to compare");
    return false;
  }
  for (const std::string &name : names)
    if (!rich.lookup(name)) {
      subject.finish(Verdict::Inconclusive, poor[name]);
      return false;
    }
  return true;
}

void judge(Subject &subject, double timeout) {
  for (Run &run : subject.runs) {
    if (!run.exactness.isExact() && subject.report.notExact.empty())
      subject.report.notExact = run.exactness.reason;
    if (!judgeRun(subject, run, timeout))
      return;
  }
  if (judgeInformation(subject))
    subject.finish(Verdict::Equal, subject.report.describeEquality());
}

/// Makes all calls of all functions and judges each function as soon as its
/// last result is there, so that few results are kept at a time.
void runSubjects(MutableArrayRef<std::unique_ptr<Subject>> subjects,
                 double timeout) {
  struct Target {
    Subject *subject;
    Run *run;
    bool scheduled;
  };
  std::vector<JitJob> jobs;
  std::vector<Target> targets;
  for (std::unique_ptr<Subject> &subject : subjects)
    for (Run &run : subject->runs) {
      jobs.push_back(makePayloadJob(*subject, run));
      targets.push_back({subject.get(), &run, false});
      jobs.push_back(makeScheduledJob(*subject, run));
      targets.push_back({subject.get(), &run, true});
    }
  runJobs(jobs, timeout, [&](size_t i, JitResult &&result) {
    Target &target = targets[i];
    (target.scheduled ? target.run->found : target.run->expected) =
        std::move(result);
    if (target.scheduled)
      normalize(*target.subject, target.run->found);
    if (i + 1 == jobs.size() || targets[i + 1].subject != target.subject) {
      judge(*target.subject, timeout);
      target.subject->runs.clear();
    }
  });
}

} // namespace

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

FailureOr<std::vector<FunctionReport>>
heddle::checkModules(ModuleOp payload, ModuleOp scheduled,
                     const CheckOptions &options) {
  OwningOpRef<ModuleOp> payloadCopy = clonePayload(payload);
  OwningOpRef<ModuleOp> scheduledCopy = clonePayload(scheduled);
  std::vector<std::unique_ptr<Subject>> subjects;
  for (auto func : payloadCopy->getOps<func::FuncOp>()) {
    bool wanted =
        options.functions.empty()
            ? func.isPublic()
            : llvm::is_contained(options.functions, func.getSymName().str());
    if (func.isDeclaration() || !wanted)
      continue;
    auto subject = std::make_unique<Subject>();
    subject->report.function = func.getSymName().str();
    subject->func = func;
    prepare(*subject, *scheduledCopy, options);
    subjects.push_back(std::move(subject));
  }
  bool anythingToRun = llvm::any_of(
      subjects, [](const auto &subject) { return !subject->done; });
  std::unique_ptr<JitModule> payloadCode, scheduledCode;
  if (anythingToRun) {
    auto first = JitModule::compile(*payloadCopy, options.jit);
    auto second = JitModule::compile(*scheduledCopy, options.jit);
    if (failed(first) || failed(second))
      return failure();
    payloadCode = std::move(*first);
    scheduledCode = std::move(*second);
  }
  for (auto &subject : subjects) {
    if (subject->done) {
      subject->runs.clear();
      continue;
    }
    subject->payload = payloadCode->lookup(subject->report.function);
    subject->scheduled = scheduledCode->lookup(subject->report.function);
    std::string mismatch = subject->payload && subject->scheduled
                               ? findResults(*subject)
                               : "expects a public function, but it is private";
    if (!mismatch.empty()) {
      subject->runs.clear();
      subject->finish(Verdict::Unsupported, mismatch);
    }
  }
  runSubjects(subjects, options.timeoutSeconds);
  std::vector<FunctionReport> reports;
  for (auto &subject : subjects)
    reports.push_back(std::move(subject->report));
  return reports;
}
