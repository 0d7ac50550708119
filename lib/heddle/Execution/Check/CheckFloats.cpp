//===- CheckFloats.cpp - Judge rounded results ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs functions with every float in f64, and judges what a schedule computes
// by that. The arithmetic of errors is in FloatErrors.cpp.
//
//===----------------------------------------------------------------------===//

#include "CheckSubject.h"

#include "heddle/Execution/Check/FloatErrors.h"
#include "heddle/Lowering/Passes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Format.h"

#include <cmath>
#include <map>
#include <set>

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Wide code
//===----------------------------------------------------------------------===//

/// Compiles a function with every float in f64. Null, with the reason, if it
/// has no such form.
static std::unique_ptr<JitModule> compileWidened(func::FuncOp func,
                                                 const JitOptions &options,
                                                 std::string &reason) {
  OwningOpRef<ModuleOp> module =
      clonePayload(func->getParentOfType<ModuleOp>());
  ScopedDiagnosticHandler handler(
      func.getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
            reason.empty())
          reason = diagnostic.str();
        return success();
      });
  PassManager pm(func.getContext());
  pm.addPass(createWidenFloatsPass());
  if (failed(keepFunctions(*module, func.getSymName().str())) ||
      failed(pm.run(*module)))
    return nullptr;
  FailureOr<std::unique_ptr<JitModule>> code =
      JitModule::compile(*module, options);
  return failed(code) ? nullptr : std::move(*code);
}

/// Compiles the payload, or the scheduled function, when it is first needed.
static const JitFunction *getWide(Subject &subject, bool scheduled) {
  WideCode &wide = subject.wide;
  auto &module = scheduled ? wide.scheduledModule : wide.payloadModule;
  auto &function = scheduled ? wide.scheduled : wide.payload;
  std::string &reason = scheduled ? wide.scheduledReason : wide.payloadReason;
  if (function || !reason.empty())
    return function;
  JitOptions options = subject.jit;
  options.separateBuffers = !scheduled;
  func::FuncOp func = scheduled ? subject.scheduledFunc : subject.func;
  module = compileWidened(func, options, reason);
  if (!module) {
    reason = "no f64 form: " + reason;
    return nullptr;
  }
  function = module->lookup(subject.report.function);
  [[maybe_unused]] const JitFunction &narrow =
      scheduled ? *subject.scheduled : *subject.payload;
  assert(function && function->inputs.size() == narrow.inputs.size() &&
         function->results.size() == narrow.results.size() &&
         "widening changes nothing but types");
  return function;
}

static HostValue widen(HostValue &&value) {
  if (!value.isFloat() || value.getElementType().isF64())
    return std::move(value);
  Type f64 = Float64Type::get(value.getElementType().getContext());
  Type type =
      value.isScalar() ? f64 : RankedTensorType::get(value.getShape(), f64);
  HostValue wide(type, value.getShape());
  for (int64_t i = 0, e = value.getNumElements(); i != e; ++i)
    wide.setFloat(i, value.getFloat(i));
  return wide;
}

/// The same call with wide code and wide arguments.
static JitJob widen(JitJob job, const JitFunction *function) {
  job.function = function;
  job.makeArguments = [make = std::move(job.makeArguments)] {
    SmallVector<HostValue> args;
    for (HostValue &value : make())
      args.push_back(widen(std::move(value)));
    return args;
  };
  return job;
}

static bool ended(const JitResult &result) {
  return result.outcome.ok() && !result.underflow;
}

