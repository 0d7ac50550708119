//===- CheckJudge.cpp - Do the results of the runs agree? -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the results of the payload and of the scheduled function, and finds
// other faults. CheckReport.cpp writes the judgement.
//
//===----------------------------------------------------------------------===//

#include "CheckSubject.h"

#include "heddle/Execution/Inputs/Accumulation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace mlir;
using namespace mlir::heddle;

/// Whether special numbers of a run are so large that only the classes of its
/// results mean something.
static bool showsClassesAlone(const Run &run) {
  return llvm::is_contained({Special::Extremes, Special::NearLargest},
                            run.inputs.special);
}

/// Compares a run on special numbers. If it is undecided, it is ignored.
static Answer judgeSpecial(Subject &subject, Run &run,
                           const ChildLimits &limits) {
  if (showsClassesAlone(run))
    return judgeClasses(subject, run, limits);
  std::string undecided = subject.undecided;
  Answer answer = judgeAsFloats(subject, run, limits);
  subject.undecided = undecided;
  return answer == Answer::Undecided ? Answer::Equal : answer;
}

/// Whether results of a run may differ by rounding.
static bool mayRound(const Subject &subject, const Run &run) {
  return !run.inputs.magnitude &&
         (run.exactness.hasFloatReductions ||
          run.exactness.hasFoldedFunctions ||
          subject.getAllowedRoundings() != arith::FastMathFlags::none);
}

WideNeeds heddle::getWideNeeds(const Subject &subject, const Run &run) {
  bool returned = run.expected.outcome.ok() && run.found.outcome.ok() &&
                  !run.expected.underflow && !run.found.underflow;
  if (!returned || !mayRound(subject, run) || !run.exactness.coarsestFloat ||
      run.exactness.coarsestFloat.isF64())
    return {};
  bool isSpecial = run.inputs.special != Special::None;
  bool isWidened = !isSpecial && !run.exactness.isExact();
  bool differs = false;
  forEachOutput(subject, run.expected, run.found,
                [&](const std::string &, const HostValue &expected,
                    const HostValue &found) {
                  differs = compareExactly(expected, found).has_value();
                  return !differs;
                });
  return {differs || isWidened,
          isWidened || (differs && isSpecial && showsClassesAlone(run))};
}

/// Reports the first result that differs although the payload accumulates
/// nothing for it, so that it keeps its bits whatever the others do.
static bool findPlainDifference(Subject &subject, const Run &run) {
  if (subject.allowed != arith::FastMathFlags::none)
    return false;
  llvm::SmallBitVector plain = findPlainResults(subject.planned);
  FunctionReport &report = subject.report;
  for (unsigned i : plain.set_bits()) {
    if (i >= run.expected.results.size() || i >= run.found.results.size())
      return false;
    report.difference =
        compareExactly(run.expected.results[i], run.found.results[i]);
    if (!report.difference)
      continue;
    report.result = "result " + std::to_string(i);
    return true;
  }
  return false;
}

/// Whether a run is on whole numbers and zeros of both signs.
static bool hasSignedZeros(const Run &run) {
  return run.inputs.magnitude && !run.inputs.floats.empty() &&
         llvm::all_of(run.inputs.floats,
                      [](double number) { return number == 0; });
}

/// The first difference of an output, except in the sign of a zero that the
/// start of a sum may change.
static std::optional<Difference> compareSigned(const HostValue &expected,
                                               const HostValue &found,
                                               bool isSigned) {
  if (isSigned || !expected.isFloat())
    return compareExactly(expected, found);
  return compareElements(expected, found, [&](int64_t i) {
    return expected.isIdentical(found, i) ||
           (expected.getFloat(i) == 0 && found.getFloat(i) == 0);
  });
}

