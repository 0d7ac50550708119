//===- heddle-bench-kernels.cpp - The library's kernels next to peers -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times kernels of the schedule library next to OpenBLAS, oneDNN and Eigen (if
// they were found) and C that was written by hand, in turns in one process and
// on one thread, after comparing their results; beside them, what the host does
// of multiply-adds, dot products or copies alone, and the payload as it is
// written. docs/Performance.md has a table.
//
//===----------------------------------------------------------------------===//

#include "KernelBench.h"
#include "Scenes.h"
#include "kernels.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/TargetParser/Host.h"
#include <cblas.h>
#include <cstring>

using namespace mlir;
using namespace mlir::heddle;
namespace cl = llvm::cl;

static cl::OptionCategory category("options of this program");
static cl::opt<std::string> folder(cl::Positional, cl::init(HEDDLE_SCRIPTS),
                                   cl::desc("<folder of the schedule library>"),
                                   cl::cat(category));
static cl::list<std::string> only("only", cl::CommaSeparated,
                                  cl::desc("The kernels to time (all)"),
                                  cl::value_desc("name,..."),
                                  cl::cat(category));
static cl::opt<unsigned> rounds("rounds", cl::init(21),
                                cl::desc("Rounds, at least 1 (21)"),
                                cl::cat(category));
static cl::opt<unsigned>
    threads("num-threads", cl::init(1),
            cl::desc("Times the kernels for so many threads (1)"),
            cl::cat(category));
static cl::opt<bool>
    compileTimes("compile-times",
                 cl::desc("Prints how long each schedule of the library takes "
                          "to compile, and times nothing else"),
                 cl::cat(category));
static cl::opt<bool> asJSON("json", cl::desc("Print JSON"), cl::cat(category));
static cl::opt<std::string> chart("chart",
                                  cl::desc("Draw the ratios into a file"),
                                  cl::value_desc("file.svg"),
                                  cl::cat(category));

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

static double countBytes(const ScheduledKernel &kernel) {
  double bytes = 0;
  for (unsigned i = 0, e = kernel.getNumArrays(); i < e; ++i)
    bytes += kernel.getElementType(i).getIntOrFloatBitWidth() / 8.0 *
             ShapedType::getNumElements(kernel.getShape(i));
  return bytes;
}

namespace {
/// What the host does if it does nothing else.
struct Bound {
  Candidate candidate;
  double work; ///< operations or bytes of one call
  std::vector<char> from, to;
};
} // namespace