/// Calls the wide payload; sets the reason if that does not end well.
static std::optional<JitResult> runWidePayload(Subject &subject, const Run &run,
                                               const ChildLimits &limits) {
  const JitFunction *function = getWide(subject, /*scheduled=*/false);
  if (!function)
    return std::nullopt;
  JitResult result =
      runJob(widen(makePayloadJob(subject, run), function), limits);
  if (ended(result))
    return result;
  subject.wide.payload = nullptr;
  subject.wide.payloadReason = "in f64 it " + result.outcome.describe();
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Against f64
//===----------------------------------------------------------------------===//

namespace {

/// The outputs of the same run in three versions.
struct Versions {
  const JitResult &exact, &payload, &scheduled;
};

using OutputErrors = std::map<std::string, FloatErrors>;

} // namespace

/// Calls `visit(name, exact, payload, scheduled)` for every output, until it
/// returns false.
template <typename Visit>
static void forEachVersion(const Subject &subject, const Versions &versions,
                           Visit visit) {
  std::vector<const HostValue *> exact;
  for (const auto *values :
       {&versions.exact.results, &versions.exact.arguments})
    for (const HostValue &value : *values)
      exact.push_back(&value);
  size_t next = 0;
  forEachOutput(subject, versions.payload, versions.scheduled,
                [&](const std::string &name, const HostValue &payload,
                    const HostValue &scheduled) {
                  return visit(name, *exact[next++], payload, scheduled);
                });
}

/// What differs whatever the rounding: extents, numbers in one version only,
/// and integers, unless the payload's own is not what f64 gives.
static std::optional<Difference> compareFixed(const HostValue &exact,
                                              const HostValue &payload,
                                              const HostValue &scheduled) {
  if (payload.getShape() != scheduled.getShape() ||
      payload.getShape() != exact.getShape())
    return compareExactly(payload, scheduled);
  if (payload.isFloat())
    return compareSpecials(exact, payload, scheduled);
  return compareElements(payload, scheduled, [&](int64_t i) {
    return payload.isIdentical(scheduled, i) || !payload.isIdentical(exact, i);
  });
}

/// Adds the errors of one run. Returns false, and says what differs, if
/// something does whatever the rounding.
static bool addErrors(Subject &subject, const Versions &versions,
                      OutputErrors &errors) {
  bool good = true;
  forEachVersion(subject, versions,
                 [&](const std::string &name, const HostValue &exact,
                     const HostValue &payload, const HostValue &scheduled) {
                   auto difference = compareFixed(exact, payload, scheduled);
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

/// Whether errors that seem too large are so on other numbers, too: a payload
/// may be nearly exact on one draw by chance. Adds the errors of those draws.
static bool confirmExcess(Subject &subject, const Run &first,
                          const ChildLimits &limits, OutputErrors &errors) {
  constexpr unsigned kDraws = 15, kFewDraws = 3;
  constexpr double kLarge = 64;
  for (unsigned i = 1; i <= kDraws; ++i) {
    Run run = first;
    run.inputs.seed += 7919 * i;
    std::optional<JitResult> exact = runWidePayload(subject, run, limits);
    JitResult payload = runJob(makePayloadJob(subject, run), limits);
    JitResult scheduled = runJob(makeScheduledJob(subject, run), limits);
    if (!exact || !ended(payload))
      break;
    // What ends badly on other numbers is not excused by what they show.
    if (!ended(scheduled))
      return true;
    normalizeResults(subject, scheduled);
    if (!addErrors(subject, {*exact, payload, scheduled}, errors))
      return true;
    if (i >= kFewDraws && getExcess(errors) > kLarge)
      return true;
  }
  return getExcess(errors) > 1;
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

/// Says which output is worse than the payload's, and where.
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

/// Compares with the payload alone. Between what another order of f64 sums
/// leaves and what no rounding explains nothing is decided.
static Answer judgeAgainstPayload(Subject &subject, const Run &run,
                                  StringRef reason) {
  constexpr double kUnits = 16, kClear = 1e-6;
  FunctionReport &report = subject.report;
  double unit = 2 / getExactLimit(run.exactness.coarsestFloat);
  bool isWide = run.exactness.coarsestFloat.isF64();
  double equal = isWide ? FloatErrors::kWideCap : kUnits * unit;
  double clear = isWide ? kClear : getComparisonTolerance(run.exactness);
  double largest = 0;
  bool good = true;
  forEachOutput(subject, run.expected, run.found,
                [&](const std::string &name, const HostValue &expected,
                    const HostValue &found) {
                  double error = 0;
                  auto difference = compareWithin(
                      expected, found, std::max(equal, clear), error);
                  largest = std::max(largest, error);
                  if (!difference)
                    return true;
                  report.result = name;
                  report.difference = difference;
                  return good = false;
                });
  if (!good)
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
    return judgeAgainstPayload(subject, run, "no type is wider than f64");
  std::optional<JitResult> exact = runWidePayload(subject, run, limits);
  if (!exact)
    return judgeAgainstPayload(subject, run, subject.wide.payloadReason);
  Versions versions{*exact, run.expected, run.found};
  OutputErrors errors;
  if (!addErrors(subject, versions, errors))
    return Answer::Different;
  if (getExcess(errors) > 1 && confirmExcess(subject, run, limits, errors)) {
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

//===----------------------------------------------------------------------===//
// Both in f64
//===----------------------------------------------------------------------===//

static double toDouble(llvm::APFloat value) {
  bool losesInfo;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

/// The numbers that a module has as float constants.
static std::set<double> collectConstants(ModuleOp module) {
  std::set<double> constants;
  auto add = [&](const llvm::APFloat &value) {
    if (!value.isNaN())
      constants.insert(toDouble(value));
  };
  module->walk([&](Operation *op) {
    for (NamedAttribute named : op->getAttrs())
      if (auto number = dyn_cast<FloatAttr>(named.getValue()))
        add(number.getValue());
      else if (auto dense = dyn_cast<DenseFPElementsAttr>(named.getValue()))
        llvm::for_each(dense.getValues<llvm::APFloat>(), add);
  });
  return constants;
}

/// Whether the scheduled function has constants that may be rounded results:
/// products of constants, for example, which a narrow type rounds.
static bool hasOwnConstants(Subject &subject) {
  std::set<double> known =
      collectConstants(subject.func->getParentOfType<ModuleOp>());
  double infinity = std::numeric_limits<double>::infinity();
  known.insert({0, 1, -1, infinity, -infinity});
  std::set<double> used =
      collectConstants(subject.scheduledFunc->getParentOfType<ModuleOp>());
  return !llvm::all_of(used, [&](double value) { return known.count(value); });
}

Answer heddle::judgeWidened(Subject &subject, const Run &run,
                            const ChildLimits &limits) {
  FunctionReport &report = subject.report;
  if (!run.exactness.coarsestFloat || run.exactness.coarsestFloat.isF64())
    return Answer::Equal;
  std::optional<JitResult> exact = runWidePayload(subject, run, limits);
  const JitFunction *function =
      exact ? getWide(subject, /*scheduled=*/true) : nullptr;
  if (!function) {
    report.notWidened =
        exact ? "the scheduled function: " + subject.wide.scheduledReason
              : subject.wide.payloadReason;
    return Answer::Equal;
  }
  JitResult found =
      runJob(widen(makeScheduledJob(subject, run), function), limits);
  if (!ended(found)) {
    report.notWidened =
        "the scheduled function: in f64 it " + found.outcome.describe();
    return Answer::Equal;
  }
  normalizeResults(subject, found);
  // What is left of a difference of large numbers has errors of their size.
  double limit = getExactLimit(run.exactness.coarsestFloat);
  double noise = 1024 * limit * 0x1.0p-53;
  double bound = hasOwnConstants(subject) ? 32 / limit : FloatErrors::kWideCap;
  bool good = true;
  forEachVersion(subject, {*exact, run.expected, found},
                 [&](const std::string &name, const HostValue &expected,
                     const HostValue &payload, const HostValue &wide) {
                   if (!payload.isFloat())
                     return true;
                   FloatErrors own;
                   own.add(expected, payload, payload);
                   double error = 0;
                   auto difference = compareWithin(
                       expected, wide, std::max(bound, noise * own.getMax()),
                       error);
                   report.wideError = std::max(report.wideError, error);
                   if (!difference)
                     return true;
                   difference->note = "with every float in f64";
                   report.result = name;
                   report.difference = difference;
                   return good = false;
                 });
  if (!good)
    return Answer::Different;
  ++report.wideRuns;
  return Answer::Equal;
}
