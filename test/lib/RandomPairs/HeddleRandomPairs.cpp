//===- HeddleRandomPairs.cpp - Random payloads and schedules ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generates seeded pairs of a payload and a schedule, runs each payload with
// and without its schedule, and prints how many agree. It can show one pair and
// make a failing one smaller.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "KernelReport.h"
#include "KernelText.h"
#include "TextPairs.h"

#include "heddle/Analysis/Mistakes/Mistake.h"
#include "heddle/InitHeddle.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"

#include <chrono>
#include <map>

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::heddle::pairs;
namespace cl = llvm::cl;

static cl::OptionCategory category("heddle-random-pairs options");

static cl::opt<uint64_t> firstSeed("seed", cl::desc("First seed"), cl::init(1),
                                   cl::cat(category));
static cl::opt<unsigned> count("count", cl::desc("Number of pairs"),
                               cl::init(100), cl::cat(category));
static cl::opt<std::string>
    opName("op",
           cl::desc("What the schedules use: fuse_ext, fuse, fuse_elementwise, "
                    "chain; or bufferize (one_shot for upstream's) on payloads "
                    "with control flow; or attention, linalg_ext on payloads "
                    "of these ops; or kernel: what `heddle schedule` writes, "
                    "on kernels as people write them"),
           cl::init("fuse_ext"), cl::cat(category));
static cl::opt<std::string>
    mistake("break", cl::desc("Deliberate mistake that the op makes"),
            cl::cat(category));
static cl::opt<unsigned> batchSize("batch", cl::desc("Pairs per child process"),
                                   cl::init(25), cl::cat(category));
static cl::opt<bool>
    verifyBounds("verify-bounds",
                 cl::desc("Check every access of the scheduled payload"),
                 cl::cat(category));
static cl::opt<bool> heddleBufferize(
    "heddle-bufferize",
    cl::desc("Bufferize scheduled payload like transform.heddle.bufferize"),
    cl::cat(category));
static cl::opt<cl::boolOrDefault>
    checkFrees("check-frees",
               cl::desc("Count blocks that are never freed, or twice (default: "
                        "of what is bufferized as modules)"),
               cl::cat(category));
static cl::opt<bool>
    blocks("blocks",
           cl::desc("Draw functions of several blocks, which upstream's "
                    "analysis gets wrong"),
           cl::init(true), cl::cat(category));
static cl::opt<bool>
    stock("stock",
          cl::desc("Lower the printed result of a chain with stock passes"),
          cl::cat(category));
static cl::opt<bool>
    memory("memory",
           cl::desc("Some arguments are memory that is written between ops"),
           cl::cat(category));
namespace {
enum class Judgment { Bits, Formulas, Both };
} // namespace
static cl::opt<Judgment> judgment(
    "judge", cl::desc("What is compared (default: bits)"),
    cl::values(clEnumValN(Judgment::Bits, "bits", "Results, bit for bit"),
               clEnumValN(Judgment::Formulas, "formulas",
                          "Formulas, in a finite field"),
               clEnumValN(Judgment::Both, "both", "Both")),
    cl::init(Judgment::Bits), cl::cat(category));
static cl::opt<bool> dump("dump",
                          cl::desc("Print payload, schedule and what is made"),
                          cl::cat(category));
static cl::opt<bool> minimize("minimize",
                              cl::desc("Make each failing pair smaller"),
                              cl::cat(category));
static cl::opt<bool> showRefused("show-refused",
                                 cl::desc("Print the seed of each refusal"),
                                 cl::cat(category));
static cl::list<unsigned>
    steps("steps", cl::CommaSeparated,
          cl::desc("Shrinking steps to take first, as --minimize prints them"),
          cl::cat(category));
static cl::opt<unsigned>
    minFused("min-fused", cl::desc("Least share of pairs that must fuse, in %"),
             cl::init(0), cl::cat(category));
static cl::opt<unsigned>
    minShare("min-share",
             cl::desc("Least share of kernels that must have each feature, in "
                      "%"),
             cl::init(0), cl::cat(category));
