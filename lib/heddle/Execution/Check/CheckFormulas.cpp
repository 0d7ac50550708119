//===- CheckFormulas.cpp - Are both functions the same formulas? ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs both functions in a finite field, where sums and products are exact, so
// that any order of a sum gives the same element.
//
// The rule. An argument is drawn at random from the pairs of Z_p x Z_q, with q
// of more than 2^29 elements. Comparisons take the answers of a run in f64 on
// random numbers. "Equal": all elements of all outputs are the same, as far as
// their components are defined. "Different": a component that is defined on
// both sides differs, and does not depend on anything opaque. All other cases
// are undecided.
//
// Why. Fix the answers of all comparisons. Without exp, each output is then a
// rational function of the arguments, and so is the difference of both
// versions: N / D with polynomials N, D that the constants of the function
// determine. If the formulas are equal, N is 0 at every point, hence a
// difference is certain. If the formulas differ, N is not the zero polynomial,
// unless q divides all of its coefficients. Then N is 0 at a random point with
// probability at most degree(N) / q (Schwartz and Zippel). An exponential
// takes b to g^b, with g of order q mod p, so exp(x) exp(y) = exp(x + y) holds
// and equal formulas stay equal. Different formulas with exp rarely agree: Li
// and Wu (arXiv 2506.04529) prove this for a random base, under a conjecture
// of theirs. If the f64 numbers of a comparison are not near each other, both
// sides take the branch that exact numbers take. If they are near each other,
// the elements of the field must agree; otherwise the run does not decide that
// the formulas differ.
//
// Exponentials of exponentials. Each prime of the chain p[0], p[1] = q, ... has
// a separate stream of residues: sums, products and quotients stay in it, and
// the exponential of stream i reads stream i + 1 alone, as b, and gives a
// residue of stream i. So the streams may be computed in turn, the last one
// first, two at a time: level i has streams i and i + 1, and takes the
// exponentials of stream i + 1 from level i + 1. All of the above holds for the
// tuple of all streams, with the smallest prime in place of q.
//
// Roots. x^((p + 1) / 4) is multiplicative, and its square is x or -x. So
// formulas that only use that the product of roots is the root of the product
// stay equal. Formulas that use that the square of a root is its operand differ
// where the operand is not a square. If the scheduled function lacks a root
// that the payload takes, such a difference is excused.
//
//===----------------------------------------------------------------------===//

#include "CheckSubject.h"
#include "FormulaRun.h"

#include "heddle/Execution/Check/RoundedConstants.h"
#include "heddle/Lowering/Field/FieldConstant.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/FormatVariadic.h"

#include <chrono>
#include <limits>

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::heddle::field;