/// Compares one run.
static Answer compareRun(Subject &subject, Run &run,
                         const ChildLimits &limits) {
  FunctionReport &report = subject.report;
  report.difference.reset();
  report.result.clear();
  subject.wide.exact.reset();
  bool excusesSigns = hasSignedZeros(run);
  llvm::SmallBitVector isSigned = excusesSigns
                                      ? findSignedResults(subject.planned)
                                      : llvm::SmallBitVector();
  unsigned output = 0;
  forEachOutput(subject, run.expected, run.found,
                [&](const std::string &name, const HostValue &expected,
                    const HostValue &found) {
                  unsigned i = output++;
                  report.difference = compareSigned(
                      expected, found,
                      !excusesSigns || (i < isSigned.size() && isSigned[i]));
                  if (report.difference)
                    report.result = name;
                  return !report.difference;
                });
  bool rounds = mayRound(subject, run);
  if (!report.difference)
    ++(run.inputs.magnitude ? report.wholeRuns : report.randomRuns);
  else if (!rounds || findPlainDifference(subject, run))
    return Answer::Different;
  else if (run.inputs.special != Special::None)
    return judgeSpecial(subject, run, limits);
  else if (Answer answer = judgeAsFloats(subject, run, limits);
           answer != Answer::Equal)
    return answer;
  // The runs on whole numbers have already checked every term of every sum.
  return rounds && !run.exactness.isExact() &&
                 run.inputs.special == Special::None
             ? judgeWidened(subject, run, limits)
             : Answer::Equal;
}

/// Whether the unscheduled function gives other results when its fresh memory
/// holds other bytes. If so, it reads memory that it never wrote. Of the bytes
/// of one type, at most one kind may be NaN: NaN is equal to NaN.
static bool readsUnwritten(const Subject &subject, Run &run,
                           const ChildLimits &limits) {
  constexpr unsigned char kAboutOneInF16 = 0x3C;
  auto isDifferent = [](ArrayRef<HostValue> a, ArrayRef<HostValue> b) {
    return llvm::any_of(llvm::zip_equal(a, b), [](auto pair) {
      return compareExactly(std::get<0>(pair), std::get<1>(pair)).has_value();
    });
  };
  if (!run.expected.outcome.ok())
    return false;
  for (unsigned char pattern : {kScheduledPattern, kAboutOneInF16}) {
    JitJob job = makePayloadJob(subject, run);
    job.mallocPattern = pattern;
    JitResult other = runJob(job, limits);
    if (other.outcome.ok() &&
        (isDifferent(run.expected.results, other.results) ||
         isDifferent(run.expected.arguments, other.arguments)))
      return true;
  }
  return false;
}

/// Why the results of the unscheduled function mean nothing, so that no
/// schedule can keep them: "reads [3, 0] past the end of ..."; "" if they do.
static std::string describeUndefined(Subject &subject, Run &run,
                                     const ChildLimits &limits) {
  // What is past the end of a buffer may be memory that nobody wrote.
  if (std::string fault = findPayloadFault(subject, run, limits);
      !fault.empty())
    return fault;
  if (readsUnwritten(subject, run, limits))
    return "reads memory that it never wrote";
  std::string claim = findFalseClaim(subject, run, limits);
  return claim.empty() ? ""
                       : "depends on a false declaration of its own: " + claim;
}

/// Finishes a subject whose results differ.
static void finishDifferent(Subject &subject, StringRef undefined,
                            std::string message) {
  if (undefined.empty())
    return subject.finish(Verdict::Different, std::move(message));
  subject.report.difference.reset();
  subject.report.result.clear();
  subject.finish(Verdict::Unsupported,
                 "the results differ, but the unscheduled function itself " +
                     undefined.str());
}

Verdict heddle::getEndVerdict(const ChildOutcome &outcome) {
  switch (outcome.kind) {
  case ChildOutcome::TimedOut:
    return Verdict::TimedOut;
  case ChildOutcome::OutOfMemory:
    return Verdict::OutOfMemory;
  default:
    return Verdict::Crashed;
  }
}

/// Describes how a call ended that did not return. An argument that the
/// schedule added is named after the result that belongs there.
static std::string describeCrash(const Subject &subject,
                                 const JitResult &result) {
  std::string text = result.outcome.describe();
  if (!result.fault)
    return text;
  unsigned argument = result.fault->argument;
  std::string name = "argument " + std::to_string(argument);
  if (argument >= subject.payload->inputs.size()) {
    const auto *place = llvm::find(subject.resultArguments, argument);
    name = "result " + std::to_string(place - subject.resultArguments.begin());
  }
  return text + ": it " + result.fault->describe(name);
}

