//===- KernelBench.cpp - A scheduled kernel next to peers -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads, compiles, compares and times. All of it happens in this process: a
// schedule that computes something wrong is an error, one that crashes is a
// crash (`heddle check` says more).
//
//===----------------------------------------------------------------------===//

#include "KernelBench.h"

#include "heddle/Execution/CPU/CPUTarget.h"
#include "heddle/Execution/Check/Compare.h"
#include "heddle/Execution/Inputs/Inputs.h"
#include "heddle/InitHeddle.h"
#include "heddle/Interpreter/ApplySchedule.h"

#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"
#include <cmath>
#include <ctime>
#include <limits>
#include <unistd.h>

using namespace mlir;
using namespace mlir::heddle;
namespace cl = llvm::cl;

KernelBenchFlags::KernelBenchFlags(StringRef functionName, unsigned calls)
    : category("options of this program"),
      payloadFile(cl::Positional, cl::Required, cl::desc("<payload.mlir>"),
                  cl::cat(category)),
      scheduleFile("s", cl::Required, cl::desc("The schedule to apply"),
                   cl::value_desc("schedule.mlir"), cl::cat(category)),
      functionName("function", cl::init(functionName.str()),
                   cl::desc("The function to time"), cl::cat(category)),
      dims("dims", cl::desc("Extents of dynamic arguments"),
           cl::value_desc("arg0=37x53,..."), cl::cat(category)),
      rounds("rounds", cl::init(31), cl::desc("Rounds, at least 1 (31)"),
             cl::cat(category)),
      calls("calls", cl::init(calls),
            cl::desc("Calls of each per round; 0: as many as 10 ms take"),
            cl::cat(category)),
      minRatio("min-ratio", cl::init(0),
               cl::desc("Fail if the ratio to the peer is below this one"),
               cl::cat(category)) {}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