static cl::opt<unsigned>
    maxRefused("max-refused",
               cl::desc("Largest share of kernels that may be refused, in %"),
               cl::init(100), cl::cat(category));
static cl::opt<unsigned> maxShown("max-shown",
                                  cl::desc("Failures that are printed"),
                                  cl::init(20), cl::cat(category));

/// The payloads have control flow, and the schedules bufferize them.
static bool isFlow() { return opName == "bufferize" || opName == "one_shot"; }

/// The schedules are those that `heddle schedule` writes.
static bool isKernel() { return opName == "kernel"; }

/// The payload and the schedule are drawn as text.
static bool isText() {
  return isFlow() || isKernel() || opName == "attention" ||
         opName == "linalg_ext";
}

/// Draws a pair of text without the parts in `dropped`.
static Pair drawText(uint64_t seed, ArrayRef<unsigned> dropped,
                     unsigned *numParts) {
  if (opName == "attention")
    return drawAttentionPair(seed, dropped, numParts);
  if (opName == "linalg_ext")
    return drawLinalgExtPair(seed, dropped, numParts);
  if (isKernel())
    return drawKernelPair(seed, dropped, numParts);
  return drawFlowPair(seed, dropped, opName == "one_shot", blocks, numParts);
}

/// The memory space of all tensors of the payload; mostly 0, the default one.
/// Upstream's ops and memory as arguments know no other.
static int64_t drawSpace(uint64_t seed) {
  Random own(seed ^ 0x94D049BB133111EBull);
  return opName == "fuse" || stock || memory || !own.chance(12) ? 0 : 1;
}

static Pair makePair(uint64_t seed) {
  if (isText())
    return drawText(seed, steps, nullptr);
  Pair pair;
  if (opName == "chain") {
    pair.program = generateProgram(seed);
    pair.program.padsFromDims = seed % 3 == 0;
    pair.schedule.chain =
        drawChain(pair.program, /*bufferizes=*/!stock, memory);
    pair.hasManySteps = true;
  } else if (opName == "fuse_elementwise") {
    pair.program = generateElementwiseProgram(seed);
    pair.schedule = generateElementwiseSchedule(pair.program);
  } else {
    pair.program = generateProgram(seed);
    pair.schedule = generateSchedule(pair.program, opName == "fuse");
  }
  pair.program.space = drawSpace(seed);
  for (unsigned step : steps) {
    bool changed;
    shrink(pair.program, pair.schedule, step, &changed);
  }
  return pair;
}

/// True if a loop of an op has `extent` iterations in some run.
static bool hasExtent(const Program &program, int64_t extent) {
  for (const Node &node : program.nodes)
    for (int loop : node.loops)
      for (unsigned run = 0; run < program.numRuns; ++run)
        if (!node.removed && program.eval(loop, run) == extent)
          return true;
  return false;
}

/// A reason without the numbers and names of the payload.
static std::string withoutNumbers(StringRef text) {
  std::string result;
  bool inQuotes = false;
  for (char letter : text.take_front(160)) {
    if (letter == '\'') {
      inQuotes = !inQuotes;
      result += inQuotes ? "'" : "_'";
      continue;
    }
    if (inQuotes)
      continue;
    if (!llvm::isDigit(letter))
      result += letter;
    else if (result.empty() || result.back() != '#')
      result += '#';
  }
  return result;
}

static RunnerOptions runnerOptions() {
  RunnerOptions options;
  options.opName = opName;
  options.batchSize = batchSize;
  options.verifyBounds = verifyBounds;
  options.heddleBufferize = heddleBufferize;
  // An online softmax is rounded differently.
  bool isOnline = opName == "attention";
  options.judgesBits = judgment != Judgment::Formulas && !isOnline;
  options.judgesFormulas = judgment != Judgment::Bits || isOnline;
  options.isWholeModule = isFlow() || isKernel() || opName == "chain";
  // Formulas of the widest vectors take long to compile.
  if (isKernel())
    options.secondsPerBatch = 180;
  options.checkFrees = checkFrees == cl::boolOrDefault::BOU_UNSET
                           ? options.isWholeModule
                           : checkFrees == cl::boolOrDefault::BOU_TRUE;
  options.isStock = stock;
  options.writesMemory = memory;
  return options;
}

