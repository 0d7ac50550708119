//===- CheckFloats.cpp - Judge rounded results ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the results of a schedule with the payload in f64, or with the
// payload alone where no wider type exists. The arithmetic of errors is in
// FloatErrors.cpp.
//
//===----------------------------------------------------------------------===//

#include "CheckClasses.h"

#include "heddle/Execution/Check/Compare.h"
#include "heddle/Execution/Check/FloatErrors.h"
#include "heddle/Execution/Inputs/Generator.h"

#include "llvm/Support/Format.h"

#include <cmath>
#include <limits>
#include <map>

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Against f64
//===----------------------------------------------------------------------===//

using OutputErrors = std::map<std::string, FloatErrors>;

/// The first difference that rounding does not explain: in extents, in an
/// element that has a class of its own, or in an integer that the payload
/// computes as f64 does.
static std::optional<Difference>
compareFixed(const HostValue &exact, const HostValue &payload,
             const HostValue &scheduled,
             llvm::function_ref<bool(int64_t)> mayDiffer) {
  if (payload.getShape() != scheduled.getShape() ||
      payload.getShape() != exact.getShape())
    return compareExactly(payload, scheduled);
  if (payload.isFloat())
    return compareClasses(payload, scheduled, mayDiffer);
  return compareElements(payload, scheduled, [&](int64_t i) {
    return payload.isIdentical(scheduled, i) || !payload.isIdentical(exact, i);
  });
}

/// Adds the errors of one run. Returns false, and reports the difference, if
/// there is one that rounding does not explain.
static bool addErrors(Subject &subject, const Run &run,
                      const Versions &versions, const ChildLimits &limits,
                      OutputErrors &errors) {
  PayloadClasses classes(subject, run, limits);
  unsigned next = 0;
  bool good = true;
  forEachVersion(subject, versions,
                 [&](const std::string &name, const HostValue &exact,
                     const HostValue &payload, const HostValue &scheduled) {
                   unsigned output = next++;
                   auto difference =
                       compareFixed(exact, payload, scheduled, [&](int64_t i) {
                         return classes.include(output, i,
                                                scheduled.getFloat(i));
                       });
                   if (difference) {
                     subject.report.result = name;
                     subject.report.difference = difference;
                     return good = false;
                   }
                   if (payload.isFloat())
                     errors[name].add(exact, payload, scheduled);
                   return true;
                 });
  return good;
}

static double getExcess(const OutputErrors &errors) {
  double excess = 0;
  for (const auto &entry : errors)
    excess = std::max(excess, entry.second.getExcess());
  return excess;
}

/// How many times the bounds the errors may be. A payload is nearly exact on
/// zeros and halves, and another stable formula may lose a few more digits
/// where large numbers cancel.
static double getAllowedExcess(const Run &run) {
  switch (run.inputs.special) {
  case Special::Zeros:
    return 4;
  case Special::LargeMean:
    return 16;
  default:
    return 1;
  }
}

/// Whether errors that seem too large are too large on other numbers as well. A
/// payload may be nearly exact on one draw by chance, and on all draws of zeros
/// and halves. Adds the errors of the other draws.
static bool confirmExcess(Subject &subject, const Run &first,
                          const ChildLimits &limits, OutputErrors &errors) {
  constexpr unsigned kDraws = 15, kFewDraws = 3;
  constexpr double kLarge = 64;
  for (unsigned i = 1; i <= kDraws; ++i) {
    Run run = first;
    run.inputs.seed += 7919 * i;
    if (i % 2 && run.inputs.special == Special::Zeros)
      run.inputs.special = Special::None;
    std::optional<JitResult> exact = runWidePayload(subject, run, limits);
    run.expected = runJob(makePayloadJob(subject, run), limits);
    run.found = runJob(makeScheduledJob(subject, run), limits);
    if (!exact || !ended(run.expected))
      break;
    // If the scheduled function fails on other numbers, these numbers cannot
    // excuse the errors of the first draw.
    if (!ended(run.found))
      return true;
    normalizeResults(subject, run.found);
    if (!addErrors(subject, run, {*exact, run.expected, run.found}, limits,
                   errors))
      return true;
    if (i >= kFewDraws && getExcess(errors) > kLarge)
      return true;
  }
  return getExcess(errors) > getAllowedExcess(first);
}

static std::string describeErrors(const FloatErrors &errors) {
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("error %.2g (rms), %.2g (max) against f64, the payload's "
                      "own %.2g and %.2g",
                      errors.getRms(), errors.getMax(), errors.getPayloadRms(),
                      errors.getPayloadMax());
  return text;
}