LogicalResult ScheduledKernel::parse(const KernelSource &source,
                                     MLIRContext &context) {
  auto buffer = llvm::MemoryBuffer::getFile(source.payloadFile);
  if (std::error_code error = buffer.getError())
    return emitError(UnknownLoc::get(&context))
           << "cannot read '" << source.payloadFile << "': " << error.message();
  std::string text = (*buffer)->getBuffer().str();
  for (const auto &[from, to] : source.replaced)
    for (size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
  module = parseSourceString<ModuleOp>(text, &context, source.payloadFile);
  return success(static_cast<bool>(module));
}

FailureOr<std::unique_ptr<ScheduledKernel>>
ScheduledKernel::load(const KernelSource &source, MLIRContext &context) {
  std::unique_ptr<ScheduledKernel> kernel(new ScheduledKernel());
  if (failed(kernel->parse(source, context)))
    return failure();
  auto functions = kernel->module->getOps<func::FuncOp>();
  if (!source.functionName.empty())
    kernel->payload =
        kernel->module->lookupSymbol<func::FuncOp>(source.functionName);
  else if (llvm::hasSingleElement(functions))
    kernel->payload = *functions.begin();
  if (!kernel->payload && source.functionName.empty())
    return kernel->module->emitError()
           << "expects --function where the payload has not one function";
  if (!kernel->payload)
    return kernel->module->emitError()
           << "expects a function '" << source.functionName << "'";
  if (failed(kernel->compile(source)) || failed(kernel->makeArguments(source)))
    return failure();
  return kernel;
}

FailureOr<double>
ScheduledKernel::measureCompileSeconds(const KernelSource &source,
                                       MLIRContext &context) {
  ScheduledKernel kernel;
  if (failed(kernel.parse(source, context)))
    return failure();
  auto functions = kernel.module->getOps<func::FuncOp>();
  if (functions.empty())
    return kernel.module->emitError() << "expects a function";
  kernel.payload = *functions.begin();
  if (failed(kernel.compile(source)))
    return failure();
  return kernel.compileSeconds;
}

LogicalResult ScheduledKernel::compile(const KernelSource &source) {
  double start = getThreadSeconds();
  OwningOpRef<ModuleOp> scheduled = module->clone();
  ApplyOptions apply;
  apply.params = source.params;
  if (!source.scheduleFile.empty() &&
      failed(applyScheduleFiles(*scheduled, {source.scheduleFile}, apply)))
    return failure();
  JitOptions options(getCPUTarget());
  options.optLevel = 3;
  options.threads = source.threads;
  FailureOr<std::unique_ptr<JitModule>> result =
      JitModule::compile(*scheduled, options);
  if (failed(result))
    return failure();
  jit = std::move(*result);
  compiled = jit->lookup(payload.getSymName());
  if (!compiled)
    return module->emitError()
           << "the schedule removed '" << payload.getSymName() << "'";
  compileSeconds = getThreadSeconds() - start;
  return success();
}

LogicalResult ScheduledKernel::makeArguments(const KernelSource &source) {
  std::string error;
  DimRequests requests;
  if (!requests.parse(source.dims, error))
    return payload.emitError() << "--dims: " << error;
  PayloadShapes relations(payload);
  FailureOr<ShapeAssignment> shapes =
      relations.assign(requests, [](unsigned) { return 1024; }, error);
  if (failed(shapes))
    return payload.emitError() << error;
  sizes = shapes->format();
  Exactness exactness = analyzeExactness(payload, *shapes);
  if (!exactness.isExact())
    tolerance = getComparisonTolerance(exactness);
  InputOptions inputs = getInputOptions(payload);
  inputs.seed = 1;
  inputs.magnitude = exactness.magnitude;
  args = drawInputs(getInputSpecs(payload, *shapes), inputs);
  addOutputArguments(*compiled, payload, *shapes, args);
  for (auto [i, results] : llvm::enumerate(compiled->resultsInArguments))
    if (!results.empty())
      outputs.push_back(i);
  if (args.size() != compiled->inputs.size() || !compiled->results.empty() ||
      outputs.empty())
    return payload.emitError()
           << "expects results in arguments after the schedule";
  frame = std::make_unique<CallFrame>(*compiled, args, CallFrame::Aligned);
  return success();
}

float *ScheduledKernel::getArray(unsigned i) const {
  return reinterpret_cast<float *>(frame->getArgumentData(i));
}

SmallVector<HostValue>
ScheduledKernel::run(llvm::function_ref<void()> function) {
  frame->reset(args);
  function();
  SmallVector<HostValue> values;
  for (unsigned output : outputs)
    values.push_back(frame->getArgument(output));
  return values;
}

LogicalResult ScheduledKernel::compareWith(llvm::function_ref<void()> peer,
                                           StringRef peerName) {
  SmallVector<HostValue> ours = run([&] { call(); });
  SmallVector<HostValue> theirs = run(peer);
  double largestError = 0;
  for (auto [expected, found] : llvm::zip_equal(theirs, ours)) {
    std::string why;
    if (isUninformative(expected, why))
      return payload.emitError() << "results prove nothing: " << why;
    std::optional<Difference> difference =
        tolerance == 0
            ? compareExactly(expected, found)
            : compareWithin(expected, found, tolerance, largestError);
    if (difference)
      return payload.emitError()
             << "results differ at " << difference->index << ": "
             << difference->found << " here, " << difference->expected
             << " from " << peerName;
  }
  agreement = "equal, bit for bit";
  if (tolerance != 0)
    llvm::raw_string_ostream(agreement = "")
        << llvm::format("equal within %.1e of the largest number (at most "
                        "%.1e)",
                        tolerance, largestError);
  return success();
}

/// Writes special values into the float arrays. A position in base 16 says
/// which: the i-th digit from the right is the choice for the i-th array; most
/// digits leave the element as it is, so that enough results stay finite.
static void addSpecials(MutableArrayRef<HostValue> values) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double specials[] = {std::nan(""), infinity, -infinity, 0.0, -0.0};
  int64_t weight = 1;
  for (HostValue &value : values) {
    if (value.isScalar() || !value.isFloat())
      continue;
    for (int64_t i = 0, e = value.getNumElements(); i < e; ++i)
      if (size_t digit = i / weight % 16; digit < std::size(specials))
        value.setFloat(i, specials[digit]);
    weight *= 16;
  }
}

