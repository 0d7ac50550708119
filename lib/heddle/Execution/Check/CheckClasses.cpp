//===- CheckClasses.cpp - Finite, infinite or NaN -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides which classes an element may have: a number, inf, -inf or NaN.
//
// Rounding. An infinite factor makes an infinity, or NaN, of a number near 0,
// whose sign the order of a sum decides; so does a division by it. If n terms
// are rounded with unit u, the sum that is computed is the exact sum of terms
// of which none is changed by more than n u of itself (Higham, Accuracy and
// Stability of Numerical Algorithms, 2002, section 4.2). So what another order
// computes, the payload computes on inputs that are moved by as much. An
// element may have the classes that the payload itself has there, in f64 and in
// its own precision: only a narrow type makes a sum exactly 0. Any other class
// is a fault, however near the element is to a change. The inputs are drawn: at
// first far from the given ones, and then, if the class of an element was not
// found, at all distances between one unit in the last place and n units. A sum
// near 0 takes few values there, so that some draws make it 0.
//
// Overflow. A sum may overflow in one order and not in another. No partial sum
// exceeds the sum of the magnitudes of its terms, which the payload computes
// where the signs of its inputs make all terms agree: each argument is taken
// with one sign, in all combinations. If the payload overflows on none of these
// inputs, where f64 does not, no order of its sums does. A schedule may also
// apply a factor of a row after its sum, or to the sum so far, so the payload
// without such factors is asked, too (UnscaledCode.cpp). The sum so far may be
// near 0 whatever the whole sum is, and what is divided by it overflows: among
// large numbers, f64 alone tells then. Anything else that overflows is a number
// that the payload does not compute.
//
//===----------------------------------------------------------------------===//

#include "CheckClasses.h"

#include "heddle/Execution/Check/Compare.h"
#include "heddle/Execution/Inputs/Generator.h"

#include "llvm/ADT/APFloat.h"

#include <algorithm>
#include <cmath>
#include <functional>

using namespace mlir;
using namespace mlir::heddle;

/// The set of the class of one number.
static uint8_t getClass(double value) {
  enum : uint8_t { Number = 1, Infinity = 2, NegativeInfinity = 4, NaN = 8 };
  if (std::isnan(value))
    return NaN;
  if (std::isinf(value))
    return value > 0 ? Infinity : NegativeInfinity;
  return Number;
}

/// Calls `visit(output, a, b)` for each output of two calls that has floats,
/// with the same extents in both.
template <typename Visit>
static void forEachFloat(const JitResult &a, const JitResult &b, Visit visit) {
  unsigned output = 0;
  auto visitAll = [&](ArrayRef<HostValue> some, ArrayRef<HostValue> others) {
    for (auto [value, other] : llvm::zip_equal(some, others)) {
      unsigned i = output++;
      if (value.isFloat() && value.getShape() == other.getShape())
        visit(i, value, other);
    }
  };
  visitAll(a.results, b.results);
  visitAll(a.arguments, b.arguments);
}

/// Changes each float of the arguments of a call.
static void changeFloats(
    JitJob &job, uint64_t seed,
    std::function<double(double number, unsigned argument, Generator &)>
        change) {
  job.makeArguments = [make = std::move(job.makeArguments), seed,
                       change = std::move(change)] {
    SmallVector<HostValue> args = make();
    Generator generator(seed);
    unsigned argument = 0;
    for (HostValue &value : args) {
      if (!value.isFloat())
        continue;
      for (int64_t i = 0, e = value.getNumElements(); i != e; ++i)
        value.setFloat(i, change(value.getFloat(i), argument, generator));
      ++argument;
    }
    return args;
  };
}

/// Calls functions that keep state between calls in a process for each call.
static void callAll(const Subject &subject, ArrayRef<JitJob> jobs,
                    const ChildLimits &limits,
                    llvm::function_ref<void(size_t, JitResult &&)> onResult) {
  if (!keepsState(subject.func))
    return runJobs(jobs, limits, onResult);
  for (auto [i, job] : llvm::enumerate(jobs))
    onResult(i, runJob(job, limits));
}

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