/// Reports which output is worse than the payload's, and where.
static void reportExcess(Subject &subject, const Versions &versions,
                         const OutputErrors &errors) {
  forEachVersion(subject, versions,
                 [&](const std::string &name, const HostValue &exact,
                     const HostValue &payload, const HostValue &scheduled) {
                   auto it = errors.find(name);
                   if (it == errors.end() || it->second.isNoWorse())
                     return true;
                   subject.report.result = name;
                   subject.report.difference =
                       it->second.findWorst(exact, payload, scheduled);
                   if (!subject.report.difference)
                     subject.report.difference =
                         compareExactly(payload, scheduled);
                   subject.report.difference->note = describeErrors(it->second);
                   return false;
                 });
}

static void noteErrors(FunctionReport &report, const OutputErrors &errors,
                       double &nearest) {
  for (const auto &entry : errors) {
    const FloatErrors &output = entry.second;
    if (output.getExcess() < nearest)
      continue;
    nearest = output.getExcess();
    report.rms = output.getRms();
    report.max = output.getMax();
    report.payloadRms = output.getPayloadRms();
    report.payloadMax = output.getPayloadMax();
  }
}

//===----------------------------------------------------------------------===//
// Without anything wider
//===----------------------------------------------------------------------===//

static Answer setUndecided(Subject &subject, const Run &run, std::string text) {
  if (subject.undecided.empty()) {
    subject.undecided = std::move(text);
    subject.undecidedInputs = run.describe();
  }
  return Answer::Undecided;
}

/// What the formulas say of both functions. If they are equal, only rounding
/// tells their numbers apart.
static FormulaReport::Outcome judgeFormulasEarly(Subject &subject,
                                                 const Run &run,
                                                 const ChildLimits &limits) {
  // Extra runs are made after the formulas were judged.
  if (run.isExtra)
    return subject.report.formulas.outcome;
  if (!subject.earlyFormulas) {
    judgeFormulas(subject, limits, /*isExtra=*/false);
    subject.earlyFormulas = subject.report.formulas;
  }
  return subject.earlyFormulas->outcome;
}

/// By how much of their largest value the results of the payload change if each
/// float that it is given changes in its last digit. A rounding within the
/// payload changes its results by about as much; much more than a unit if large
/// terms cancel. The least of several draws: where a comparison happens to
/// change, that says nothing of roundings. 0 if the calls do not return.
static double getSensitivity(const Subject &subject, const Run &run,
                             const ChildLimits &limits) {
  constexpr uint64_t kDraws = 3;
  double unit = 2 / getExactLimit(run.exactness.coarsestFloat);
  double least = std::numeric_limits<double>::infinity();
  for (uint64_t draw = 1; draw <= kDraws; ++draw) {
    double largest = 0;
    JitJob job = makePayloadJob(subject, run);
    job.makeArguments = [make = std::move(job.makeArguments), draw, unit] {
      SmallVector<HostValue> args = make();
      Generator generator(draw);
      for (HostValue &value : args)
        for (int64_t i = 0, e = value.getNumElements();
             i != e && value.isFloat(); ++i)
          value.setFloat(i, value.getFloat(i) *
                                (1 + (generator.next() & 1 ? unit : -unit)));
      return args;
    };
    JitResult moved = runJob(job, limits);
    if (!ended(moved))
      return 0;
    forEachOutput(subject, run.expected, moved,
                  [&](const std::string &, const HostValue &expected,
                      const HostValue &other) {
                    if (expected.isFloat())
                      (void)compareWithin(
                          expected, other,
                          std::numeric_limits<double>::infinity(), largest);
                    return true;
                  });
    least = std::min(least, largest);
  }
  return least;
}

/// Whether the same elements are finite, infinite and NaN in all outputs,
/// except those whose class is not decided, and all others are equal.
static bool differInNumbersAlone(const Subject &subject, const Run &run,
                                 PayloadClasses &classes) {
  bool good = true;
  unsigned next = 0;
  forEachOutput(
      subject, run.expected, run.found,
      [&](const std::string &, const HostValue &expected,
          const HostValue &found) {
        unsigned output = next++;
        auto difference = compareElements(expected, found, [&](int64_t i) {
          return expected.isIdentical(found, i) ||
                 (expected.isFloat() && std::isfinite(expected.getFloat(i)) &&
                  std::isfinite(found.getFloat(i))) ||
                 classes.include(output, i, found.getFloat(i));
        });
        return good = !difference;
      });
  return good;
}

