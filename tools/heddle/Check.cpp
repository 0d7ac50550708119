//===- Check.cpp - heddle check -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Applies a schedule, runs and compares both modules, and reports. The
// comparison is in heddle/Execution/Check/Check.h.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Check/Check.h"
#include "Commands.h"
#include "heddle/Execution/CPU/CPUTarget.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Process.h"

#include <unistd.h>

using namespace mlir;
using namespace mlir::heddle;

/// `prefix`: the name of the schedule, where each is checked by itself.
static void print(raw_ostream &os, const FunctionReport &report,
                  StringRef prefix = "") {
  os << prefix << report.function << ": " << stringifyVerdict(report.verdict)
     << ": " << report.message;
  if (!report.inputs.empty())
    os << " [" << report.inputs << "]";
  os << "\n";
}

static ExitCode getExitCode(Verdict verdict) {
  switch (verdict) {
  case Verdict::Equal:
    return kDone;
  case Verdict::Different:
  case Verdict::Race:
  case Verdict::MemoryError:
  case Verdict::Crashed:
  case Verdict::TimedOut:
  case Verdict::OutOfMemory:
    return kDifferent;
  case Verdict::Unchanged:
  case Verdict::Inconclusive:
  case Verdict::Unsupported:
    return kUndecided;
  }
  return kUndecided;
}

static ExitCode getExitCode(ArrayRef<FunctionReport> reports) {
  ExitCode code = kDone;
  for (const FunctionReport &report : reports)
    code = combine(code, getExitCode(report.verdict));
  return code;
}

static llvm::json::Array toJSON(ArrayRef<FunctionReport> reports) {
  llvm::json::Array array;
  for (const FunctionReport &report : reports)
    array.push_back(report.toJSON());
  return array;
}

static void printWarnings(raw_ostream &os) {
  for (const std::string &warning : getWarnings())
    os << "warning: " << warning << "\n";
}

/// Prints the reports; returns the exit code of all of them.
static ExitCode print(raw_ostream &os, ArrayRef<FunctionReport> reports) {
  ExitCode code = getExitCode(reports);
  if (jsonOutput) {
    printReport(llvm::json::Object{{"functions", toJSON(reports)},
                                   {"passed", code == kDone},
                                   {"seed", seed.getValue()}},
                code, os);
    return code;
  }
  for (const FunctionReport &report : reports)
    print(os, report);
  printWarnings(os);
  return code;
}

/// Applies the schedules; null after an error. If that exceeds a limit, it is
/// reported for each function.
static OwningOpRef<ModuleOp> applyAndReport(ModuleOp payload,
                                            ArrayRef<std::string> schedules) {
  std::vector<FunctionReport> reports;
  for (func::FuncOp func :
       findCheckedFunctions(payload, llvm::to_vector(functionNames)))
    reports.emplace_back().function = func.getSymName().str();
  auto report = [&](const ChildOutcome &outcome, StringRef message) {
    for (FunctionReport &report : reports) {
      report.verdict = getEndVerdict(outcome);
      report.message = message.str();
    }
    // The main thread may be printing to the stream of the others.
    llvm::raw_fd_ostream os(STDOUT_FILENO, /*shouldClose=*/false);
    print(os, reports);
  };
  OwningOpRef<ModuleOp> scheduled =
      applyWithinLimits(payload, schedules, report);
  if (scheduled)
    remarkOnScalarRest(payload, *scheduled);
  return scheduled;
}

/// Checks each schedule by itself. One that is refused leaves the others alone.
static int checkEachSchedule(ModuleOp payload, const CheckOptions &options) {
  std::vector<OwningOpRef<ModuleOp>> owned;
  std::vector<ModuleOp> scheduled;
  for (const std::string &file : scheduleFiles) {
    owned.push_back(applyAndReport(payload, file));
    if (owned.back())
      scheduled.push_back(*owned.back());
  }
  std::vector<std::vector<FunctionReport>> all =
      checkSchedules(payload, scheduled, options);
  ExitCode code = kDone;
  llvm::json::Array array;
  size_t next = 0;
  for (auto [file, module] : llvm::zip_equal(scheduleFiles, owned)) {
    std::string name = getScheduleName(file);
    std::vector<FunctionReport> reports;
    if (module)
      reports = std::move(all[next++]);
    ExitCode own = module ? getExitCode(reports) : kRefused;
    code = combine(code, own);
    if (jsonOutput)
      array.push_back(llvm::json::Object{{"schedule", name},
                                         {"functions", toJSON(reports)},
                                         {"exitCode", int64_t(own)}});
    else if (!module)
      llvm::outs() << name << ": refused\n";
    for (const FunctionReport &report : reports)
      if (!jsonOutput)
        print(llvm::outs(), report, name + ": ");
  }
  if (jsonOutput)
    printReport(llvm::json::Object{{"schedules", std::move(array)},
                                   {"passed", code == kDone},
                                   {"seed", seed.getValue()}},
                code, llvm::outs());
  else
    printWarnings(llvm::outs());
  return code;
}

int heddle::runCheck(MLIRContext &context) {
  CheckOptions options(getCPUTarget());
  std::string error;
  if (!options.dims.parse(dimsText, error))
    return reportError("--dims " + error);
  if (!options.given.parse(inputsText, options.dims, error))
    return reportError("--inputs " + error);
  options.seed = seed;
  llvm::append_range(options.functions, functionNames);
  options.allowUnchanged = allowUnchanged;
  options.comparesExpressions = compareExpressions;
  options.limits = getChildLimits();
  options.jit.optLevel = optLevel;
  options.adaptOptLevel = optLevel.getNumOccurrences() == 0;
  options.jit.threads = openmp;
  options.jit.splitFunctions = true;
  if (llvm::sys::Process::StandardErrIsDisplayed())
    options.onRun = [](StringRef function, unsigned made, unsigned count) {
      llvm::errs() << function << ": run " << made << " of " << count << "\n";
    };

  OwningOpRef<ModuleOp> payload = readPayload(context);
  if (!payload)
    return kUsage;
  if (!scheduledFile.empty() && !scheduleFiles.empty())
    return reportError("expects '-s' or '--scheduled', but got both");
  auto reportNoFunction = [] {
    return reportError("expects a public function to check, but the payload "
                       "has none");
  };
  if (checkEach && findCheckedFunctions(*payload, options.functions).empty())
    return reportNoFunction();
  if (checkEach)
    return checkEachSchedule(*payload, options);
  OwningOpRef<ModuleOp> scheduled =
      scheduledFile.empty() ? applyAndReport(*payload, scheduleFiles)
                            : readModule(scheduledFile, context);
  if (!scheduled)
    return scheduledFile.empty() ? kRefused : kUsage;
  std::vector<FunctionReport> reports =
      checkModules(*payload, *scheduled, options);
  return reports.empty() ? reportNoFunction() : print(llvm::outs(), reports);
}
