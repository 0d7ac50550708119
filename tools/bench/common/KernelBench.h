//===- KernelBench.h - A scheduled kernel next to peers ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The common part of programs that time a scheduled function against other
// code, in turns in one process and on one thread. Each program provides its
// peers. `heddle bench` times variants of a schedule.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_BENCH_COMMON_KERNELBENCH_H
#define HEDDLE_TOOLS_BENCH_COMMON_KERNELBENCH_H

#include "heddle/Execution/Run/Jit.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::heddle {

/// A function of a payload, and what is to become of it.
struct KernelSource {
  std::string payloadFile;
  /// None: bufferized as `heddle-bufferize` does.
  std::string scheduleFile;
  /// None: the only function.
  std::string functionName;
  /// Extents of dynamic arguments.
  std::string dims;
  /// Texts of the payload, and what is put in their places.
  SmallVector<std::pair<std::string, std::string>> replaced;
  /// Params of the schedule: "name=value".
  SmallVector<std::string> params;
  /// Iterations of parallel loops run in several threads.
  bool threads = false;
};

/// The flags of a program that times one kernel.
struct KernelBenchFlags {
  KernelBenchFlags(StringRef functionName, unsigned calls);

  /// What --help shows.
  llvm::cl::OptionCategory category;
  llvm::cl::opt<std::string> payloadFile, scheduleFile, functionName, dims;
  llvm::cl::opt<unsigned> rounds, calls;
  llvm::cl::opt<double> minRatio;

  KernelSource getSource() const {
    return {payloadFile, scheduleFile, functionName, dims, {}, {}, false};
  }
};

/// A function of the payload, compiled after its schedule, and arguments for
/// it. They are whole numbers that make every order of sums and every
/// contraction of a product and a sum exact, if the function has such numbers.
class ScheduledKernel {
public:
  /// Applies the schedule, compiles the payload and draws arguments. On
  /// failure: errors were emitted.
  static FailureOr<std::unique_ptr<ScheduledKernel>>
  load(const KernelSource &source, MLIRContext &context);

  /// CPU time of this thread for the schedule, the lowering and the compiler.
  /// On failure: errors were emitted.
  static FailureOr<double> measureCompileSeconds(const KernelSource &source,
                                                 MLIRContext &context);

  /// The function before its schedule.
  func::FuncOp getPayload() { return payload; }
  /// Its dynamic extents: "arg0=37x53, arg1=53x8".
  StringRef getSizes() const { return sizes; }
  /// The array of argument `i` as the compiled function gets it, aligned to 64
  /// bytes; peers work on it, too.
  float *getArray(unsigned i) const;
  unsigned getNumArrays() const { return args.size(); }
  Type getElementType(unsigned i) const { return args[i].getElementType(); }
  ArrayRef<int64_t> getShape(unsigned i) const { return args[i].getShape(); }

  /// One call of the compiled function.
  void call() {
    frame->call();
    frame->freeResults();
  }

  /// Calls both once, each on fresh arguments, and compares the arguments that
  /// hold the results: bit for bit if the arguments make that possible, else
  /// within a bound that follows from types and lengths of sums. On failure: an
  /// error was emitted.
  LogicalResult compareWith(llvm::function_ref<void()> peer,
                            StringRef peerName);
  /// compareWith once more, on arguments in which NaN, infinities and zeros of
  /// both signs meet in all combinations.
  LogicalResult compareSpecialsWith(llvm::function_ref<void()> peer,
                                    StringRef peerName);
  /// CPU time of this thread for the schedule and the compiler.
  double getCompileSeconds() const { return compileSeconds; }
  /// "equal, bit for bit", or another finding of compareWith.
  StringRef getAgreement() const { return agreement; }

private:
  ScheduledKernel() = default;
  LogicalResult parse(const KernelSource &source, MLIRContext &context);
  LogicalResult compile(const KernelSource &source);
  LogicalResult makeArguments(const KernelSource &source);
  SmallVector<HostValue> run(llvm::function_ref<void()> call);

  OwningOpRef<ModuleOp> module;
  func::FuncOp payload;
  std::unique_ptr<JitModule> jit;
  const JitFunction *compiled = nullptr;
  SmallVector<HostValue> args;
  std::unique_ptr<CallFrame> frame;
  /// Arguments that hold the results.
  SmallVector<unsigned> outputs;
  std::string sizes, agreement;
  double tolerance = 0;
  double compileSeconds = 0;
};

/// Something to time.
struct Candidate {
  std::string name;
  std::function<void()> call;
};

/// CPU time of this thread in seconds.
double getThreadSeconds();

/// Seconds since some time in the past, those of other programs included.
double getWallSeconds();

/// Seconds per call, CPU time of this thread if nothing else is said, one entry
/// per round.
using RoundTimes = SmallVector<double>;

/// Times the candidates in turns. Caches and branch predictors know all of them
/// before the first round. The candidate that begins changes from round to
/// round. `calls` of each make a round; 0: as many as 10 ms take.
std::vector<RoundTimes>
measureRounds(ArrayRef<Candidate> candidates, unsigned rounds, unsigned calls,
              llvm::function_ref<double()> getSeconds = getThreadSeconds);

inline std::vector<RoundTimes> measureRounds(ArrayRef<Candidate> candidates,
                                             const KernelBenchFlags &flags) {
  return measureRounds(candidates, flags.rounds, flags.calls);
}

/// The `fraction`-th of the sorted values: 0.5 is the median.
double getQuantile(ArrayRef<double> values, double fraction);

/// Prints what is timed, such as "matmul 64x64x64", how often, next to which
/// peer, and how their results agree.
void printScene(const Twine &what, const Twine &peer,
                const KernelBenchFlags &flags, const ScheduledKernel &kernel);

/// Prints the median of (time of the peer / time of ours), and how far the
/// rounds spread. Returns that median.
double printRatio(const RoundTimes &ours, const RoundTimes &peer,
                  StringRef peerName);

/// Lets OpenBLAS choose its kernels by the host: environment variables that
/// choose others are removed. Lets OpenMP use `threads` threads. The program is
/// started again if that changes anything, since both read variables before
/// `main`.
void letPeersChooseKernels(char **argv, unsigned threads = 1);

/// Runs `run` with all of Heddle. Returns an exit code.
int runInContext(llvm::function_ref<LogicalResult(MLIRContext &)> run);

/// The main function of a program that times one kernel: `run` does everything
/// between the command line and the exit code.
int runKernelBench(int argc, char **argv, const char *overview,
                   KernelBenchFlags &flags,
                   llvm::function_ref<LogicalResult(MLIRContext &)> run);

/// Fails with a message if `ratio` is below --min-ratio.
LogicalResult checkRatio(double ratio, const KernelBenchFlags &flags);

} // namespace mlir::heddle

#endif // HEDDLE_TOOLS_BENCH_COMMON_KERNELBENCH_H