static PairResult runAlone(MLIRContext &context, const Pair &pair,
                           const RunnerOptions &options) {
  return runPairs(context, {&pair}, options).front();
}

/// Finds out more about a failure: whether it needs canonicalization, whether
/// canonicalization fails without any schedule too, and whether it is in how
/// buffers are shared.
static PairResult judge(MLIRContext &context, const Pair &pair,
                        PairResult result, RunnerOptions options) {
  if (!isFailure(result.status))
    return result;
  options.dump = false;
  if (options.isWholeModule) {
    options.skipSchedule = true;
    if (options.isStock &&
        runAlone(context, pair, options).status == result.status)
      result.status = Status::Upstream;
    return result;
  }
  options.runCanonical = false;
  PairResult plain = runAlone(context, pair, options);
  if (isFailure(plain.status)) {
    result = plain;
  } else {
    options.runPlain = false;
    options.runCanonical = true;
    RunnerOptions control = options;
    control.skipSchedule = true;
    RunnerOptions cleanup = options;
    cleanup.cleansUp = true;
    // Upstream folds an op without elements into what it starts from, which
    // may be memory that is written before it is read. Cleanup copies it first.
    // Upstream also makes windows without elements that do not verify.
    bool isOnlyUpstream =
        options.writesMemory || result.status == Status::Invalid;
    if (isFailure(runAlone(context, pair, control).status) ||
        (isOnlyUpstream &&
         runAlone(context, pair, cleanup).status == Status::Equal)) {
      result.status = Status::Upstream;
      return result;
    }
    result.detail += " (after canonicalization only)";
  }
  if (result.status != Status::Wrong)
    return result;
  options.copyBeforeWrite = true;
  options.heddleBufferize = false;
  if (runAlone(context, pair, options).status == Status::Equal)
    result.status = Status::WrongInPlace;
  return result;
}

static PairResult runAndJudge(MLIRContext &context, const Pair &pair,
                              const RunnerOptions &options) {
  return judge(context, pair, runAlone(context, pair, options), options);
}

/// A text that two failures share if they probably have one cause.
static std::string causeOf(const PairResult &result) {
  std::string cause = describe(result.status);
  if (result.status != Status::Wrong && result.status != Status::WrongInPlace)
    cause += ": " + withoutNumbers(result.detail);
  return cause;
}

/// Takes one step on `pair`, which has `taken` others. Returns false if there
/// is no such step.
static bool shrinkPair(Pair &pair, unsigned step,
                       const std::vector<unsigned> &taken, bool *changed) {
  if (!isText())
    return shrink(pair.program, pair.schedule, step, changed);
  std::vector<unsigned> dropped(taken);
  dropped.push_back(step);
  *changed = !llvm::is_contained(taken, step);
  unsigned numParts = 0;
  std::string before = pair.payloadText;
  pair = drawText(pair.program.seed, dropped, &numParts);
  *changed &= pair.payloadText != before || !isKernel();
  return step < numParts;
}

/// Takes every step that keeps the pair failing in the same way.
static Pair makeSmaller(MLIRContext &context, Pair pair,
                        const std::string &cause,
                        std::vector<unsigned> &taken) {
  bool changed = true;
  for (unsigned round = 0; changed && round < 6; ++round) {
    changed = false;
    for (unsigned step = 0;; ++step) {
      Pair smaller = pair;
      bool isSmaller = false;
      if (!shrinkPair(smaller, step, taken, &isSmaller))
        break;
      if (!isSmaller || !smaller.program.isValid())
        continue;
      RunnerOptions options = runnerOptions();
      options.secondsPerBatch = 10;
      if (causeOf(runAndJudge(context, smaller, options)) != cause)
        continue;
      pair = smaller;
      taken.push_back(step);
      changed = true;
    }
  }
  return pair;
}