/// To compile the forms of a function and to run them takes no longer than this
/// in all, or half of the time that one call may take, if that is longer.
static constexpr double kMostSeconds = 30;
/// Of them, the one on further sizes that is watched on large numbers.
static constexpr double kMostWatchedSeconds = 3;
/// Of them, the others on further sizes; none of these begins later.
static constexpr double kMostExtraSeconds = 1;

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// The text of a diagnostic and its line.
static std::string describeDiagnostic(Diagnostic &diagnostic) {
  std::string text = diagnostic.str();
  if (auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
    text += " (line " + std::to_string(place.getLine()) + ")";
  return text;
}

static std::shared_ptr<JitModule> compileForm(Subject &subject, bool scheduled,
                                              JitOptions options,
                                              std::string &reason) {
  options.separateBuffers = !scheduled;
  if (options.floats == FloatForm::Named ||
      options.floats == FloatForm::Ordered)
    options.fieldLevel = scheduled;
  auto compile = [&]() -> std::shared_ptr<JitModule> {
    return compileAlone(scheduled ? subject.scheduledFunc : subject.func,
                        options, reason, nullptr, describeDiagnostic,
                        scheduled ? &subject.scheduledBuffers
                                  : &subject.payloadBuffers);
  };
  if (scheduled)
    return compile();
  bool isField = options.floats == FloatForm::Field;
  return subject.reference.getCode(
      llvm::formatv("{0} {1} -O{2}", subject.report.function,
                    isField ? "field " + std::to_string(options.fieldLevel)
                    : options.floats == FloatForm::Named   ? "named"
                    : options.floats == FloatForm::Ordered ? "ordered"
                                                           : "recorded",
                    options.optLevel)
          .str(),
      compile);
}

bool heddle::compileForms(Subject &subject, FloatForm form, unsigned level,
                          FormCode &code, std::string &reason) {
  JitOptions options = subject.jit;
  options.floats = form;
  options.fieldLevel = level;
  options.threads = false;
  code.payloadModule =
      compileForm(subject, /*scheduled=*/false, options, reason);
  if (code.payloadModule)
    code.scheduledModule =
        compileForm(subject, /*scheduled=*/true, options, reason);
  if (!code.scheduledModule)
    return false;
  code.payload = code.payloadModule->lookup(subject.report.function);
  code.scheduled = code.scheduledModule->lookup(subject.report.function);
  auto fits = [](const JitFunction *form, const JitFunction *own) {
    return form && form->inputs.size() == own->inputs.size() &&
           form->results.size() == own->results.size();
  };
  if (fits(code.payload, subject.payload) &&
      fits(code.scheduled, subject.scheduled))
    return true;
  reason = "no form with the same arguments";
  return false;
}

static bool addLevel(Subject &subject, FormulaCode &code, std::string &reason) {
  unsigned level = code.levels.size();
  FormCode form;
  if (!compileForms(subject, FloatForm::Field, level, form, reason))
    return false;
  code.levels.push_back(std::move(form));
  return true;
}

/// Compiles the form that a run lacked. Returns false if no other form helps.
static bool addCode(Subject &subject, Stop stop, FormulaCode &code,
                    std::string &reason) {
  if (stop == Stop::NeedsLevel)
    return addLevel(subject, code, reason);
  return stop == Stop::NeedsRecord && !code.recorded.payload &&
         compileForms(subject, FloatForm::Recorded, 0, code.recorded, reason);
}

//===----------------------------------------------------------------------===//
// The judgment
//===----------------------------------------------------------------------===//

/// Whether a function computes with floats at all.
static bool hasFloats(func::FuncOp func) {
  auto isFloat = [](Type type) {
    return isa<FloatType>(getElementTypeOrSelf(type));
  };
  return func
      ->walk([&](Operation *op) {
        return llvm::any_of(op->getOperandTypes(), isFloat) ||
                       llvm::any_of(op->getResultTypes(), isFloat)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Adds the outcome of a run. Returns false if no other run can change the
/// judgment.
static bool addRun(const Run &run, const FormulaOutcome &outcome, bool rounded,
                   FormulaReport &report) {
  const FormulaReport &found = outcome.report;
  ++report.runs;
  report.points += found.points;
  report.elements += found.elements;
  report.functions += found.functions;
  report.divisions += found.divisions;
  report.comparisons += found.comparisons;
  report.nearComparisons += found.nearComparisons;
  report.largeRunsLeftOut += found.largeRunsLeftOut;
  if (report.instability.empty())
    report.instability = found.instability;
  bool differs = found.difference && outcome.process.ok() && !outcome.stop;
  std::string doubt = differs ? "" : outcome.doubt;
  if (differs && found.nearComparisons)
    doubt = "a comparison is of numbers that f64 does not tell apart";
  else if (differs && rounded)
    doubt = "the scheduled function has a constant that the payload lacks and "
            "that may be rounded";
  if (differs && doubt.empty()) {
    report.outcome = FormulaReport::Different;
    report.difference = found.difference;
    report.result = found.result;
    report.inputs = run.describe();
    return false;
  }
  if (!doubt.empty() && report.reason.empty())
    report.reason = doubt;
  return true;
}

static std::string describeStop(Stop stop) {
  switch (stop) {
  case Stop::NeedsRecord:
  case Stop::NeedsLevel:
    break;
  case Stop::OtherOrder:
    return "the run in the field takes another path than the one in f64";
  case Stop::TooLong:
    return "too many comparisons to record";
  }
  return "";
}

namespace {
/// The judgment of one function.
class FormulaJudge {
public:
  FormulaJudge(Subject &subject, const ChildLimits &limits)
      : subject(subject), limits(limits), report(subject.report.formulas),
        code(*subject.formulaCode) {}

  void execute();
  void executeExtra();

private:
  FormulaOutcome make(const Run &run, double seconds);
  enum class Judged { Done, TooLong, Ended };
  Judged judge(const Run &run, double seconds);
  bool judgeAll();
  bool judgeExtra(Run run);
  const Run *findLongestQuick() const;
  double getMostSeconds() const {
    return std::max(kMostSeconds, limits.seconds / 2);
  }
  double getRest(double most) const;
  void conclude();

  Subject &subject;
  const ChildLimits &limits;
  FormulaReport &report;
  FormulaCode &code;
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
  /// Of runs that took too long, the one with the least work, that work, and
  /// the most seconds that one of them had.
  std::string slow;
  double slowWork = std::numeric_limits<double>::infinity();
  double slowSeconds = 0;
};
} // namespace

/// The rest of `most` seconds.
double FormulaJudge::getRest(double most) const {
  return most - std::chrono::duration<double>(Clock::now() - start).count();
}

/// Makes one run, and compiles the code that it needs.
FormulaOutcome FormulaJudge::make(const Run &run, double seconds) {
  ChildLimits rest = limits;
  rest.seconds = std::min(limits.seconds, seconds);
  FormulaOutcome outcome;
  do
    outcome = runFormulas(subject, run, code, rest);
  while (outcome.stop && addCode(subject, *outcome.stop, code, report.reason));
  return outcome;
}

/// Makes one run that must be decided, in `seconds`.
FormulaJudge::Judged FormulaJudge::judge(const Run &run, double seconds) {
  if (seconds <= 0)
    return Judged::TooLong;
  FormulaOutcome outcome = make(run, seconds);
  // The form that the run lacks does not compile.
  if (outcome.stop == Stop::NeedsRecord || outcome.stop == Stop::NeedsLevel)
    return Judged::Ended;
  if (!outcome.stop && outcome.process.kind == ChildOutcome::TimedOut) {
    if (run.work <= slowWork)
      slow = (run.sizes.empty() ? "a run " : "the run on " + run.sizes + " ") +
             outcome.process.describe();
    slowWork = std::min(slowWork, run.work);
    slowSeconds = std::max(slowSeconds, std::min(limits.seconds, seconds));
    return Judged::TooLong;
  }
  if (outcome.stop)
    outcome.doubt = describeStop(*outcome.stop);
  else if (!outcome.process.ok())
    outcome.doubt = "a run " + outcome.process.describe();
  return addRun(run, outcome, code.rounded, report) ? Judged::Done
                                                    : Judged::Ended;
}

/// Makes all runs that must be decided, each in half of the time that is left,
/// so that there is time for the others. Those for which that is too short, and
/// those with as much work, get the rest in the end. Returns false if the
/// judgment has ended.
bool FormulaJudge::judgeAll() {
  SmallVector<const Run *> postponed;
  for (const Run &run : subject.runs) {
    if (run.inputs.magnitude != 0 || run.inputs.distance != 0)
      continue;
    Judged judged = run.work < slowWork
                        ? judge(run, getRest(getMostSeconds()) / 2)
                        : Judged::TooLong;
    if (judged == Judged::Ended)
      return false;
    if (judged == Judged::TooLong)
      postponed.push_back(&run);
  }
  // Runs of equal work stay in their order.
  llvm::sort(postponed, [](const Run *a, const Run *b) {
    return std::tie(a->work, a) < std::tie(b->work, b);
  });
  std::string early = std::exchange(slow, "");
  for (const Run *run : postponed) {
    double seconds = std::min(limits.seconds, getRest(getMostSeconds()));
    bool isMore = seconds > slowSeconds && slow.empty();
    Judged judged = isMore ? judge(*run, seconds) : Judged::TooLong;
    if (judged == Judged::Ended)
      return false;
    report.runsLeftOut += judged == Judged::TooLong;
  }
  if (slow.empty() && report.runsLeftOut)
    slow = early;
  return true;
}

/// Whether a run has further sizes and nothing else that is special.
static bool isPlain(const Run &run) {
  return run.note.empty() && run.calls == 1 &&
         run.inputs.special == Special::None;
}

/// Makes a run on further sizes, for which the payload may be undefined. It
/// counts only if all of it is decided. Returns false if no further run
/// matters.
bool FormulaJudge::judgeExtra(Run run) {
  if (!isPlain(run))
    return true;
  run.inputs.magnitude = run.inputs.distance = 0;
  FormulaOutcome outcome =
      make(run, run.isMain ? kMostWatchedSeconds : kMostExtraSeconds);
  if (outcome.stop || !outcome.process.ok() || !outcome.doubt.empty() ||
      outcome.report.nearComparisons)
    return true;
  if (outcome.report.difference &&
      (code.rounded || !findPayloadFault(subject, run, limits).empty()))
    return true;
  return addRun(run, outcome, code.rounded, report);
}

void FormulaJudge::execute() {
  report.outcome = FormulaReport::Undecided;
  if (!addLevel(subject, code, report.reason))
    return;
  code.rounded =
      hasRoundedConstants(subject.func, subject.planned, subject.scheduledFunc);
  if (judgeAll())
    conclude();
}

/// All runs were made or left out, and no difference was seen. Of runs that
/// took too long, says what they were and what there is without them.
void FormulaJudge::conclude() {
  if (slow.empty() && report.elements == 0 && report.runsLeftOut)
    slow = llvm::formatv("to compile both functions took over {0} s",
                         getMostSeconds());
  if (report.reason.empty() && !slow.empty()) {
    llvm::raw_string_ostream os(report.reason);
    os << slow;
    if (report.runs && report.runsLeftOut > 1)
      os << ", " << report.runsLeftOut << " runs were left out";
    if (report.elements)
      os << "; " << report.elements << " elements of other runs agree";
    os << "; a longer --timeout gives more time"
       << (subject.mainRun.sizes.empty() ? "" : ", --dims smaller extents");
  }
  if (report.reason.empty() && report.elements == 0)
    report.reason = "the results have no elements";
  if (report.reason.empty())
    report.outcome = FormulaReport::Equal;
}

/// The longest of the quick runs. Its loops have the most iterations. A maximum
/// that is not carried from one tile to the next is the same formula, but less
/// stable.
const Run *FormulaJudge::findLongestQuick() const {
  constexpr double kQuick = 1 << 18;
  const Run *longest = nullptr;
  for (const Run &run : subject.runs)
    if (isPlain(run) && run.work <= kQuick &&
        (!longest || run.work > longest->work))
      longest = &run;
  return longest;
}

void FormulaJudge::executeExtra() {
  if (const Run *longest = findLongestQuick()) {
    Run watched = *longest;
    watched.isMain = true; // so that it is watched on large numbers
    if (!judgeExtra(std::move(watched)))
      return;
    start = Clock::now();
  }
  for (const Run &run : subject.runs)
    if (getRest(kMostExtraSeconds) <= 0 || !judgeExtra(run))
      return;
}

void heddle::judgeFormulas(Subject &subject, const ChildLimits &limits,
                           bool isExtra) {
  if (isExtra && subject.formulaCode)
    return FormulaJudge(subject, limits).executeExtra();
  if (isExtra || !(hasFloats(subject.func) || hasFloats(subject.scheduledFunc)))
    return;
  subject.formulaCode = std::make_shared<FormulaCode>();
  FormulaJudge(subject, limits).execute();
  if (subject.formulaCode->levels.empty())
    subject.formulaCode.reset();
}