/// A sentence about a result that the schedule turned into an argument although
/// its extents are known only after it was computed; "" without such a result.
static std::string findUnknownExtents(const Subject &subject, const Run &run) {
  for (auto [result, argument] : llvm::enumerate(subject.resultArguments)) {
    if (!argument || *argument < subject.payload->inputs.size())
      continue;
    ArrayRef<int64_t> shape = run.expected.results[result].getShape();
    if (shape == ArrayRef(run.resultShapes[result]))
      continue;
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "leaves result " << result << " in an argument, and the extents ";
    llvm::interleave(shape, os, "x");
    os << " follow from data; return it";
    return text;
  }
  return "";
}

/// Handles a run whose calls did not both return. Returns false if that decides
/// the verdict.
static bool judgeOutcome(Subject &subject, Run &run) {
  auto finish = [&](Verdict verdict, StringRef who, std::string what) {
    subject.report.inputs = run.describe();
    subject.finish(verdict, ("the " + who + " function " + what).str());
    return false;
  };
  const JitResult &expected = run.expected, &found = run.found;
  if (!expected.outcome.ok()) {
    std::string text = describeCrash(subject, expected);
    if (expected.fault && !run.sizes.empty())
      text += "; --dims or 'heddle.dims' make extents equal";
    return finish(Verdict::Unsupported, "unscheduled", text);
  }
  if (expected.underflow)
    return finish(Verdict::Unsupported, "unscheduled",
                  "wrote before the start of argument " +
                      std::to_string(*expected.underflow));
  if (std::string text = findUnknownExtents(subject, run); !text.empty())
    return finish(Verdict::Unsupported, "scheduled", text);
  if (!found.outcome.ok())
    return finish(getEndVerdict(found.outcome), "scheduled",
                  describeCrash(subject, found));
  if (found.underflow)
    return finish(Verdict::Crashed, "scheduled",
                  "wrote before the start of argument " +
                      std::to_string(*found.underflow));
  return true;
}

/// Counts an extra run. The errors in the report are those of the other runs.
static void countExtra(Subject &subject, const Run &run,
                       FunctionReport before) {
  unsigned overflows = subject.report.overflows;
  unsigned rounded = subject.report.roundedClasses;
  subject.report = std::move(before);
  subject.report.overflows = overflows;
  subject.report.roundedClasses = rounded;
  ++(run.inputs.special == Special::None ? subject.report.extraRuns
                                         : subject.report.specialRuns);
}

/// Judges one run. A failed run is repeated in separate processes, because an
/// earlier call may have damaged the memory of this one. So is a run of several
/// calls, which begins with the first state of the function. `isPlanned`: the
/// run is one of `subject.runs`.
static bool judgeRun(Subject &subject, Run &run, const ChildLimits &limits,
                     bool isPlanned) {
  bool good = run.expected.outcome.ok() && run.found.outcome.ok() &&
              !run.expected.underflow && !run.found.underflow;
  FunctionReport before = subject.report;
  if (good && run.calls == 1) {
    if (isPlanned)
      makeWideCallsEarly(subject, &run - subject.runs.data(), limits);
    if (compareRun(subject, run, limits) != Answer::Different) {
      if (run.isExtra)
        countExtra(subject, run, std::move(before));
      return true;
    }
    subject.report = before;
  }
  subject.wide.early.erase(&run);
  // Extra runs have a separate limit.
  if (run.isExtra || (!run.expected.outcome.exceededLimit() &&
                      !run.found.outcome.exceededLimit())) {
    if (run.isExtra && run.expected.outcome.exceededLimit())
      return true;
    run.expected = runJob(makePayloadJob(subject, run), limits);
    run.found = runJob(makeScheduledJob(subject, run), limits);
    normalizeResults(subject, run.found);
  }
  if (run.isExtra && (!run.expected.outcome.ok() || run.expected.underflow))
    return true;
  if (!judgeOutcome(subject, run))
    return false;
  if (compareRun(subject, run, limits) != Answer::Different) {
    if (run.isExtra)
      countExtra(subject, run, std::move(before));
    return true;
  }
  subject.report.inputs = run.describe();
  std::string undefined = describeUndefined(subject, run, limits);
  if (!undefined.empty() && run.isExtra) {
    subject.report = std::move(before);
    return true;
  }
  finishDifferent(subject, undefined, subject.report.describeDifference());
  return false;
}