static void showPair(MLIRContext &context, const Pair &pair) {
  RunnerOptions options = runnerOptions();
  llvm::outs() << "// Sizes per run:";
  for (auto [index, symbol] : llvm::enumerate(pair.program.symbols)) {
    llvm::outs() << " s" << index << (symbol.isStatic ? " = " : " in ");
    llvm::interleave(symbol.values, llvm::outs(), "/");
  }
  llvm::outs() << "\n" << printWithMemory(context, pair, options);
  options.dump = dump;
  PairResult result = runAndJudge(context, pair, options);
  llvm::outs() << "// " << describe(result.status) << ": " << result.detail
               << "\n";
}

namespace {

struct Totals {
  unsigned pairs = 0, fused = 0, refused = 0, failures = 0, generator = 0,
           dynamic = 0, withZero = 0, withOne = 0;
  uint64_t elements = 0;
  KernelReport kernels;
  /// Of fuse_elementwise.
  std::map<unsigned, unsigned> perCombination;
  std::map<Status, unsigned> perStatus;
  std::map<std::string, unsigned> reasons;
};

} // namespace

static void printTotals(const Totals &totals, double seconds) {
  auto statusCount = [&](Status status) {
    auto it = totals.perStatus.find(status);
    return it == totals.perStatus.end() ? 0u : it->second;
  };
  llvm::outs() << llvm::formatv(
      "{0}: {1} pairs ({2} dynamic, {3} with an extent 0, {4} with an extent "
      "1), {5} fused ({6:f1} %), {7} refused, {8} elements compared, {9:f1} "
      "s\n",
      opName, totals.pairs, totals.dynamic, totals.withZero, totals.withOne,
      totals.fused, 100.0 * totals.fused / std::max(1u, totals.pairs),
      totals.refused, totals.elements, seconds);
  unsigned wrong =
      statusCount(Status::Wrong) + statusCount(Status::WrongInPlace);
  unsigned crashes = statusCount(Status::Crash) + statusCount(Status::Timeout);
  unsigned heap = 0;
  for (Status status : {Status::Overflow, Status::BadFree,
                        Status::WriteAfterFree, Status::Leak})
    heap += statusCount(status);
  unsigned other = totals.failures - wrong - crashes - heap;
  llvm::outs() << llvm::formatv("{0}: {1} wrong, {2} crashes, {3} other "
                                "failures, {4} not runnable, {5} not runnable "
                                "(upstream)\n",
                                opName, wrong, crashes, other, totals.generator,
                                statusCount(Status::Upstream));
  llvm::outs() << llvm::formatv(
      "{0}: {1} overflows, {2} bad frees, {3} writes after a free, {4} leaks, "
      "{5} hangs\n",
      opName, statusCount(Status::Overflow), statusCount(Status::BadFree),
      statusCount(Status::WriteAfterFree), statusCount(Status::Leak),
      statusCount(Status::Timeout));
  if (!totals.perCombination.empty()) {
    unsigned least = totals.pairs;
    for (auto [combination, pairs] : totals.perCombination)
      least = std::min(least, pairs);
    llvm::outs() << llvm::formatv(
        "{0}: {1} combinations of options, each at least {2} times\n", opName,
        totals.perCombination.size(), least);
  }
  std::vector<std::pair<unsigned, std::string>> sorted;
  for (const auto &[reason, number] : totals.reasons)
    sorted.push_back({number, reason});
  llvm::sort(sorted, std::greater<>());
  for (const auto &[number, reason] : sorted)
    llvm::outs() << llvm::formatv("  {0,6} {1}\n", number, reason);
}

/// Draws the next pairs, as many as are run together.
static std::vector<Pair> drawPairs(uint64_t done) {
  std::vector<Pair> pairs;
  for (; pairs.size() < 8 * batchSize && done < count; ++done)
    pairs.push_back(makePair(firstSeed + done));
  return pairs;
}

