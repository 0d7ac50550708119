//===- Bench.cpp - Time variants of a payload function --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the variants in a child process, times them round by round in a
// child of that process, and computes medians of per-round ratios.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Bench/Bench.h"

#include "heddle/Execution/Check/Compare.h"
#include "heddle/Execution/Inputs/Exactness.h"
#include "heddle/Execution/Inputs/Inputs.h"
#include "heddle/Execution/Run/CodeMemory.h"
#include "heddle/Execution/Run/MessageCodec.h"
#include "heddle/Execution/Shapes/InlineCallees.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "Check/Refusals.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "llvm/Support/Format.h"

#include <chrono>
#include <cstring>
#include <dlfcn.h>
#include <malloc.h>

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

static double median(std::vector<double> values) {
  if (values.empty())
    return 0;
  size_t middle = values.size() / 2;
  std::nth_element(values.begin(), values.begin() + middle, values.end());
  if (values.size() % 2)
    return values[middle];
  double upper = values[middle];
  return (upper + *std::max_element(values.begin(), values.begin() + middle)) /
         2;
}

double VariantTimes::getMedian() const { return median(seconds); }

double BenchReport::getRatio(size_t i) const {
  std::vector<double> ratios;
  for (auto [first, other] :
       llvm::zip(variants.front().seconds, variants[i].seconds))
    ratios.push_back(first / other);
  return median(ratios);
}

std::pair<double, double> BenchReport::getSpread() const {
  std::pair<double, double> spread(1, 1);
  for (const VariantTimes &variant : variants) {
    std::vector<double> ratios;
    for (auto [once, again] : llvm::zip(variant.seconds, variant.again))
      ratios.push_back(once / again);
    llvm::sort(ratios);
    size_t tenth = ratios.size() / 10;
    spread.first = std::min(spread.first, ratios[tenth]);
    spread.second = std::max(spread.second, ratios[ratios.size() - 1 - tenth]);
  }
  return spread;
}

bool BenchReport::isWithinSpread(size_t i) const {
  auto [least, greatest] = getSpread();
  return i != 0 && getRatio(i) >= least && getRatio(i) <= greatest;
}

static void printSeconds(raw_ostream &os, double seconds) {
  if (seconds >= 1)
    os << llvm::format("%9.3f s ", seconds);
  else if (seconds >= 1e-3)
    os << llvm::format("%9.3f ms", seconds * 1e3);
  else
    os << llvm::format("%9.3f us", seconds * 1e6);
}

void BenchReport::print(raw_ostream &os) const {
  os << function;
  if (!sizes.empty())
    os << " (" << sizes << ")";
  if (!error.empty()) {
    os << ": " << error << "\n";
    return;
  }
  bool isFloat = integerOps == 0;
  double ops = flops + integerOps;
  os << llvm::format(": %.4g %s, %.4g MB, %zu rounds\n", ops / 1e6,
                     isFloat ? "MFLOP" : "Mop", bytes / 1e6,
                     variants.front().seconds.size());
  size_t width = 8;
  for (const VariantTimes &variant : variants)
    width = std::max(width, variant.name.size());
  os << "  " << llvm::left_justify("variant", width)
     << "        time    ratio   " << (isFloat ? "GFLOP/s" : "  Gop/s")
     << "      GB/s\n";
  for (auto [i, variant] : llvm::enumerate(variants)) {
    double seconds = variant.getMedian();
    os << "  " << llvm::left_justify(variant.name, width);
    printSeconds(os, seconds);
    os << llvm::format(" %8.2f %9.3f %9.3f", getRatio(i), ops / seconds / 1e9,
                       bytes / seconds / 1e9);
    if (!variant.agrees)
      os << "  DIFFERENT RESULTS";
    else if (isWithinSpread(i))
      os << "  as fast";
    os << "\n";
  }
  auto [least, greatest] = getSpread();
  os << "  a variant next to itself: "
     << llvm::format("%.2f to %.2f", least, greatest)
     << " in 10 to 90 % of the rounds; a ratio in between is as fast\n";
}

llvm::json::Value BenchReport::toJSON() const {
  llvm::json::Object object{{"function", function},
                            {"sizes", sizes},
                            {"flops", flops},
                            {"integer_ops", integerOps},
                            {"bytes", bytes}};
  if (!error.empty()) {
    object["error"] = error;
    return object;
  }
  llvm::json::Array array;
  for (auto [i, variant] : llvm::enumerate(variants)) {
    double seconds = variant.getMedian();
    array.push_back(
        llvm::json::Object{{"name", variant.name},
                           {"seconds", seconds},
                           {"ratio", getRatio(i)},
                           {"gflops", flops / seconds / 1e9},
                           {"gops", (flops + integerOps) / seconds / 1e9},
                           {"gbytes", bytes / seconds / 1e9},
                           {"agrees", variant.agrees},
                           {"within_spread", isWithinSpread(i)},
                           {"rounds", llvm::json::Array(variant.seconds)}});
  }
  auto [least, greatest] = getSpread();
  object["spread"] = llvm::json::Array{least, greatest};
  object["variants"] = std::move(array);
  return object;
}

