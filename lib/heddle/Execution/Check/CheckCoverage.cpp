//===- CheckCoverage.cpp - Inputs that reach all of a function ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs copies of both functions that mark the places which they execute, on the
// planned inputs and on others. Inputs that reach a new place become runs. The
// places that no input reaches are reported.
//
//===----------------------------------------------------------------------===//

#include "CheckSubject.h"
#include "Coverage.h"

#include "heddle/Execution/Inputs/Dictionary.h"
#include "heddle/Execution/Inputs/Generator.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringSet.h"

#include <map>

using namespace mlir;
using namespace mlir::heddle;

/// The largest extent that is drawn since it is compared with a number.
static constexpr int64_t kLargestOwn = 1 << 20;

/// A number that is larger than a multiple of most others.
static constexpr double kLarge = 1 << 20;

/// Above this work a run is marked only if shorter ones leave out a loop: the
/// copy is not optimized.
static constexpr double kMarkedWork = 1 << 23;

/// Whether each extent that is known only at run time is 2 or more. An index
/// that is wrong in a dim of one element may be right there.
static bool isAmple(const Run &run) {
  return llvm::all_of(run.specs, [](const InputSpec &spec) {
    auto type = dyn_cast<ShapedType>(spec.type);
    return !type || llvm::all_of(llvm::enumerate(spec.shape), [&](auto extent) {
      return !type.isDynamicDim(extent.index()) || extent.value() >= 2;
    });
  });
}

namespace {
/// The marked copy of one function, and how a run calls that function.
struct MarkedVersion {
  const CoverageCode &code;
  const JitFunction &unmarked;
  JitJob (*makeJob)(const Subject &, const Run &);
};

/// The places that runs reached, and those that a run of ample sizes reached.
struct Reached {
  explicit Reached(unsigned count) : any(count), ample(count) {}

  /// Adds the places that one run reached; returns whether some of them are
  /// new.
  bool add(const Run &run, const HostValue &marks) {
    bool isNew = false, isAmpleRun = isAmple(run);
    for (unsigned place = 0, e = any.size(); place != e; ++place) {
      if (!marks.getInt(place))
        continue;
      isNew |= !any.test(place) || (isAmpleRun && !ample.test(place));
      any.set(place);
      if (isAmpleRun)
        ample.set(place);
    }
    return isNew;
  }

  llvm::BitVector any, ample;
  unsigned failures = 0; ///< runs that did not return
  /// The first run in which each declaration is false. Later calls in the same
  /// process keep its mark.
  std::map<unsigned, Run> falseClaims;
};
} // namespace

/// Calls the marked copy. Adds the places that the calls execute to `reached`,
/// and notes which runs reach a new place. A call that does not return leaves
/// no marks. It has reached a place that is wrong, or the payload is undefined
/// there, which the run will show.
static void mark(const Subject &subject, const MarkedVersion &version,
                 ArrayRef<Run *> runs, const ChildLimits &limits,
                 Reached &reached) {
  const CoverageCode &code = version.code;
  std::vector<JitJob> jobs;
  for (const Run *run : runs) {
    JitJob job = version.makeJob(subject, *run);
    job.function = code.function;
    job.makeEarlier = nullptr;
    unsigned last = code.function->inputs.size() - 1;
    job.keepArguments = {last};
    job.makeArguments = [make = std::move(job.makeArguments), &code, last] {
      SmallVector<HostValue> args = make();
      args.push_back(HostValue(code.function->inputs[last],
                               static_cast<int64_t>(code.getNumMarks())));
      return args;
    };
    jobs.push_back(std::move(job));
  }
  constexpr unsigned kFailures = 4;
  runJobs(jobs, limits, [&](size_t i, JitResult &&result) {
    if (result.outcome.ok())
      for (unsigned claim = 0; claim != code.claims.size(); ++claim)
        if (result.arguments.front().getInt(code.getClaimMark(claim)))
          reached.falseClaims.try_emplace(claim, *runs[i]);
    runs[i]->reachesNew |= result.outcome.ok()
                               ? reached.add(*runs[i], result.arguments.front())
                               : ++reached.failures <= kFailures;
  });
}