/// Notes which outputs prove something in a run of the main sizes, and why
/// others do not. A run on other numbers proves something if the output is zero
/// in the main runs, unless these numbers are all equal.
static void noteInformation(Subject &subject, const Run &run) {
  if (run.sizes != subject.mainRun.sizes || !run.expected.outcome.ok() ||
      !run.found.outcome.ok() ||
      llvm::is_contained({Special::AllZeros, Special::AllEqual},
                         run.inputs.special))
    return;
  std::vector<OutputNews> &all = subject.outputNews;
  size_t next = 0;
  forEachOutput(subject, run.expected, run.found,
                [&](const std::string &name, const HostValue &expected,
                    const HostValue &) {
                  if (next == all.size())
                    all.emplace_back();
                  OutputNews &news = all[next++];
                  std::string why;
                  if (isUninformative(expected, why)) {
                    if (run.isMain) {
                      news.poor = run.describe() + ": " + name + " " + why;
                      news.isZero = StringRef(why).starts_with("is zero");
                    }
                  } else {
                    news.isProven |= run.isMain || news.isZero;
                  }
                  return true;
                });
}

/// The first output that proves nothing; null if there is none.
static const OutputNews *findPoor(const Subject &subject) {
  for (const OutputNews &news : subject.outputNews)
    if (!news.isProven)
      return &news;
  return nullptr;
}

bool heddle::judgeInformation(Subject &subject, const ChildLimits &limits) {
  constexpr unsigned kDraws = 16;
  if (subject.outputNews.empty()) {
    subject.finish(Verdict::Inconclusive, "the function has no results and no "
                                          "memref arguments to compare");
    return false;
  }
  const OutputNews *poor = findPoor(subject);
  for (unsigned i = 0; i < kDraws && poor && poor->isZero; ++i) {
    Run run = subject.mainRun;
    run.inputs.seed += 104729 * (i + 1);
    run.isExtra = true;
    run.expected = runJob(makePayloadJob(subject, run), limits);
    if (run.expected.outcome.exceededLimit())
      break;
    run.found = runJob(makeScheduledJob(subject, run), limits);
    normalizeResults(subject, run.found);
    if (!judgeRun(subject, run, limits, /*isPlanned=*/false))
      return false;
    noteInformation(subject, run);
    poor = findPoor(subject);
  }
  if (poor)
    subject.finish(Verdict::Inconclusive, poor->poor);
  return !poor;
}

/// Finishes the subject if a run in a finite field shows a difference.
static bool judgeFormulaDifference(Subject &subject,
                                   const ChildLimits &limits) {
  const FormulaReport &formulas = subject.report.formulas;
  if (formulas.outcome != FormulaReport::Different) {
    if (formulas.instability.empty())
      return true;
    subject.finish(Verdict::Different, "less stable: " + formulas.instability +
                                           "; " +
                                           subject.report.describeEquality());
    return false;
  }
  subject.report.inputs = formulas.inputs;
  std::string undefined;
  for (Run &run : subject.runs)
    if (undefined.empty() && run.describe() == formulas.inputs)
      undefined = describeUndefined(subject, run, limits);
  finishDifferent(subject, undefined,
                  formulas.describe() + "; the floats agree: " +
                      subject.report.describeEquality());
  return false;
}

void heddle::judgeSubject(Subject &subject, const ChildLimits &limits,
                          bool isFinal) {
  forgetWideCalls(subject);
  for (Run &run : subject.runs) {
    if (!run.exactness.isExact() && subject.report.notExact.empty())
      subject.report.notExact = run.exactness.reason;
    if (!judgeRun(subject, run, limits, /*isPlanned=*/true))
      return;
    noteInformation(subject, run);
  }
  forgetWideCalls(subject);
  if (!isFinal && subject.earlyFormulas)
    subject.report.formulas = *subject.earlyFormulas;
  else
    judgeFormulas(subject, limits, /*isExtra=*/isFinal);
  if (!judgeFormulaDifference(subject, limits))
    return;
  if (!isFinal && subject.comparesExpressions)
    judgeNames(subject, limits);
  if (!subject.undecided.empty()) {
    subject.report.inputs = subject.undecidedInputs;
    subject.finish(Verdict::Inconclusive, subject.undecided);
    return;
  }
  if (isFinal && !judgeInformation(subject, limits))
    return;
  if (isFinal)
    subject.finish(Verdict::Equal, subject.report.describeEquality());
}