//===----------------------------------------------------------------------===//
// The cost of the payload
//===----------------------------------------------------------------------===//

/// Operations in the body of a structured op on floats or on integers, without
/// conversions, comparisons and indices.
static double countBodyOps(Operation *op, bool onFloats) {
  double count = 0;
  op->walk([&](Operation *nested) {
    if (nested->getNumResults() == 0 ||
        !isa<arith::ArithDialect, math::MathDialect>(nested->getDialect()) ||
        isa<arith::ConstantOp, arith::SelectOp, CastOpInterface>(nested))
      return;
    Type type = getElementTypeOrSelf(nested->getResult(0).getType());
    bool isCounted = onFloats ? isa<FloatType>(type)
                              : isa<IntegerType>(type) && !type.isInteger(1);
    if (isCounted)
      count += isa<math::FmaOp>(nested) ? 2 : 1;
  });
  return count;
}

static double countOps(func::FuncOp func, const ShapeAssignment &shapes,
                       bool onFloats) {
  double count = 0;
  func->walk([&](linalg::LinalgOp op) {
    double points = 1;
    for (unsigned d = 0, e = op.getNumLoops(); d != e; ++d)
      points *= static_cast<double>(getLoopExtent(op, d, shapes).value_or(1));
    count += points * countBodyOps(op, onFloats);
  });
  // Per element a maximum, a difference, an exponential, a sum and a quotient,
  // as where a softmax is written out.
  func->walk([&](Operation *op) {
    if (!onFloats || !isa<linalg::SoftmaxOp, linalg_ext::SoftmaxOp>(op))
      return;
    Value input = op->getOperand(0);
    double points = 1;
    for (int64_t d = 0, e = cast<ShapedType>(input.getType()).getRank(); d != e;
         ++d)
      points *= static_cast<double>(shapes.getExtent(input, d).value_or(1));
    count += 5 * points;
  });
  return count;
}

static double countBytes(func::FuncOp func, const ShapeAssignment &shapes) {
  double bytes = 0;
  auto add = [&](Value value) {
    auto type = dyn_cast<ShapedType>(value.getType());
    if (!type)
      return;
    double size = getHostElementSize(type.getElementType());
    for (int64_t d = 0; d < type.getRank(); ++d)
      size *= static_cast<double>(shapes.getExtent(value, d).value_or(0));
    bytes += size;
  };
  llvm::for_each(func.getArguments(), add);
  if (func::ReturnOp returnOp = findReturn(func))
    llvm::for_each(returnOp->getOperands(), add);
  return bytes;
}

//===----------------------------------------------------------------------===//
// Timing, in the child
//===----------------------------------------------------------------------===//

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// One variant while it is timed.
struct Timed {
  const JitFunction *function;
  SmallVector<HostValue> args;
  std::unique_ptr<CallFrame> frame;
  unsigned calls = 1;

  double measure() {
    Clock::time_point start = Clock::now();
    for (unsigned i = 0; i < calls; ++i) {
      frame->call();
      frame->freeResults();
    }
    return secondsSince(start) / calls;
  }
};

/// Buffers of a kernel come from malloc. Without these settings, glibc maps and
/// unmaps the large ones in every call, and the page faults would be timed.
void keepMemory() {
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_TOP_PAD, 1 << 26);
}

void setThreads(unsigned threads) {
  void *function = dlsym(RTLD_DEFAULT, "omp_set_num_threads");
  if (threads > 1 && function)
    reinterpret_cast<void (*)(int)>(function)(static_cast<int>(threads));
}

/// Outputs of a variant: its results, or the arguments that hold them.
SmallVector<HostValue> getOutputs(const Timed &timed, size_t numResults) {
  SmallVector<HostValue> outputs(numResults);
  SmallVector<bool> found(numResults, false);
  size_t inputs = timed.args.size();
  for (auto [i, results] : llvm::enumerate(timed.function->resultsInArguments))
    for (int64_t result : results)
      if (result >= 0 && static_cast<size_t>(result) < numResults &&
          i < inputs) {
        outputs[result] = timed.frame->getArgument(i);
        found[result] = true;
      }
  size_t next = 0;
  for (size_t i = 0; i < numResults; ++i)
    if (!found[i] && next < timed.function->results.size())
      outputs[i] = timed.frame->getResult(next++);
  return outputs;
}