/// Extents around constants, sums of two of them, and small ones.
static int64_t drawNearConstants(ArrayRef<int64_t> numbers,
                                 Generator &generator) {
  auto pick = [&] {
    return numbers.empty() ? 1 + generator.below(24)
                           : numbers[generator.below(numbers.size())];
  };
  switch (generator.below(5)) {
  case 0:
    return generator.below(8);
  case 1:
    return pick() + generator.below(4);
  case 2:
    return pick() + pick();
  case 3:
    return std::max<int64_t>(pick() - generator.below(8), 0);
  default:
    return pick();
  }
}

/// In every fourth draw, one extent becomes a multiple of another one.
static void relateExtents(SmallVectorImpl<int64_t> &extents,
                          Generator &generator) {
  if (extents.size() < 2 || generator.below(4) != 0)
    return;
  size_t from = generator.below(extents.size());
  size_t to = (from + 1 + generator.below(extents.size() - 1)) % extents.size();
  extents[to] = (1 + generator.below(3)) * extents[from];
}

/// One extent becomes a number that it is compared with, less another extent:
/// their sum may be what is compared.
static void drawRest(SmallVectorImpl<int64_t> &extents, unsigned extent,
                     ArrayRef<int64_t> numbers, Generator &generator) {
  int64_t number = numbers[generator.below(numbers.size())];
  size_t other = generator.below(extents.size());
  if (other != extent && number > 0 && number <= kLargestOwn) {
    extents[other] = generator.below(number);
    extents[extent] = number - extents[other];
  }
}

/// In every second draw, extents that are compared become a number of their own
/// or one next to it.
static void drawOwn(const Subject &subject, const PayloadShapes &shapes,
                    const Dictionary &dictionary,
                    SmallVectorImpl<int64_t> &extents, Generator &generator) {
  if (dictionary.own.empty() || generator.below(2) == 0)
    return;
  func::FuncOp planned = subject.planned;
  bool sums = generator.below(3) == 0;
  for (const auto &[place, numbers] : dictionary.own) {
    if (place.first >= planned.getNumArguments())
      continue;
    std::optional<unsigned> extent =
        shapes.findFreeExtent(planned.getArgument(place.first), place.second);
    if (!extent || generator.below(4) == 0)
      continue;
    if (sums) {
      drawRest(extents, *extent, numbers, generator);
      continue;
    }
    int64_t number = numbers[generator.below(numbers.size())];
    if (generator.below(4) == 0)
      number += generator.below(3) - 1;
    extents[*extent] = std::clamp<int64_t>(number, 0, kLargestOwn);
  }
}

/// A run on extents of which some are near constants and the others small.
/// Large ones become small until the work of the run is within its limit.
static std::optional<Run>
drawSizes(const Subject &subject, const PayloadShapes &shapes,
          const Dictionary &dictionary, ArrayRef<int64_t> numbers,
          const CheckOptions &options, Generator &generator) {
  constexpr double kWork = 1 << 22;
  auto drawSmall = [&] { return 2 + generator.below(3); };
  int64_t quarters = generator.below(4); // that are small
  SmallVector<int64_t> extents;
  for (unsigned i = 0, e = shapes.getNumFreeExtents(); i != e; ++i)
    extents.push_back(generator.below(4) < quarters
                          ? drawSmall()
                          : drawNearConstants(numbers, generator));
  relateExtents(extents, generator);
  drawOwn(subject, shapes, dictionary, extents, generator);
  while (true) {
    std::string ignored;
    std::optional<Run> run = makeRun(
        subject, shapes, [&](unsigned i) { return extents[i]; }, options,
        ignored);
    if (!run || run->work <= kWork)
      return run;
    SmallVector<int64_t *> large;
    for (int64_t &extent : extents)
      if (extent > 4)
        large.push_back(&extent);
    if (large.empty())
      return std::nullopt;
    *large[generator.below(large.size())] = drawSmall();
  }
}