void PayloadClasses::addClasses(const JitResult &result) {
  forEachFloat(run.expected, result,
               [&](unsigned output, const HostValue &, const HostValue &value) {
                 for (auto [i, set] : llvm::enumerate(classes[output]))
                   set |= getClass(value.getFloat(i));
               });
}

/// The first draws are far from the inputs, each second one in f64.
static constexpr unsigned kFarDraws = 16;

/// Calls the payload on `count` further inputs. Floats are changed by a part of
/// themselves: all of them, or a few, so that sums and terms do not change as
/// much.
void PayloadClasses::drawMoved(unsigned count) {
  constexpr double kShare = 0.25;
  double most = getComparisonTolerance(run.exactness);
  double least = 2 / getExactLimit(run.exactness.coarsestFloat);
  unsigned distances =
      1 + static_cast<unsigned>(std::max(0.0, std::log2(most / least)));
  std::vector<JitJob> jobs;
  for (unsigned end = draws + count; draws != end; ++draws) {
    bool isFar = draws < kFarDraws;
    unsigned step = draws % distances;
    double distance = isFar ? most : std::ldexp(least, static_cast<int>(step));
    double share = isFar || draws / distances % 2 == 0 ? 1 : kShare;
    JitJob job = makePayloadJob(subject, run);
    job.makeArguments = [this] { return given; };
    if (const JitFunction *wide = isFar && draws % 2 == 0
                                      ? getWide(subject, /*scheduled=*/false)
                                      : nullptr)
      job = widen(std::move(job), wide);
    changeFloats(job, /*seed=*/draws + 1,
                 [=](double number, unsigned, Generator &generator) {
                   if (generator.unit() >= share)
                     return number;
                   double part = distance * (0.5 + 0.5 * generator.unit());
                   return number * (1 + (generator.next() & 1 ? part : -part));
                 });
    jobs.push_back(std::move(job));
  }
  callAll(subject, jobs, limits, [&](size_t, JitResult &&result) {
    if (ended(result))
      addClasses(result);
  });
}

void PayloadClasses::start() {
  // A short call takes less time than its process.
  constexpr double kWork = 1 << 27;
  constexpr unsigned kMostDraws = 2048;
  isStarted = true;
  mostDraws = static_cast<unsigned>(std::clamp<double>(
      kWork / std::max(1.0, run.work), kFarDraws, kMostDraws));
  forEachFloat(run.expected, run.expected,
               [&](unsigned output, const HostValue &value, const HostValue &) {
                 classes.resize(output + 1);
                 classes[output].resize(value.getNumElements());
               });
  given = makePayloadJob(subject, run).makeArguments();
  addClasses(run.expected);
  exact = runWidePayload(subject, run, limits);
  if (exact)
    addClasses(*exact);
  drawMoved(kFarDraws);
}

//===----------------------------------------------------------------------===//
// Overflow
//===----------------------------------------------------------------------===//

/// Whether the payload has overflowed on the way to element `i` of `own`, which
/// is a number in `other`. If that is the same call in f64, an infinity that
/// became a number again shows, too.
static bool hasOverflowed(const HostValue &own, const HostValue &other,
                          int64_t i, bool isWide) {
  constexpr double kFactor = 2;
  double number = own.getFloat(i), exact = other.getFloat(i);
  if (!isWide || !std::isfinite(number) || !std::isfinite(exact))
    return !std::isfinite(number) && std::isfinite(exact);
  double smallest = std::ldexp(
      1.0, llvm::APFloat::semanticsMinExponent(
               cast<FloatType>(own.getElementType()).getFloatSemantics()));
  double small = std::min(std::fabs(number), std::fabs(exact));
  double large = std::max(std::fabs(number), std::fabs(exact));
  return large > smallest && large > kFactor * small;
}

void PayloadClasses::addOverflows(const JitResult &own, const JitResult &other,
                                  bool isWide) {
  forEachFloat(own, other,
               [&](unsigned output, const HostValue &value,
                   const HostValue &otherValue) {
                 if (overflows[output].size() != value.getNumElements())
                   return;
                 for (unsigned i = 0, e = overflows[output].size(); i != e; ++i)
                   if (hasOverflowed(value, otherValue, i, isWide))
                     overflows[output].set(i);
               });
}