/// The kinds of messages, in the order in which they come.
enum class News : int64_t {
  Compiling, ///< number of the variant
  Failed,    ///< errors were emitted
  Error,     ///< why there are no measurements
  Timing,    ///< all variants are compiled
  Agreement, ///< for each variant, whether its results are right
  Round      ///< for each variant, then for each again, seconds of a call
};

void sendDoubles(MessageSink &sink, News news, ArrayRef<double> values) {
  Packer packer;
  packer.add(static_cast<int64_t>(news));
  for (double value : values)
    packer.add(value);
  sink.send(packer.bytes);
}

void sendText(MessageSink &sink, News news, int64_t number, StringRef text) {
  Packer packer;
  packer.add(static_cast<int64_t>(news));
  packer.add(number);
  packer.add(text);
  sink.send(packer.bytes);
}

/// Whether all outputs agree as far as the types allow.
bool agree(ArrayRef<HostValue> expected, ArrayRef<HostValue> found,
           double tolerance) {
  double error = 0;
  for (auto [a, b] : llvm::zip_equal(expected, found))
    if (compareWithin(a, b, tolerance, error))
      return false;
  return true;
}

/// Everything that happens in the child: a first call of each variant, whose
/// results are compared, then the rounds. One message for the comparison, one
/// for each round.
void timeVariants(MutableArrayRef<Timed> variants, size_t numResults,
                  double tolerance, const BenchOptions &options,
                  MessageSink &sink) {
  keepMemory();
  setThreads(options.threads);
  SmallVector<HostValue> expected;
  SmallVector<double> agreement;
  // All variants work on the same memory: where arrays lie decides how fast
  // they are read.
  for (Timed &timed : variants) {
    timed.frame = std::make_unique<CallFrame>(
        *timed.function, timed.args, CallFrame::Aligned, ArgumentLayout(),
        variants.front().frame.get());
    double once = timed.measure();
    timed.frame->reset(timed.args);
    timed.frame->call();
    SmallVector<HostValue> outputs = getOutputs(timed, numResults);
    timed.frame->freeResults();
    if (agreement.empty())
      expected = outputs;
    agreement.push_back(agree(expected, outputs, tolerance));
    timed.calls =
        std::clamp(options.secondsPerRound / std::max(once, 1e-9), 1.0, 1e6);
  }
  sendDoubles(sink, News::Agreement, agreement);
  Clock::time_point start = Clock::now();
  for (unsigned round = 0; round < options.rounds; ++round) {
    if (round >= 3 && secondsSince(start) > options.maxSeconds)
      break;
    // Each variant is timed twice.
    SmallVector<double> seconds(2 * variants.size());
    for (size_t i = 0, e = seconds.size(); i != e; ++i) {
      // The variants take turns in beginning a round. The scheduler favours a
      // process that just woke up, and this way it does not always favour the
      // same variant.
      size_t turn = (round + i) % e;
      Timed &timed = variants[turn % variants.size()];
      // Restores the arguments that the function overwrites. The call after
      // that brings them back into the caches.
      timed.frame->reset(timed.args);
      if (timed.calls > 1) {
        timed.frame->call();
        timed.frame->freeResults();
      }
      seconds[turn] = timed.measure();
    }
    sendDoubles(sink, News::Round, seconds);
  }
}

} // namespace

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

namespace {

/// The request to the child that compiles.
struct BenchJob {
  func::FuncOp payload; ///< with the functions that it calls inlined
  ArrayRef<BenchVariant> variants;
  const ShapeAssignment &shapes;
  InputOptions inputs;
  double tolerance;
  const BenchOptions &options;

  void run(MessageSink &sink);

private:
  std::string prepare(const JitModule &module, Timed &timed);
};

} // namespace

/// Finds the function in a compiled variant and draws its arguments. Returns
/// why it cannot be called, or "".
std::string BenchJob::prepare(const JitModule &module, Timed &timed) {
  timed.function = module.lookup(payload.getSymName());
  if (timed.function) {
    timed.args =
        drawInputs(getInputSpecs(payload, shapes, options.given), inputs);
    addOutputArguments(*timed.function, payload, shapes, timed.args);
    if (timed.args.size() == timed.function->inputs.size())
      return "";
  }
  return "has no such function with the payload's arguments";
}