/// Inputs on which several extents at once hold a full tile and a partial one,
/// those of least work first.
static std::vector<Run> planFullTiles(const Subject &subject,
                                      const PayloadShapes &shapes,
                                      const CheckOptions &options,
                                      ArrayRef<int64_t> numbers) {
  constexpr double kWork = 1 << 26, kTotalWork = 1 << 30;
  constexpr unsigned kFew = 4, kSizes = 3, kMost = 10, kMixedSizes = 8;
  constexpr int64_t kSmallestTile = 8;
  unsigned count = shapes.getNumFreeExtents();
  // Sets of extents that are large: all sets of a few groups, and each pair.
  SmallVector<llvm::SmallBitVector> plans;
  for (unsigned large = 1; large < 1u << std::min(count, kFew); ++large) {
    llvm::SmallBitVector &plan = plans.emplace_back(count);
    for (unsigned i = 0; i < count; ++i)
      plan[i] = large >> std::min(i, kFew - 1) & 1;
  }
  for (unsigned i = 0; i < std::min(count, kMost) && count > kFew; ++i)
    for (unsigned j = 0; j <= i; ++j) {
      llvm::SmallBitVector &plan = plans.emplace_back(count);
      plan.set(i);
      plan.set(j);
    }
  SmallVector<int64_t> sizes(numbers);
  llvm::sort(sizes, std::greater<int64_t>());
  std::vector<Run> runs;
  auto add = [&](llvm::function_ref<int64_t(unsigned)> getExtent) {
    std::string ignored;
    std::optional<Run> run =
        makeRun(subject, shapes, getExtent, options, ignored);
    if (!run || run->work > kWork)
      return;
    run->isExtra = true;
    run->inputs.seed = options.seed * 1000 + 3000 + runs.size();
    run->note = "to reach a branch";
    runs.push_back(std::move(*run));
  };
  for (int64_t size : ArrayRef(sizes).take_front(kSizes))
    for (const llvm::SmallBitVector &plan : plans)
      add([&](unsigned i) { return plan.test(i) ? size + 3 : 2; });
  // Where one size of both extents takes too much work.
  SmallVector<int64_t> mixed(numbers.take_front(kMixedSizes));
  llvm::erase_if(mixed, [](int64_t size) { return size < kSmallestTile; });
  for (int64_t large : mixed)
    for (int64_t small : mixed)
      for (unsigned i = 0; i < std::min(count, kFew) && small < large; ++i)
        for (unsigned j = 0; j < std::min(count, kFew); ++j)
          if (j != i)
            add([&](unsigned k) {
              return k == i ? large + 1 : k == j ? small + 1 : 1;
            });
  llvm::sort(runs, [](const Run &a, const Run &b) {
    return std::tie(a.work, a.inputs.seed) < std::tie(b.work, b.inputs.seed);
  });
  double total = 0;
  llvm::erase_if(
      runs, [&](const Run &run) { return (total += run.work) > kTotalWork; });
  return runs;
}

/// Elements and scalars that are compared become numbers of their own.
static void addOwnNumbers(Run &run, const Dictionary &dictionary) {
  for (const auto &[place, numbers] : dictionary.own)
    for (int64_t number : numbers)
      if (place.second < 0)
        run.inputs.ownIntegers.push_back({place.first, number});
  for (const auto &[place, numbers] : dictionary.ownFloats)
    for (double number : numbers)
      if (place.second < 0)
        run.inputs.ownFloats.push_back({place.first, number});
}