LogicalResult
ScheduledKernel::compareSpecialsWith(llvm::function_ref<void()> peer,
                                     StringRef peerName) {
  SmallVector<HostValue> plain = args;
  addSpecials(args);
  LogicalResult result = compareWith(peer, peerName);
  args = std::move(plain);
  frame->reset(args);
  return result;
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

// All candidates run in the calling thread alone; the time of other programs
// does not count.
double heddle::getThreadSeconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

double heddle::getWallSeconds() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

std::vector<RoundTimes>
heddle::measureRounds(ArrayRef<Candidate> candidates, unsigned rounds,
                      unsigned calls, llvm::function_ref<double()> getSeconds) {
  auto secondsPerCall = [&](const Candidate &candidate, unsigned calls) {
    double start = getSeconds();
    for (unsigned i = 0; i < calls; ++i)
      candidate.call();
    return (getSeconds() - start) / calls;
  };
  double slowest = 0;
  for (const Candidate &candidate : candidates) {
    candidate.call();
    slowest = std::max(slowest, secondsPerCall(candidate, std::max(1u, calls)));
  }
  if (calls == 0)
    calls = std::clamp(0.01 / std::max(slowest, 1e-9), 1.0, 1e6);
  std::vector<RoundTimes> times(candidates.size());
  for (unsigned round = 0; round < rounds; ++round)
    for (size_t i = 0, e = candidates.size(); i < e; ++i) {
      size_t turn = (round + i) % e;
      times[turn].push_back(secondsPerCall(candidates[turn], calls));
    }
  return times;
}

double heddle::getQuantile(ArrayRef<double> values, double fraction) {
  SmallVector<double> sorted(values);
  llvm::sort(sorted);
  return sorted[static_cast<size_t>(fraction * (sorted.size() - 1) + 0.5)];
}

void heddle::printScene(const Twine &what, const Twine &peer,
                        const KernelBenchFlags &flags,
                        const ScheduledKernel &kernel) {
  llvm::outs() << what << " f32 on one thread of "
               << llvm::sys::getHostCPUName() << ", " << flags.rounds
               << " rounds of " << flags.calls << " calls, CPU time\n"
               << "  schedule   " << flags.scheduleFile
               << ", compiled in memory by LLVM at -O3 for this host\n"
               << "  peer       " << peer << "\n"
               << "  results    " << kernel.getAgreement() << "\n";
}

double heddle::printRatio(const RoundTimes &ours, const RoundTimes &peer,
                          StringRef peerName) {
  SmallVector<double> ratios;
  for (auto [mine, theirs] : llvm::zip_equal(ours, peer))
    ratios.push_back(theirs / mine);
  double ratio = getQuantile(ratios, 0.5);
  llvm::outs() << llvm::format("  ratio      %7.3f x ", ratio) << peerName
               << llvm::format(" (median of per-round ratios; 10 to 90 %%: "
                               "%.3f to %.3f)\n",
                               getQuantile(ratios, 0.1),
                               getQuantile(ratios, 0.9));
  return ratio;
}

LogicalResult heddle::checkRatio(double ratio, const KernelBenchFlags &flags) {
  if (ratio >= flags.minRatio)
    return success();
  llvm::errs() << llvm::format("error: expects a ratio of at least %.3f, but "
                               "got %.3f\n",
                               flags.minRatio.getValue(), ratio);
  return failure();
}

void heddle::letPeersChooseKernels(char **argv, unsigned count) {
  bool isSet = false;
  for (const char *name : {"OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"}) {
    isSet |= getenv(name) != nullptr;
    unsetenv(name);
  }
  // The threads of one peer would otherwise spin while the next one is timed.
  if (count > 1 && !getenv("OMP_WAIT_POLICY")) {
    setenv("OMP_WAIT_POLICY", "passive", /*overwrite=*/1);
    isSet = true;
  }
  const char *threads = getenv("OMP_NUM_THREADS");
  std::string wanted = std::to_string(count);
  if (!threads || StringRef(threads) != wanted) {
    setenv("OMP_NUM_THREADS", wanted.c_str(), /*overwrite=*/1);
    isSet = true;
  }
  if (isSet)
    execv("/proc/self/exe", argv);
}

int heddle::runInContext(llvm::function_ref<LogicalResult(MLIRContext &)> run) {
  // Schedules run passes by name.
  registerAllPasses();
  registerAllHeddlePasses();
  DialectRegistry registry;
  registerAllHeddle(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  return failed(run(context));
}

int heddle::runKernelBench(
    int argc, char **argv, const char *overview, KernelBenchFlags &flags,
    llvm::function_ref<LogicalResult(MLIRContext &)> run) {
  letPeersChooseKernels(argv);
  cl::HideUnrelatedOptions(flags.category);
  cl::ParseCommandLineOptions(argc, argv, overview);
  if (flags.rounds == 0) {
    llvm::errs() << "error: expects at least one round\n";
    return 1;
  }
  return runInContext(run);
}
