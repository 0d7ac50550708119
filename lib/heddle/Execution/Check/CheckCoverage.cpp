//===- CheckCoverage.cpp - Inputs that reach all of a function ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a copy of the scheduled function that marks what it executes, on the
// planned inputs and on others. Those that reach something new become runs;
// what none of them reaches is named.
//
//===----------------------------------------------------------------------===//

#include "CheckSubject.h"
#include "Coverage.h"

#include "heddle/Execution/Inputs/Dictionary.h"
#include "heddle/Execution/Inputs/Generator.h"

#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace mlir::heddle;

/// Above this work a run is not marked: the copy is not optimized.
static constexpr double kMarkedWork = 1 << 23;

/// Calls the marked copy; sets the places of `reached` that the calls execute,
/// and calls `onNew` for the runs that reach something new.
static void mark(const Subject &subject, const CoverageCode &code,
                 ArrayRef<Run *> runs, const ChildLimits &limits,
                 llvm::BitVector &reached,
                 llvm::function_ref<void(size_t)> onNew) {
  std::vector<JitJob> jobs;
  for (const Run *run : runs) {
    JitJob job = makeScheduledJob(subject, *run);
    job.function = code.function;
    unsigned last = code.function->inputs.size() - 1;
    job.keepArguments = {last};
    job.makeArguments = [make = std::move(job.makeArguments), &code, last] {
      SmallVector<HostValue> args = make();
      args.push_back(HostValue(code.function->inputs[last],
                               static_cast<int64_t>(code.places.size())));
      return args;
    };
    jobs.push_back(std::move(job));
  }
  runJobs(jobs, limits, [&](size_t i, JitResult &&result) {
    if (!result.outcome.ok())
      return;
    bool isNew = false;
    const HostValue &marks = result.arguments.front();
    for (unsigned place = 0, e = reached.size(); place != e; ++place)
      if (marks.getInt(place) && !reached.test(place)) {
        reached.set(place);
        isNew = true;
      }
    if (isNew)
      onNew(i);
  });
}

/// Extents around constants, sums of two of them, and small ones.
static int64_t drawNearConstants(ArrayRef<int64_t> numbers,
                                 Generator &generator) {
  auto pick = [&] {
    return numbers.empty() ? 1 + generator.below(24)
                           : numbers[generator.below(numbers.size())];
  };
  switch (generator.below(4)) {
  case 0:
    return generator.below(8);
  case 1:
    return pick() + generator.below(4);
  case 2:
    return pick() + pick();
  default:
    return pick();
  }
}

/// Other inputs: extents, scalars and elements near constants.
static std::vector<Run> drawCandidates(const Subject &subject,
                                       const PayloadShapes &shapes,
                                       const CheckOptions &options) {
  constexpr unsigned kCandidates = 64;
  Dictionary dictionary =
      collectDictionary({subject.func, subject.scheduledFunc});
  SmallVector<int64_t> numbers = dictionary.getSizesAround(48);
  Generator generator(options.seed);
  std::vector<Run> candidates;
  for (unsigned i = 0; i < kCandidates; ++i) {
    std::string ignored;
    std::optional<Run> run = makeRun(
        subject, shapes,
        [&](unsigned) { return drawNearConstants(numbers, generator); },
        options, ignored);
    if (!run || run->work > kMarkedWork)
      continue;
    run->isExtra = true;
    run->inputs.seed = options.seed * 1000 + 2000 + i;
    run->note = "to reach a branch";
    if (i % 2 == 0) {
      llvm::append_range(run->inputs.floats, dictionary.floats);
      run->inputs.floats.append({0, 1, -1, 100, -100});
      run->inputs.integers = dictionary.getIntegersAround(32);
      run->inputs.integers.append({0, 1, -1, 100, -100});
      run->inputs.scalars = i;
    }
    candidates.push_back(std::move(*run));
  }
  return candidates;
}

void heddle::coverSubject(Subject &subject, const CheckOptions &options) {
  CoverageCode code = compileCoverage(subject.scheduledFunc, subject.jit);
  if (code.places.empty() || !code.function ||
      code.function->inputs.size() != subject.scheduled->inputs.size() + 1)
    return;
  constexpr double kSeconds = 5;
  ChildLimits limits = options.limits;
  limits.seconds = std::min(limits.seconds, kSeconds);
  std::vector<Run *> planned;
  for (auto *runs : {&subject.runs, &subject.extraRuns})
    for (Run &run : *runs)
      if (run.work <= kMarkedWork)
        planned.push_back(&run);
  if (planned.empty())
    return;
  llvm::BitVector reached(code.places.size());
  mark(subject, code, planned, limits, reached,
       [&](size_t i) { planned[i]->reachesNew = true; });
  if (!reached.all()) {
    std::vector<Run> others = drawCandidates(subject, *subject.shapes, options);
    std::vector<Run *> pointers;
    for (Run &run : others)
      pointers.push_back(&run);
    mark(subject, code, pointers, limits, reached,
         [&](size_t i) { others[i].reachesNew = true; });
    for (Run &run : others)
      if (run.reachesNew)
        subject.extraRuns.push_back(std::move(run));
  }
  subject.report.places = reached.size();
  for (auto [place, text] : llvm::enumerate(code.places))
    if (!reached.test(place))
      subject.report.neverRan.push_back(text);
}