/// Other inputs: extents, scalars and elements near constants.
static std::vector<Run> drawCandidates(const Subject &subject,
                                       const PayloadShapes &shapes,
                                       const CheckOptions &options) {
  constexpr unsigned kCandidates = 256;
  Dictionary dictionary =
      collectDictionary({subject.func, subject.scheduledFunc});
  SmallVector<int64_t> numbers = dictionary.getSizesAround(48);
  bool mayBeWhole = findSpecialLimits(subject.planned)
                        .getReason(Special::WholeNumbers)
                        .empty();
  Generator generator(options.seed);
  std::vector<Run> candidates;
  for (unsigned i = 0; i < kCandidates; ++i) {
    std::optional<Run> run =
        drawSizes(subject, shapes, dictionary, numbers, options, generator);
    if (!run)
      continue;
    run->isExtra = true;
    run->inputs.seed = options.seed * 1000 + 2000 + i;
    run->note = "to reach a branch";
    if (i % 2 == 0) {
      llvm::append_range(run->inputs.floats, dictionary.floats);
      if (i % 4 == 0)
        run->inputs.floats.append({kLarge, -kLarge});
      run->inputs.floats.append({0, 1, -1, 100, -100});
      run->inputs.integers = dictionary.getIntegersAround(32);
      run->inputs.integers.append({0, 1, -1, 100, -100});
      run->inputs.scalars = i;
      addOwnNumbers(*run, dictionary);
    } else if (i % 4 == 1 && mayBeWhole) {
      run->inputs.special = Special::WholeNumbers;
      run->note += ", " + stringifySpecial(Special::WholeNumbers).str();
    }
    candidates.push_back(std::move(*run));
  }
  llvm::move(planFullTiles(subject, shapes, options, dictionary.sizes),
             std::back_inserter(candidates));
  return candidates;
}

/// Marks the planned runs that take longer, the shortest first, until one has
/// reached every loop.
static void markLongRuns(Subject &subject, const MarkedVersion &version,
                         const ChildLimits &limits, Reached &reached) {
  constexpr double kTotalWork = 1 << 29;
  std::multimap<double, Run *> runs;
  for (auto *list : {&subject.runs, &subject.extraRuns})
    for (Run &run : *list)
      if (run.work > kMarkedWork)
        runs.emplace(run.work, &run);
  double total = 0;
  for (auto [work, run] : runs) {
    total += work;
    bool all = llvm::all_of(version.code.loops, [&](unsigned place) {
      return reached.any.test(place);
    });
    if (all || total > kTotalWork)
      return;
    mark(subject, version, run, limits, reached);
  }
}

/// Notes the lines of which no run reaches any loop of the scheduled function,
/// and the longest run: what is not run is not known to be equal. One of
/// several loops of an op may be for a rest that no extents have. Sizes that
/// the user asks for need not reach all loops.
static void noteLoops(Subject &subject, const CoverageCode &code,
                      const Reached &reached, const CheckOptions &options) {
  if (!options.dims.empty())
    return;
  llvm::StringSet<> ran;
  for (unsigned place : code.loops)
    if (reached.any.test(place))
      ran.insert(code.places[place]);
  for (unsigned place : code.loops)
    if (!ran.contains(code.places[place]) &&
        !llvm::is_contained(subject.loopsLeftOut, code.places[place]))
      subject.loopsLeftOut.push_back(code.places[place]);
  const Run *longest = nullptr;
  for (auto *runs : {&subject.runs, &subject.extraRuns})
    for (const Run &run : *runs)
      if (!longest || run.work > longest->work)
        longest = &run;
  if (longest)
    subject.longestSizes = longest->sizes;
}

/// Finishes a subject whose scheduled function declares something false, unless
/// the payload declares something false in the same run, too, or is undefined.
static void judgeFalseClaim(Subject &subject, const Run &run, StringRef what,
                            const ChildLimits &limits) {
  JitOptions jit = subject.jit;
  jit.separateBuffers = true;
  CoverageCode payload = compileCoverage(subject.func, jit);
  if (!payload.claims.empty() && payload.function) {
    Reached reached(payload.places.size());
    Run own = run;
    Run *pointer = &own;
    mark(subject, {payload, *subject.payload, makePayloadJob}, pointer, limits,
         reached);
    if (!reached.falseClaims.empty() || reached.failures != 0)
      return;
  }
  if (!findPayloadFault(subject, run, limits).empty())
    return;
  subject.report.inputs = run.describe();
  subject.finish(
      Verdict::Different,
      ("the scheduled function makes a false declaration: " + what).str());
  // An access that leaves its array, too, is a memory error, which says more.
  subject.watchedRuns = {run};
  subject.watchedRuns.front().reachesNew = true;
}

