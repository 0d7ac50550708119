//===- matmul-openblas.cpp - A scheduled matmul next to OpenBLAS ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times a scheduled C = A * B (f32, static sizes) and OpenBLAS's sgemm on one
// thread, in turns in one process, and compares their results. Other kernels
// and other peers are not measured here.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Jit.h"
#include "heddle/InitHeddle.h"
#include "heddle/Interpreter/ApplySchedule.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/TargetParser/Host.h"
#include <cblas.h>
#include <ctime>
#include <random>

extern "C" char *openblas_get_corename(void);

using namespace mlir;
namespace cl = llvm::cl;

static cl::opt<std::string> payloadFile(cl::Positional, cl::Required,
                                        cl::desc("<payload.mlir>"));
static cl::opt<std::string> scheduleFile("s", cl::Required,
                                         cl::desc("The schedule to apply"),
                                         cl::value_desc("schedule.mlir"));
static cl::opt<std::string> functionName("function", cl::init("matmul"),
                                         cl::desc("The function to time"));
static cl::opt<unsigned> numRounds("rounds", cl::init(31),
                                   cl::desc("Rounds, at least 1 (31)"));
static cl::opt<unsigned> numCalls("calls", cl::init(8),
                                  cl::desc("Calls of each per round (8)"));
static cl::opt<double>
    minRatio("min-ratio", cl::init(0),
             cl::desc("Fail if the ratio to OpenBLAS is below this one"));

namespace {
/// Extents of C[m, n] = A[m, k] * B[k, n].
struct Sizes {
  int64_t m, n, k;
  double flop() const { return 2.0 * m * n * k; }
};

/// Seconds per call of both, one entry per round.
struct Times {
  SmallVector<double> scheduled, openblas, ratios;
};
} // namespace