/// Whether an error that is larger than the bound may come from rounding, since
/// large terms cancel: the formulas are equal; or they are not decided, and as
/// many changes of the inputs as there are rounded terms, each in the last
/// digit, change the payload's results by as much. A run on special values that
/// is not decided counts as equal, so it is decided here.
static bool mayCancel(Subject &subject, const Run &run, double error,
                      const ChildLimits &limits, std::string &why) {
  switch (judgeFormulasEarly(subject, run, limits)) {
  case FormulaReport::Equal:
    why = "the formulas are equal, but ";
    return true;
  case FormulaReport::Different:
    return false;
  default:
    if (run.inputs.special != Special::None)
      return false;
    // Many roundings explain no more than a part of a result; only a result
    // that one digit changes by as much may be noise as a whole.
    constexpr double kMost = 0.25, kFew = 4;
    why = "the formulas are not decided, and ";
    double terms = kFew * std::max(1.0, run.exactness.errorTerms);
    double change = getSensitivity(subject, run, limits);
    return error <= std::max(std::min(kMost, terms * change), kFew * change);
  }
}

/// Compares with the payload alone. A small error, as another order of f64 sums
/// leaves it, is accepted. A large error, which no rounding explains, is a
/// difference, unless large terms may cancel. An error between the two is not
/// decided.
static Answer judgeAgainstPayload(Subject &subject, const Run &run,
                                  StringRef reason, const ChildLimits &limits) {
  constexpr double kUnits = 16, kClear = 1e-6;
  FunctionReport &report = subject.report;
  double unit = 2 / getExactLimit(run.exactness.coarsestFloat);
  bool isWide = run.exactness.coarsestFloat.isF64();
  double equal = isWide ? FloatErrors::kWideCap : kUnits * unit;
  double clear = isWide ? kClear : getComparisonTolerance(run.exactness);
  double largest = 0;
  bool good = true;
  PayloadClasses classes(subject, run, limits);
  unsigned next = 0;
  forEachOutput(subject, run.expected, run.found,
                [&](const std::string &name, const HostValue &expected,
                    const HostValue &found) {
                  double error = 0;
                  unsigned output = next++;
                  auto difference = compareWithin(
                      expected, found, std::max(equal, clear), error,
                      [&](int64_t i) {
                        return classes.include(output, i, found.getFloat(i));
                      });
                  largest = std::max(largest, error);
                  if (!difference)
                    return true;
                  report.result = name;
                  report.difference = difference;
                  return good = false;
                });
  std::string why;
  if (!good && (!differInNumbersAlone(subject, run, classes) ||
                !mayCancel(subject, run, largest, limits, why)))
    return Answer::Different;
  report.difference.reset();
  report.result.clear();
  ++report.floatRuns;
  ++report.narrowRuns;
  report.notWidened = reason.str();
  report.largestError = std::max(report.largestError, largest);
  if (largest <= equal)
    return Answer::Equal;
  std::string text;
  if (!good)
    llvm::raw_string_ostream(text)
        << why
        << llvm::format("an error of %.2g of the largest value is more than "
                        "what rounding explains (%.2g), unless large terms "
                        "cancel",
                        largest, clear)
        << "; " << reason;
  else
    llvm::raw_string_ostream(text)
        << llvm::format("an error of %.2g of the largest value is between what "
                        "rounding explains (%.2g) and what it does not (%.2g)",
                        largest, equal, clear)
        << "; " << reason;
  return setUndecided(subject, run, text);
}

Answer heddle::judgeAsFloats(Subject &subject, const Run &run,
                             const ChildLimits &limits) {
  FunctionReport &report = subject.report;
  if (run.exactness.coarsestFloat.isF64())
    return judgeAgainstPayload(subject, run, "no type is wider than f64",
                               limits);
  const JitResult *exact = getExact(subject, run, limits);
  if (!exact)
    return judgeAgainstPayload(subject, run, subject.wide.payloadReason,
                               limits);
  Versions versions{*exact, run.expected, run.found};
  OutputErrors errors;
  if (!addErrors(subject, run, versions, limits, errors))
    return Answer::Different;
  if (getExcess(errors) > getAllowedExcess(run) &&
      confirmExcess(subject, run, limits, errors)) {
    reportExcess(subject, versions, errors);
    noteErrors(report, errors, subject.nearest);
    return Answer::Different;
  }
  report.difference.reset();
  report.result.clear();
  ++report.floatRuns;
  noteErrors(report, errors, subject.nearest);
  return Answer::Equal;
}
