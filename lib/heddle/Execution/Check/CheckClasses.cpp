//===- CheckClasses.cpp - Finite, infinite or NaN -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides whether a schedule may change the class of an element: finite, inf,
// -inf or NaN.
//
// An infinite factor makes an infinity, or NaN, of a number near 0, whose sign
// the order of a sum decides; so does a division by it. Two orders of a sum
// differ by no more than its rounding errors. If n terms are rounded with unit
// u, the sum that is computed is the exact sum of terms of which none is
// changed by more than n u of itself (Higham, Accuracy and Stability of
// Numerical Algorithms, 2002, section 4.2). So an element is decided if all
// inputs that are near the given ones, by n u, give it the same class in f64,
// and if it is a number, the same sign and about the same magnitude: a quotient
// by a sum near 0 has none. Eight such inputs are drawn. Otherwise the element
// is undecided, and the schedule may give it another class. But in f64 it must
// have the class that the payload gives it in f64: a term that is left out is
// no error of rounding.
//
//===----------------------------------------------------------------------===//

#include "CheckClasses.h"

#include "heddle/Execution/Inputs/Generator.h"

#include <cmath>

using namespace mlir;
using namespace mlir::heddle;

static bool isSameClass(double a, double b) {
  if (std::isfinite(a) || std::isnan(a))
    return std::isfinite(a) ? std::isfinite(b) : std::isnan(b);
  return a == b;
}

//===----------------------------------------------------------------------===//
// Elements whose class rounding decides
//===----------------------------------------------------------------------===//

/// Whether two inputs that are near each other decide an element: it has the
/// same class, and a number has the same sign and at least one correct digit.
static bool isDecided(double a, double b) {
  constexpr double kFactor = 2;
  if (!isSameClass(a, b) || !std::isfinite(a))
    return isSameClass(a, b);
  double small = std::min(std::fabs(a), std::fabs(b));
  double large = std::max(std::fabs(a), std::fabs(b));
  return large == 0 ||
         (std::signbit(a) == std::signbit(b) && large <= kFactor * small);
}

static std::vector<HostValue> takeOutputs(JitResult &&result) {
  std::vector<HostValue> outputs;
  for (auto *values : {&result.results, &result.arguments})
    llvm::move(*values, std::back_inserter(outputs));
  return outputs;
}

/// The payload of `run` in f64, or as it is if it has no such form, on inputs
/// each of whose floats is changed by up to `most` of itself.
static JitJob makeMovedJob(Subject &subject, const Run &run, double most,
                           uint64_t draw) {
  const JitFunction *wide = getWide(subject, /*scheduled=*/false);
  JitJob job = makePayloadJob(subject, run);
  if (wide)
    job = widen(std::move(job), wide);
  job.makeArguments = [make = std::move(job.makeArguments), most, draw] {
    SmallVector<HostValue> args = make();
    Generator generator(draw);
    for (HostValue &value : args)
      for (int64_t i = 0, e = value.isFloat() ? value.getNumElements() : 0;
           i != e; ++i) {
        double part = most * (0.5 + 0.5 * generator.unit());
        value.setFloat(i, value.getFloat(i) *
                              (1 + (generator.next() & 1 ? part : -part)));
      }
    return args;
  };
  return job;
}

void RoundedClasses::compute() {
  constexpr uint64_t kDraws = 8;
  isComputed = true;
  double most = getComparisonTolerance(run.exactness);
  JitResult own = run.expected;
  if (getWide(subject, /*scheduled=*/false)) {
    std::optional<JitResult> exact = runWidePayload(subject, run, limits);
    if (!exact)
      return;
    own = std::move(*exact);
    if (std::optional<JitResult> wide = runWideScheduled(subject, run, limits))
      wideScheduled = takeOutputs(std::move(*wide));
  }
  exact = takeOutputs(std::move(own));
  std::vector<JitJob> jobs;
  for (uint64_t draw = 1; draw <= kDraws; ++draw)
    jobs.push_back(makeMovedJob(subject, run, most, draw));
  undecided.resize(exact.size());
  for (auto [output, bits] : llvm::zip_equal(exact, undecided))
    bits.resize(output.isFloat() ? output.getNumElements() : 0);
  runJobs(jobs, limits, [&](size_t, JitResult &&result) {
    if (!ended(result))
      return;
    std::vector<HostValue> moved = takeOutputs(std::move(result));
    for (auto [output, other, bits] : llvm::zip(exact, moved, undecided))
      for (unsigned i = 0, e = bits.size(); i != e; ++i)
        if (output.getShape() == other.getShape() &&
            !isDecided(output.getFloat(i), other.getFloat(i)))
          bits.set(i);
  });
}

bool RoundedClasses::isUndecided(unsigned output, int64_t i) {
  if (!isComputed)
    compute();
  if (output >= undecided.size() || i >= undecided[output].size() ||
      !undecided[output].test(i) ||
      (!wideScheduled.empty() &&
       (wideScheduled[output].getShape() != exact[output].getShape() ||
        !isSameClass(exact[output].getFloat(i),
                     wideScheduled[output].getFloat(i)))))
    return false;
  ++subject.report.roundedClasses;
  return true;
}

//===----------------------------------------------------------------------===//
// Large numbers
//===----------------------------------------------------------------------===//

Answer heddle::judgeClasses(Subject &subject, const Run &run,
                            const ChildLimits &limits) {
  FunctionReport &report = subject.report;
  report.difference.reset();
  report.result.clear();
  const JitResult *exact = getExact(subject, run, limits);
  std::optional<JitResult> wide =
      exact ? runWideScheduled(subject, run, limits) : std::nullopt;
  if (!wide)
    return Answer::Equal;
  std::vector<const HostValue *> wideOutputs;
  forEachOutput(
      subject, *exact, *wide,
      [&](const std::string &, const HostValue &, const HostValue &value) {
        wideOutputs.push_back(&value);
        return true;
      });
  size_t next = 0;
  forEachVersion(subject, {*exact, run.expected, run.found},
                 [&](const std::string &name, const HostValue &exact,
                     const HostValue &payload, const HostValue &scheduled) {
                   const HostValue &inWide = *wideOutputs[next++];
                   if (!payload.isFloat())
                     return true;
                   auto difference =
                       compareElements(payload, scheduled, [&](int64_t i) {
                         double own = payload.getFloat(i),
                                value = exact.getFloat(i);
                         if (isSameClass(own, scheduled.getFloat(i)))
                           return true;
                         // Either the payload itself overflows, or the other
                         // order of its sums overflows where f64 does not.
                         bool isOrder = !isSameClass(own, value) ||
                                        isSameClass(value, inWide.getFloat(i));
                         report.overflows += isOrder;
                         return isOrder;
                       });
                   if (!difference)
                     return true;
                   report.result = name;
                   report.difference = difference;
                   return false;
                 });
  return report.difference ? Answer::Different : Answer::Equal;
}
