//===- Bench.cpp - heddle bench -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Applies each schedule to the payload and times all of them. The timing is in
// heddle/Execution/Bench/Bench.h.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Bench/Bench.h"
#include "Commands.h"
#include "heddle/Execution/CPU/CPUTarget.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace mlir;
using namespace mlir::heddle;

/// The variants, and the modules that they refer to.
struct Variants {
  std::vector<OwningOpRef<ModuleOp>> modules;
  std::vector<BenchVariant> list;

  void add(StringRef name, OwningOpRef<ModuleOp> module) {
    list.push_back({name.str(), *module});
    modules.push_back(std::move(module));
  }
};

static FailureOr<Variants> makeVariants(ModuleOp payload) {
  Variants variants;
  if (!skipUnscheduled)
    variants.add("unscheduled", payload.clone());
  if (scheduleFiles.empty()) {
    OwningOpRef<ModuleOp> scheduled = applyWithinLimits(payload, {});
    if (!scheduled)
      return failure();
    remarkOnRest("scheduled", *scheduled);
    variants.add("scheduled", std::move(scheduled));
  }
  for (const std::string &file : scheduleFiles) {
    OwningOpRef<ModuleOp> scheduled = applyWithinLimits(payload, file);
    if (!scheduled)
      return failure();
    remarkOnRest(getScheduleName(file), *scheduled);
    variants.add(getScheduleName(file), std::move(scheduled));
  }
  return variants;
}

int heddle::runBench(MLIRContext &context) {
  BenchOptions options(getCPUTarget());
  std::string error;
  if (!options.dims.parse(dimsText, error))
    return reportError("--dims " + error);
  if (!options.given.parse(inputsText, options.dims, error))
    return reportError("--inputs " + error);
  if (threads == 0 || rounds == 0)
    return reportError("expects at least 1 thread and 1 round");
  options.seed = seed;
  options.rounds = rounds;
  options.threads = threads;
  options.maxSeconds = maxSeconds;
  options.limits = getChildLimits();
  if (llvm::sys::Process::StandardErrIsDisplayed())
    options.onRound = [](unsigned round, unsigned count) {
      llvm::errs() << "\rround " << round << " of " << count
                   << (round == count ? "\n" : "");
    };

  OwningOpRef<ModuleOp> payload = readPayload(context);
  if (!payload)
    return kUsage;
  FailureOr<Variants> variants = makeVariants(*payload);
  if (failed(variants))
    return kRefused;
  llvm::json::Array array;
  ExitCode code = kDone;
  bool any = false;
  for (auto func : payload->getOps<func::FuncOp>()) {
    bool wanted = functionNames.empty() ||
                  llvm::is_contained(functionNames, func.getSymName().str());
    if (func.isDeclaration() || !func.isPublic() || !wanted)
      continue;
    any = true;
    FailureOr<BenchReport> report =
        benchFunction(func, variants->list, options);
    if (failed(report))
      return kUndecided;
    bool agrees = llvm::all_of(report->variants, [](const VariantTimes &times) {
      return times.agrees;
    });
    code = combine(code, !report->error.empty() ? kUndecided
                         : agrees               ? kDone
                                                : kDifferent);
    if (jsonOutput)
      array.push_back(report->toJSON());
    else
      report->print(llvm::outs());
  }
  if (!any)
    return reportError("expects a public function to time, but found none");
  if (jsonOutput)
    printReport(llvm::json::Object{{"functions", std::move(array)},
                                   {"threads", threads.getValue()}},
                code);
  return code;
}