void BenchJob::run(MessageSink &sink) {
  JitOptions jit(*options.target);
  jit.optLevel = 3;
  jit.threads = options.threads > 1;
  std::vector<std::unique_ptr<JitModule>> modules;
  std::vector<Timed> timed;
  for (auto [i, variant] : llvm::enumerate(variants)) {
    sendText(sink, News::Compiling, i, "");
    auto module = JitModule::compile(variant.module, jit);
    if (failed(module))
      return sendText(sink, News::Failed, 0, "");
    timed.emplace_back();
    if (std::string error = prepare(**module, timed.back()); !error.empty())
      return sendText(sink, News::Error, 0,
                      "variant '" + variant.name + "' " + error);
    modules.push_back(std::move(*module));
  }
  sendText(sink, News::Timing, 0, "");
  ChildOutcome outcome = runInChild(
      [&](MessageSink &sink) {
        setMallocLimit(options.limits.bytes);
        timeVariants(timed, payload.getNumResults(), tolerance, options, sink);
      },
      [&](ArrayRef<char> message) { sink.send(message); }, options.limits);
  if (!outcome.ok())
    sendText(sink, News::Error, 0, "a variant " + outcome.describe());
}

/// Runs the job in a child and puts its messages into `report`.
static LogicalResult runBenchJob(BenchJob &job, BenchReport &report) {
  bool failed = false;
  unsigned round = 0;
  size_t compiling = 0;
  ChildLimits limits = job.options.limits;
  auto onMessage = [&](ArrayRef<char> message) {
    Unpacker unpacker{message};
    News news = static_cast<News>(unpacker.takeInt());
    switch (news) {
    case News::Compiling:
      compiling = unpacker.takeInt();
      return;
    case News::Failed:
      failed = true;
      return;
    case News::Timing:
      // The rounds run in another process, which has its own limit.
      limits.seconds = ChildLimits().seconds;
      return;
    case News::Error:
      (void)unpacker.takeInt();
      report.error = unpacker.takeString();
      return;
    case News::Agreement:
      for (VariantTimes &variant : report.variants)
        variant.agrees = unpacker.takeDouble() != 0;
      return;
    case News::Round:
      for (VariantTimes &variant : report.variants)
        variant.seconds.push_back(unpacker.takeDouble());
      for (VariantTimes &variant : report.variants)
        variant.again.push_back(unpacker.takeDouble());
      if (job.options.onRound)
        job.options.onRound(++round, job.options.rounds);
      return;
    }
  };
  ChildOutcome outcome = compileInChild(
      job.payload.getContext(), [&](MessageSink &sink) { job.run(sink); },
      onMessage, limits);
  if (!outcome.ok()) {
    report.error = "compiling variant '" + report.variants[compiling].name +
                   "' " + outcome.describe();
    emitError(job.payload.getLoc())
        << "'" << report.function << "': " << report.error;
  }
  return failure(failed);
}

FailureOr<BenchReport> heddle::benchFunction(func::FuncOp payload,
                                             ArrayRef<BenchVariant> variants,
                                             const BenchOptions &options) {
  BenchReport report;
  report.function = payload.getSymName().str();
  report.error = findRefusedType(payload);
  if (report.error.empty())
    report.error = options.given.findMismatch(payload);
  for (const BenchVariant &variant : variants) {
    ModuleOp module = variant.module;
    auto func = module.lookupSymbol<func::FuncOp>(payload.getSymName());
    std::string text = func ? findRefusedOp(func) : "";
    if (!text.empty() && report.error.empty())
      report.error = "variant '" + variant.name + "': " + text;
  }
  if (!report.error.empty())
    return report;
  OwningOpRef<ModuleOp> inlined = inlineCallees(payload);
  if (inlined)
    payload = inlined->lookupSymbol<func::FuncOp>(payload.getSymName());
  PayloadShapes relations(payload);
  auto draw = [&](unsigned) { return options.defaultExtent; };
  FailureOr<ShapeAssignment> shapes =
      relations.assign(options.dims, draw, report.error);
  if (failed(shapes))
    return report;
  report.error = findTooLarge(payload, *shapes, options.limits.bytes);
  if (!report.error.empty())
    return report;
  report.sizes = shapes->format();
  report.flops = countOps(payload, *shapes, /*onFloats=*/true);
  report.integerOps = countOps(payload, *shapes, /*onFloats=*/false);
  report.bytes = countBytes(payload, *shapes);
  InputOptions inputs = getInputOptions(payload);
  inputs.seed = options.seed;
  Exactness exactness = analyzeExactness(payload, *shapes);
  double tolerance = getComparisonTolerance(exactness);

  for (const BenchVariant &variant : variants)
    report.variants.push_back({variant.name, {}, {}, true});
  BenchJob job{payload, variants, *shapes, inputs, tolerance, options};
  if (failed(runBenchJob(job, report)))
    return failure();
  return report;
}