static std::unique_ptr<Bound> makeBound(Limit limit, double bytes,
                                        double opsPerExp) {
  auto bound = std::make_unique<Bound>();
  constexpr int64_t kSteps = 1 << 16;
  static volatile float sink;
  if (limit == Limit::MultiplyAdds) {
    bound->work = kSteps * 12.0 * 16 * 2;
    bound->candidate = {"multiply-adds",
                        [] { sink = sink + multiply_add(kSteps); }};
  } else if (limit == Limit::MultiplyAddsAndExps) {
    bound->work = kSteps * 12.0 * 16 * 2;
    auto exps = static_cast<int64_t>(bound->work / opsPerExp / (4 * 16));
    bound->candidate = {"multiply-adds and exps", [=] {
                          sink = sink + multiply_add(kSteps) + ::exps(exps);
                        }};
  } else if (limit == Limit::DotProducts) {
    bound->work = kSteps * 12.0 * 64 * 2;
    bound->candidate = {"dot products",
                        [] { sink = sink + dot_products(kSteps); }};
  } else {
    size_t size = bytes / 2;
    bound->from.assign(size, 1);
    bound->to.assign(size, 0);
    bound->work = 2.0 * size;
    char *from = bound->from.data(), *to = bound->to.data();
    bound->candidate = {"copies", [=] { std::memcpy(to, from, size); }};
  }
  return bound;
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

/// The median of the ratios per round, and their 10 to 90 % range.
static llvm::json::Object getRatio(const RoundTimes &ours,
                                   const RoundTimes &others) {
  SmallVector<double> ratios;
  for (auto [mine, theirs] : llvm::zip_equal(ours, others))
    ratios.push_back(theirs / mine);
  return llvm::json::Object{{"median", getQuantile(ratios, 0.5)},
                            {"from", getQuantile(ratios, 0.1)},
                            {"to", getQuantile(ratios, 0.9)}};
}

static KernelSource getSource(const Scene &scene, bool scheduled) {
  KernelSource source;
  source.payloadFile = (folder + "/" + scene.payload + ".mlir").str();
  if (scheduled) {
    std::string schedules =
        scene.threads > 1 ? HEDDLE_BENCH_SCHEDULES : folder.getValue();
    source.scheduleFile = schedules + "/" + scene.schedule.str() + ".mlir";
    source.threads = scene.threads > 1;
    if (!scene.param.empty())
      source.params.push_back(scene.param.str());
  }
  source.dims = scene.dims.str();
  source.replaced = scene.replaced;
  return source;
}

static std::vector<Peer> getPeers(const Scene &scene,
                                  const ScheduledKernel &kernel) {
  std::vector<Peer> peers;
  if (scene.peer)
    peers.push_back({scene.peerName.str(), [&] { scene.peer(kernel); }});
  if (scene.otherPeer)
    peers.push_back(
        {scene.otherPeerName.str(), [&] { scene.otherPeer(kernel); }});
  if (scene.oneDNN)
    peers.push_back(scene.oneDNN(kernel));
  return peers;
}

/// How many times as fast as the payload as it is written, in one call; null
/// where that would take too long.
static llvm::json::Value compareWithPayload(const Scene &scene, double work,
                                            double seconds,
                                            MLIRContext &context) {
  constexpr double kMostOps = 5e9;
  if (work > kMostOps || scene.threads > 1)
    return nullptr;
  auto plain = ScheduledKernel::load(getSource(scene, false), context);
  if (failed(plain))
    return nullptr;
  std::vector<RoundTimes> slow = measureRounds(
      {{"as written", [&] { (*plain)->call(); }}}, /*rounds=*/1, /*calls=*/1);
  return slow[0].front() / seconds;
}

static FailureOr<llvm::json::Object> timeScene(const Scene &scene,
                                               MLIRContext &context) {
  auto kernel = ScheduledKernel::load(getSource(scene, true), context);
  if (failed(kernel))
    return failure();
  std::vector<Peer> peers = getPeers(scene, **kernel);
  for (const Peer &peer : peers)
    if (failed((*kernel)->compareWith(peer.call, peer.name)))
      return failure();
  double bytes = countBytes(**kernel);
  bool isCopy = scene.limit == Limit::Copies;
  double work = isCopy ? bytes : scene.countOps(**kernel);
  std::unique_ptr<Bound> bound =
      makeBound(scene.limit, bytes,
                scene.countOpsPerExp ? scene.countOpsPerExp(**kernel) : 0.0);
  std::vector<Candidate> candidates = {
      {"scheduled", [&] { (*kernel)->call(); }}, bound->candidate};
  for (const Peer &peer : peers)
    candidates.push_back({peer.name, peer.call});
  std::vector<RoundTimes> times =
      scene.threads > 1
          ? measureRounds(candidates, rounds, /*calls=*/0, getWallSeconds)
          : measureRounds(candidates, rounds, /*calls=*/0);
  double seconds = getQuantile(times[0], 0.5);
  SmallVector<double> shares;
  for (auto [mine, alone] : llvm::zip_equal(times[0], times[1]))
    shares.push_back(work / mine / (scene.threads * bound->work / alone));
  llvm::json::Array ratios;
  for (auto [peer, time] :
       llvm::zip_equal(peers, ArrayRef(times).drop_front(2))) {
    llvm::json::Object ratio = getRatio(times[0], time);
    ratio["peer"] = peer.name;
    ratios.push_back(std::move(ratio));
  }
  llvm::json::Array absent;
  if (!scene.otherPeerName.empty() && !scene.otherPeer)
    absent.push_back(scene.otherPeerName);
  return llvm::json::Object{
      {"kernel", scene.name},
      {"schedule", scene.schedule},
      {"results", (*kernel)->getAgreement().str()},
      {"compileSeconds", (*kernel)->getCompileSeconds()},
      {"seconds", seconds},
      {isCopy ? "bytesPerSecond" : "operationsPerSecond", work / seconds},
      {"bound", bound->candidate.name},
      {"shareOfBound", getQuantile(shares, 0.5)},
      {"peers", std::move(ratios)},
      {"absentPeers", std::move(absent)},
      {"asWritten", compareWithPayload(scene, work, seconds, context)}};
}

static void printScene(const llvm::json::Object &scene) {
  double seconds = *scene.getNumber("seconds");
  std::optional<double> ops = scene.getNumber("operationsPerSecond");
  double speed = ops ? *ops : *scene.getNumber("bytesPerSecond");
  llvm::outs() << llvm::format("| %s | %.2f s | %.3f ms | %.1f %s | %.2f of ",
                               scene.getString("kernel")->str().c_str(),
                               *scene.getNumber("compileSeconds"),
                               seconds * 1e3, speed * 1e-9,
                               ops ? "Gop/s" : "GB/s",
                               *scene.getNumber("shareOfBound"))
               << *scene.getString("bound") << " | ";
  llvm::interleave(
      *scene.getArray("peers"), llvm::outs(),
      [](const llvm::json::Value &value) {
        const llvm::json::Object &ratio = *value.getAsObject();
        llvm::outs() << llvm::format("%.2f (%.2f to %.2f) x ",
                                     *ratio.getNumber("median"),
                                     *ratio.getNumber("from"),
                                     *ratio.getNumber("to"))
                     << *ratio.getString("peer");
      },
      "; ");
  for (const llvm::json::Value &peer : *scene.getArray("absentPeers"))
    llvm::outs() << "; not built with " << *peer.getAsString();
  if (std::optional<double> factor = scene.getNumber("asWritten"))
    llvm::outs() << llvm::format(" | %.0f |\n", *factor);
  else
    llvm::outs() << " | - |\n";
  llvm::outs().flush();
}

/// A bar for each peer of each kernel, from 0 to its ratio, and a line at 1.
static void drawChart(const llvm::json::Array &scenes, raw_ostream &os) {
  constexpr int kLeft = 200, kUnit = 200, kBar = 14, kMostUnits = 3;
  int y = 30;
  std::string bars;
  llvm::raw_string_ostream body(bars);
  for (const llvm::json::Value &value : scenes) {
    const llvm::json::Object &scene = *value.getAsObject();
    body << llvm::formatv("<text x=\"{0}\" y=\"{1}\" text-anchor=\"end\">"
                          "{2}</text>\n",
                          kLeft - 8, y + kBar - 3, *scene.getString("kernel"));
    for (const llvm::json::Value &peer : *scene.getArray("peers")) {
      const llvm::json::Object &ratio = *peer.getAsObject();
      double median = *ratio.getNumber("median");
      double width = kUnit * std::min<double>(median, kMostUnits);
      body << llvm::formatv(
          "<rect x=\"{0}\" y=\"{1}\" width=\"{2:F0}\" height=\"{3}\" "
          "fill=\"{4}\"/><text x=\"{5:F0}\" y=\"{6}\">{7:F2} x "
          "{8}</text>\n",
          kLeft, y, width, kBar - 2, median < 1 ? "#c96" : "#69c",
          kLeft + width + 6, y + kBar - 3, median, *ratio.getString("peer"));
      y += kBar;
    }
    // A kernel without a peer has its name alone.
    y += scene.getArray("peers")->empty() ? kBar + 6 : 6;
  }
  os << llvm::formatv(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" font-size=\"11\">\n"
      "<text x=\"{2}\" y=\"16\">time of the peer / time of the "
      "schedule</text>\n{3}<line x1=\"{4}\" x2=\"{4}\" y1=\"24\" "
      "y2=\"{1}\" stroke=\"#333\"/>\n</svg>\n",
      kLeft + kMostUnits * kUnit + 320, y + 10, kLeft, bars, kLeft + kUnit);
}

static LogicalResult writeChart(const llvm::json::Array &results) {
  std::error_code error;
  llvm::raw_fd_ostream os(chart, error);
  if (!error) {
    drawChart(results, os);
    os.close();
    error = os.error();
    os.clear_error();
  }
  if (error)
    llvm::errs() << "error: cannot write '" << chart << "': " << error.message()
                 << "\n";
  return success(!error);
}

static LogicalResult run(MLIRContext &context) {
  if (compileTimes)
    return printCompileTimes(folder, context);
  openblas_set_num_threads(threads);
  std::string host = llvm::sys::getHostCPUName().str();
  if (!asJSON)
    llvm::outs() << (threads == 1 ? "One thread"
                                  : std::to_string(threads) + " threads")
                 << " of " << host << ", " << rounds << " rounds, "
                 << (threads == 1 ? "CPU" : "wall") << " time; "
                 << describePeers() << "\n\n"
                 << "| kernel | compiled in | time | speed | share of the "
                    "bound | next to | as written |\n"
                    "| --- | --- | --- | --- | --- | --- | --- |\n";
  llvm::json::Array results;
  for (const Scene &scene : getScenes()) {
    if (scene.threads != threads ||
        (!only.empty() && !llvm::is_contained(only, scene.name)))
      continue;
    FailureOr<llvm::json::Object> result = timeScene(scene, context);
    if (failed(result))
      return failure();
    if (!asJSON)
      printScene(*result);
    results.push_back(std::move(*result));
  }
  if (results.empty()) {
    SmallVector<StringRef> names;
    for (const Scene &scene : getScenes())
      if (scene.threads == threads)
        names.push_back(scene.name);
    llvm::errs() << "error: "
                 << (names.empty() ? "no kernel is timed for "
                                   : "expects --only to name some of ");
    if (names.empty())
      llvm::errs() << threads << " threads";
    llvm::interleaveComma(names, llvm::errs());
    llvm::errs() << "\n";
    return failure();
  }
  if (!chart.empty() && failed(writeChart(results)))
    return failure();
  if (asJSON)
    llvm::outs() << llvm::formatv("{0:2}",
                                  llvm::json::Value(llvm::json::Object{
                                      {"host", host},
                                      {"peers", describePeers()},
                                      {"rounds", static_cast<int64_t>(rounds)},
                                      {"kernels", std::move(results)}}))
                 << "\n";
  return success();
}

int main(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "times kernels of the library next to OpenBLAS, oneDNN, Eigen and C on "
      "one thread, or on several\n");
  if (rounds == 0) {
    llvm::errs() << "error: expects at least one round\n";
    return 1;
  }
  letPeersChooseKernels(argv, threads);
  return runInContext(run);
}