static void addTo(Totals &totals, const Pair &pair, const PairResult &result) {
  ++totals.pairs;
  ++totals.perStatus[result.status];
  if (opName == "fuse_elementwise")
    ++totals.perCombination[pair.program.seed % kElementwiseCombinations];
  totals.fused += result.isFused;
  totals.dynamic += pair.program.numRuns > 1;
  totals.withZero += hasExtent(pair.program, 0);
  totals.withOne += hasExtent(pair.program, 1);
  totals.elements += result.elements;
  totals.refused += result.status == Status::Refused;
  totals.generator += result.status == Status::Generator;
  totals.failures += isFailure(result.status);
  if (isKernel())
    totals.kernels.add(result);
  if (result.status != Status::Equal)
    ++totals.reasons[causeOf(result)];
}

static bool isShown(Status status) {
  return isFailure(status) || status == Status::Generator ||
         status == Status::Upstream ||
         (showRefused && status == Status::Refused);
}

/// Prints a result that is not equal, and with --minimize a smaller pair.
static void showResult(MLIRContext &context, const Pair &pair,
                       const PairResult &result) {
  llvm::outs() << "seed " << pair.program.seed << ": "
               << describe(result.status) << ": " << result.detail << "\n";
  if (minimize && isFailure(result.status)) {
    std::vector<unsigned> taken(steps.begin(), steps.end());
    Pair smaller = makeSmaller(context, pair, causeOf(result), taken);
    llvm::outs() << "  --seed=" << pair.program.seed
                 << " --count=1 --op=" << opName << " --steps=";
    llvm::interleave(taken, llvm::outs(), ",");
    llvm::outs() << "\n";
    showPair(context, smaller);
  }
  llvm::outs().flush();
}

/// Runs and judges all pairs.
static Totals runAll(MLIRContext &context) {
  Totals totals;
  unsigned shown = 0;
  for (uint64_t done = 0; done < count;) {
    std::vector<Pair> pairs = drawPairs(done);
    done += pairs.size();
    SmallVector<const Pair *> pointers;
    for (const Pair &pair : pairs)
      pointers.push_back(&pair);
    std::vector<PairResult> results =
        runPairs(context, pointers, runnerOptions());
    for (auto [pair, result] : llvm::zip(pairs, results)) {
      result = judge(context, pair, result, runnerOptions());
      addTo(totals, pair, result);
      if (isShown(result.status) && shown++ < maxShown)
        showResult(context, pair, result);
    }
  }
  return totals;
}

static void showAll(MLIRContext &context) {
  for (uint64_t done = 0; done < count; ++done)
    showPair(context, makePair(firstSeed + done));
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "runs random payloads with and without a random schedule\n\n"
      "  heddle-random-pairs --seed=1 --count=500\n"
      "  heddle-random-pairs --seed=17 --count=1 --dump\n"
      "  heddle-random-pairs --seed=17 --count=1 --minimize\n"
      "  heddle-random-pairs --op=bufferize --seed=1 --count=500\n"
      "  heddle-random-pairs --op=chain --stock --seed=1 --count=500\n"
      "  heddle-random-pairs --op=attention --seed=1 --count=500\n"
      "  heddle-random-pairs --op=kernel --seed=1 --count=500\n");
  if (!mistake.empty() && failed(setMistake(mistake))) {
    llvm::errs() << "--break: no op knows the mistake '" << mistake << "'\n";
    return 1;
  }
  registerAllPasses();
  registerAllHeddlePasses();
  DialectRegistry registry;
  registerAllHeddle(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  if (isKernel())
    loadLibrary(context);
  if (dump) {
    showAll(context);
    return 0;
  }
  auto start = std::chrono::steady_clock::now();
  Totals totals = runAll(context);
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  printTotals(totals, seconds.count());
  if (isKernel() && !totals.kernels.print(minShare, maxRefused))
    return 1;
  bool isEnough = totals.fused * 100 >= minFused * totals.pairs;
  if (!isEnough)
    llvm::outs() << "expects at least " << minFused
                 << " % of the pairs to fuse\n";
  return totals.failures || totals.generator || !isEnough;
}
