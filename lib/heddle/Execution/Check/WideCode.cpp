//===- WideCode.cpp - Functions with every float in f64 -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The f64 form is made by a pass of the lowering, and only if it is needed.
//
//===----------------------------------------------------------------------===//

#include "WideCode.h"

#include "heddle/Lowering/Passes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::heddle;

/// Compiles a function with every float in f64. Null, with the reason, if it
/// has no such form.
static std::unique_ptr<JitModule> compileWidened(func::FuncOp func,
                                                 const JitOptions &options,
                                                 std::string &reason) {
  return compileAlone(func, options, reason, [](ModuleOp module) {
    PassManager pm(module.getContext());
    pm.addPass(createWidenFloatsPass());
    return pm.run(module);
  });
}

const JitFunction *heddle::getWide(Subject &subject, bool scheduled) {
  WideCode &wide = subject.wide;
  auto &module = scheduled ? wide.scheduledModule : wide.payloadModule;
  auto &function = scheduled ? wide.scheduled : wide.payload;
  std::string &reason = scheduled ? wide.scheduledReason : wide.payloadReason;
  if (function || !reason.empty())
    return function;
  JitOptions options = subject.jit;
  options.separateBuffers = !scheduled;
  func::FuncOp func = scheduled ? subject.scheduledFunc : subject.func;
  auto compile = [&]() -> std::shared_ptr<JitModule> {
    return compileWidened(func, options, reason);
  };
  module = scheduled
               ? compile()
               : subject.reference.getCode(
                     llvm::formatv("{0} {1} -O{2}", subject.report.function,
                                   "f64", options.optLevel),
                     compile);
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

static HostValue widenValue(HostValue &&value) {
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

static SmallVector<HostValue> widenValues(SmallVector<HostValue> values) {
  for (HostValue &value : values)
    value = widenValue(std::move(value));
  return values;
}

JitJob heddle::widen(JitJob job, const JitFunction *function) {
  job.function = function;
  job.makeArguments = [make = std::move(job.makeArguments)] {
    return widenValues(make());
  };
  if (job.makeEarlier)
    job.makeEarlier = [make = std::move(job.makeEarlier)](unsigned call) {
      return widenValues(make(call));
    };
  return job;
}

std::optional<JitResult> heddle::runWidePayload(Subject &subject,
                                                const Run &run,
                                                const ChildLimits &limits) {
  const JitFunction *function = getWide(subject, /*scheduled=*/false);
  if (!function)
    return std::nullopt;
  std::string call = describeCall(subject.report.function, "f64", run);
  if (const JitResult *known = subject.reference.findResult(call))
    return *known;
  JitResult result =
      runJob(widen(makePayloadJob(subject, run), function), limits);
  if (ended(result)) {
    subject.reference.keepResult(call, result);
    return result;
  }
  subject.wide.payload = nullptr;
  subject.wide.payloadReason = "in f64 it " + result.outcome.describe();
  return std::nullopt;
}

void heddle::makeWideCallsEarly(Subject &subject, size_t first,
                                const ChildLimits &limits) {
  // Longer calls run in processes of their own, so that few large results are
  // kept at a time.
  constexpr double kShort = 1 << 20;
  WideCode &wide = subject.wide;
  if (wide.madeEarly || keepsState(subject.func) ||
      keepsState(subject.scheduledFunc) || subject.runs[first].work > kShort ||
      !getWideNeeds(subject, subject.runs[first]).payload)
    return;
  wide.madeEarly = true;
  if (!getWide(subject, /*scheduled=*/false))
    return;
  struct Target {
    const Run *run;
    bool scheduled;
  };
  std::vector<JitJob> jobs;
  std::vector<Target> targets;
  auto add = [&](const Run &run, bool scheduled) {
    const JitFunction *function = getWide(subject, scheduled);
    if (!function)
      return;
    jobs.push_back(widen(scheduled ? makeScheduledJob(subject, run)
                                   : makePayloadJob(subject, run),
                         function));
    targets.push_back({&run, scheduled});
  };
  SmallVector<const Run *> widened;
  for (const Run &run : ArrayRef(subject.runs).drop_front(first)) {
    WideNeeds needs = run.calls == 1 && run.work <= kShort
                          ? getWideNeeds(subject, run)
                          : WideNeeds();
    if (needs.payload)
      add(run, /*scheduled=*/false);
    if (needs.scheduled)
      widened.push_back(&run);
  }
  for (const Run *run : widened)
    add(*run, /*scheduled=*/true);
  if (jobs.size() < 2)
    return;
  runJobs(jobs, limits, [&](size_t i, JitResult &&result) {
    if (!ended(result))
      return;
    WideCode::Early &early = wide.early[targets[i].run];
    if (targets[i].scheduled)
      normalizeResults(subject, result);
    (targets[i].scheduled ? early.scheduled : early.payload) =
        std::move(result);
  });
}

void heddle::forgetWideCalls(Subject &subject) {
  subject.wide.early.clear();
  subject.wide.madeEarly = false;
}

/// Takes a result that was made early, if there is one.
static std::optional<JitResult>
takeEarly(Subject &subject, const Run &run,
          std::optional<JitResult> WideCode::Early::*version) {
  auto it = subject.wide.early.find(&run);
  if (it == subject.wide.early.end())
    return std::nullopt;
  return std::exchange(it->second.*version, std::nullopt);
}

const JitResult *heddle::getExact(Subject &subject, const Run &run,
                                  const ChildLimits &limits) {
  std::optional<JitResult> &exact = subject.wide.exact;
  if (!exact)
    exact = takeEarly(subject, run, &WideCode::Early::payload);
  if (!exact)
    exact = runWidePayload(subject, run, limits);
  return exact ? &*exact : nullptr;
}

std::optional<JitResult> heddle::runWideScheduled(Subject &subject,
                                                  const Run &run,
                                                  const ChildLimits &limits) {
  if (auto early = takeEarly(subject, run, &WideCode::Early::scheduled))
    return early;
  const JitFunction *function = getWide(subject, /*scheduled=*/true);
  if (!function)
    return std::nullopt;
  JitResult result =
      runJob(widen(makeScheduledJob(subject, run), function), limits);
  if (!ended(result)) {
    subject.wide.scheduled = nullptr;
    subject.wide.scheduledReason = "in f64 it " + result.outcome.describe();
    return std::nullopt;
  }
  normalizeResults(subject, result);
  return result;
}