/// Finishes a subject whose scheduled function declares that an argument shares
/// its memory with no other, if it shares it in a run on which the payload is
/// defined.
static void judgeNoAlias(Subject &subject) {
  for (const Run &run : subject.extraRuns) {
    if (!run.layout.shared || subject.done)
      continue;
    for (unsigned argument :
         {run.layout.shared->first, run.layout.shared->second})
      if (!subject.done &&
          subject.scheduledFunc.getArgAttr(argument, "llvm.noalias")) {
        subject.report.inputs = run.describe();
        subject.finish(Verdict::Different,
                       "the scheduled function makes a false declaration: "
                       "'llvm.noalias' of argument " +
                           std::to_string(argument));
      }
  }
}

/// Adds runs that execute parts of one function which the planned runs do not,
/// and reports the parts that no run executes.
static void coverVersion(Subject &subject, const MarkedVersion &version,
                         const CheckOptions &options) {
  const CoverageCode &code = version.code;
  if (code.getNumMarks() == 0 || !code.function ||
      code.function->inputs.size() != version.unmarked.inputs.size() + 1)
    return;
  constexpr double kSeconds = 5;
  ChildLimits limits = options.limits;
  limits.seconds = std::min(limits.seconds, kSeconds);
  std::vector<Run *> planned;
  for (auto *runs : {&subject.runs, &subject.extraRuns})
    for (Run &run : *runs)
      if (run.work <= kMarkedWork)
        planned.push_back(&run);
  Reached reached(code.places.size());
  mark(subject, version, planned, limits, reached);
  if (!reached.ample.all() && !planned.empty()) {
    std::vector<Run> others = drawCandidates(subject, *subject.shapes, options);
    std::vector<Run *> pointers;
    for (Run &run : others)
      pointers.push_back(&run);
    constexpr size_t kAtATime = 16;
    for (size_t i = 0; i < pointers.size() && !reached.ample.all();
         i += kAtATime)
      mark(subject, version,
           ArrayRef(pointers).drop_front(i).take_front(kAtATime), limits,
           reached);
    for (Run &run : others)
      if (run.reachesNew)
        subject.extraRuns.push_back(std::move(run));
  }
  markLongRuns(subject, version, limits, reached);
  if (&version.unmarked == subject.scheduled)
    noteLoops(subject, code, reached, options);
  for (const auto &[claim, run] : reached.falseClaims)
    if (!subject.done)
      judgeFalseClaim(subject, run, code.claims[claim], limits);
  SmallVector<std::string> &neverRan = subject.report.neverRan;
  subject.report.places += code.places.size();
  for (auto [place, text] : llvm::enumerate(code.places))
    if (!reached.any.test(place) && !llvm::is_contained(neverRan, text))
      neverRan.push_back(text);
}

void heddle::coverSubject(Subject &subject, const CheckOptions &options) {
  CoverageCode scheduled = compileCoverage(subject.scheduledFunc, subject.jit);
  coverVersion(subject, {scheduled, *subject.scheduled, makeScheduledJob},
               options);
  if (!subject.done)
    judgeNoAlias(subject);
  if (subject.done)
    return subject.runs.clear();
  // A branch that the schedule dropped is one that the inputs have to reach.
  JitOptions jit = subject.jit;
  jit.separateBuffers = true;
  CoverageCode payload = compileCoverage(
      subject.func, jit, ArrayRef<std::string>(scheduled.places));
  coverVersion(subject, {payload, *subject.payload, makePayloadJob}, options);
}