/// Reads the sizes off the arguments (A, B, C) of the unscheduled function.
static FailureOr<Sizes> getSizes(ModuleOp payload) {
  auto func = payload.lookupSymbol<func::FuncOp>(functionName);
  if (!func)
    return payload.emitError() << "expects a function '" << functionName << "'";
  SmallVector<RankedTensorType> types;
  for (Type type : func.getArgumentTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      if (tensor.getRank() == 2 && tensor.hasStaticShape() &&
          tensor.getElementType().isF32())
        types.push_back(tensor);
  if (types.size() != 3 || func.getNumArguments() != 3)
    return func.emitError()
           << "expects the arguments A, B and C, matrices of f32 with static "
              "sizes";
  Sizes sizes = {types[0].getDimSize(0), types[1].getDimSize(1),
                 types[0].getDimSize(1)};
  if (types[1].getDimSize(0) != sizes.k || types[2].getDimSize(0) != sizes.m ||
      types[2].getDimSize(1) != sizes.n)
    return func.emitError() << "expects the sizes of A * B and C to agree";
  return sizes;
}

/// Whole numbers so small that every order of summation is exact.
static heddle::HostValue makeMatrix(Type type, std::mt19937 &random) {
  heddle::HostValue value(type, cast<ShapedType>(type).getShape());
  std::uniform_int_distribution<int> digit(-4, 4);
  for (int64_t i = 0, e = value.getNumElements(); i < e; ++i)
    value.setFloat(i, digit(random));
  return value;
}

/// CPU time of this thread in seconds. Both candidates run in the calling
/// thread alone; what other programs take of the processor does not count.
static double threadSeconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static double secondsPerCall(llvm::function_ref<void()> call) {
  double start = threadSeconds();
  for (unsigned i = 0; i < numCalls; ++i)
    call();
  return (threadSeconds() - start) / numCalls;
}

/// The `fraction`-th value of the sorted `values`: 0.5 is the median.
static double quantile(SmallVector<double> values, double fraction) {
  llvm::sort(values);
  return values[static_cast<size_t>(fraction * (values.size() - 1) + 0.5)];
}

/// The caches and the branch predictor know both before the first round; who
/// begins alternates.
static Times measure(llvm::function_ref<void()> scheduled,
                     llvm::function_ref<void()> openblas) {
  Times times;
  secondsPerCall(scheduled);
  secondsPerCall(openblas);
  for (unsigned round = 0; round < numRounds; ++round) {
    double ours = 0;
    if (round % 2 == 0)
      ours = secondsPerCall(scheduled);
    double theirs = secondsPerCall(openblas);
    if (round % 2 == 1)
      ours = secondsPerCall(scheduled);
    times.scheduled.push_back(ours);
    times.openblas.push_back(theirs);
    times.ratios.push_back(theirs / ours);
  }
  return times;
}

static void printSpeed(StringRef name, ArrayRef<double> seconds, Sizes sizes) {
  SmallVector<double> all(seconds);
  llvm::outs() << llvm::format("  %-10s %7.1f GFLOP/s (median; best %.1f)\n",
                               name.str().c_str(),
                               sizes.flop() / quantile(all, 0.5) * 1e-9,
                               sizes.flop() / quantile(all, 0) * 1e-9);
}

/// Prints what was measured; returns false if it is below --min-ratio.
static bool report(const Times &times, Sizes sizes) {
  llvm::outs() << "matmul " << sizes.m << "x" << sizes.n << "x" << sizes.k
               << " f32 on one thread of " << llvm::sys::getHostCPUName()
               << ", " << numRounds << " rounds of " << numCalls
               << " calls, CPU time\n"
               << "  schedule   " << scheduleFile
               << ", compiled in memory by LLVM at -O3 for this host\n"
               << "  peer       OpenBLAS, kernels for "
               << openblas_get_corename() << "\n"
               << "  results    equal, bit for bit\n";
  printSpeed("scheduled", times.scheduled, sizes);
  printSpeed("OpenBLAS", times.openblas, sizes);
  double ratio = quantile(times.ratios, 0.5);
  llvm::outs() << llvm::format("  ratio      %7.3f x OpenBLAS (median of "
                               "per-round ratios; 10 to 90 %%: %.3f to %.3f)\n",
                               ratio, quantile(times.ratios, 0.1),
                               quantile(times.ratios, 0.9));
  if (ratio >= minRatio)
    return true;
  llvm::errs() << llvm::format("error: expects a ratio of at least %.3f, but "
                               "got %.3f\n",
                               minRatio.getValue(), ratio);
  return false;
}

static LogicalResult run(MLIRContext &context) {
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(payloadFile, &context);
  if (!module)
    return failure();
  FailureOr<Sizes> sizes = getSizes(*module);
  if (failed(sizes))
    return failure();
  SmallVector<Type> types(
      module->lookupSymbol<func::FuncOp>(functionName).getArgumentTypes());
  if (failed(heddle::applyScheduleFiles(*module, {scheduleFile})))
    return failure();
  heddle::JitOptions options;
  options.optLevel = 3;
  FailureOr<std::unique_ptr<heddle::JitModule>> jit =
      heddle::JitModule::compile(*module, options);
  if (failed(jit))
    return failure();
  const heddle::JitFunction *function = (*jit)->lookup(functionName);
  if (!function)
    return module->emitError()
           << "the schedule removed '" << functionName << "'";

  std::mt19937 random(1);
  SmallVector<heddle::HostValue> args;
  for (Type type : types)
    args.push_back(makeMatrix(type, random));
  heddle::CallFrame frame(*function, args, heddle::CallFrame::Aligned);
  const auto *a = reinterpret_cast<const float *>(args[0].getBytes().data());
  const auto *b = reinterpret_cast<const float *>(args[1].getBytes().data());
  auto *c = reinterpret_cast<float *>(args[2].getBytes().data());
  openblas_set_num_threads(1);
  auto scheduled = [&] { frame.call(); };
  auto openblas = [&] {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, sizes->m, sizes->n,
                sizes->k, 1.0f, a, sizes->k, b, sizes->n, 0.0f, c, sizes->n);
  };

  scheduled();
  openblas();
  heddle::HostValue result =
      function->results.empty() ? frame.getArgument(2) : frame.getResult(0);
  for (int64_t i = 0, e = result.getNumElements(); i < e; ++i)
    if (result.getFloat(i) != args[2].getFloat(i))
      return module->emitError()
             << "results differ at " << result.formatIndex(i) << ": "
             << result.formatElement(i) << " here, " << args[2].formatElement(i)
             << " from OpenBLAS";
  return success(report(measure(scheduled, openblas), *sizes));
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(
      argc, argv, "times a scheduled matmul next to OpenBLAS on one thread\n");
  if (numRounds == 0 || numCalls == 0) {
    llvm::errs() << "error: expects at least one round of one call\n";
    return 1;
  }
  DialectRegistry registry;
  heddle::registerAllHeddle(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  return failed(run(context));
}