/// Adds the elements on which `function`, a form of the payload, overflows if
/// each argument has one sign. `wide` is the same form in f64. Without it, an
/// infinity or a NaN that smaller inputs do not give is an overflow.
void PayloadClasses::tryAllSigns(const JitFunction *function,
                                 const JitFunction *wide) {
  constexpr unsigned kSigns = 3;
  for (unsigned signs = 0; signs != 1 << kSigns; ++signs) {
    JitJob job = makePayloadJob(subject, run);
    job.function = function;
    changeFloats(job, /*seed=*/0,
                 [signs](double number, unsigned argument, Generator &) {
                   bool isNegative = signs >> argument % kSigns & 1;
                   return std::copysign(number, isNegative ? -1.0 : 1.0);
                 });
    JitResult own = runJob(job, limits);
    if (wide)
      job = widen(std::move(job), wide);
    else
      changeFloats(job, /*seed=*/0, [](double number, unsigned, Generator &) {
        return std::copysign(std::sqrt(std::sqrt(std::fabs(number))), number);
      });
    JitResult other = runJob(job, limits);
    if (ended(own) && ended(other))
      addOverflows(own, other, wide != nullptr);
  }
}

/// Finds the elements whose sums overflow in some order.
void PayloadClasses::findOverflows() {
  hasOverflows = true;
  for (const std::vector<uint8_t> &sets : classes)
    overflows.emplace_back(sets.size());
  tryAllSigns(subject.payload, getWide(subject, /*scheduled=*/false));
  const JitFunction *unscaled = getUnscaled(subject);
  if (unscaled)
    tryAllSigns(unscaled, /*wide=*/nullptr);
  if (!exact)
    return;
  bool isLarge = run.inputs.special == Special::Extremes ||
                 run.inputs.special == Special::NearLargest;
  if (unscaled && isLarge)
    for (llvm::BitVector &all : overflows)
      all.set();
  addOverflows(run.expected, *exact, /*isWide=*/false);
  // In f64 nothing overflows, so both functions have the same classes there.
  std::optional<JitResult> found = runWideScheduled(subject, run, limits);
  if (!found)
    return;
  forEachFloat(
      *exact, *found,
      [&](unsigned output, const HostValue &value, const HostValue &other) {
        if (overflows[output].size() != value.getNumElements())
          return;
        for (unsigned i = 0, e = overflows[output].size(); i != e; ++i)
          if (getClass(value.getFloat(i)) != getClass(other.getFloat(i)))
            overflows[output].reset(i);
      });
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

bool PayloadClasses::include(unsigned output, int64_t i, double found) {
  constexpr unsigned kTogether = 64;
  if (!isStarted)
    start();
  if (output >= classes.size() ||
      static_cast<size_t>(i) >= classes[output].size())
    return false;
  uint8_t wanted = getClass(found);
  auto isRounded = [&] { return (classes[output][i] & wanted) != 0; };
  if (!isRounded() && !hasOverflows)
    findOverflows();
  if (!isRounded() && overflows[output].test(i)) {
    ++subject.report.overflows;
    return true;
  }
  while (!isRounded() && draws < mostDraws)
    drawMoved(std::min(kTogether, mostDraws - draws));
  subject.report.roundedClasses += isRounded();
  return isRounded();
}

//===----------------------------------------------------------------------===//
// Large numbers
//===----------------------------------------------------------------------===//

Answer heddle::judgeClasses(Subject &subject, const Run &run,
                            const ChildLimits &limits) {
  FunctionReport &report = subject.report;
  report.difference.reset();
  report.result.clear();
  PayloadClasses classes(subject, run, limits);
  unsigned next = 0;
  forEachOutput(
      subject, run.expected, run.found,
      [&](const std::string &name, const HostValue &payload,
          const HostValue &scheduled) {
        unsigned output = next++;
        if (!payload.isFloat())
          return true;
        report.difference = compareClasses(payload, scheduled, [&](int64_t i) {
          return classes.include(output, i, scheduled.getFloat(i));
        });
        if (report.difference)
          report.result = name;
        return !report.difference;
      });
  return report.difference ? Answer::Different : Answer::Equal;
}
