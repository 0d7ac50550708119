//===- heddle-bench-kernels.cpp - The library's kernels next to peers -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times kernels of the schedule library next to OpenBLAS and to C that was
// written by hand, in turns in one process and on one thread, after comparing
// their results; beside them, what the host does of multiply-adds, dot products
// or copies alone, and the payload as it is written. docs/Performance.md has a
// table.
//
//===----------------------------------------------------------------------===//

#include "KernelBench.h"
#include "kernels.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/TargetParser/Host.h"
#include <cblas.h>
#include <cstring>

extern "C" char *openblas_get_corename(void);

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
static cl::opt<bool> asJSON("json", cl::desc("Print JSON"), cl::cat(category));

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

namespace {

/// What bounds the speed of a kernel.
enum class Limit { MultiplyAdds, DotProducts, Copies };

struct Scene {
  StringLiteral name;
  StringLiteral payload, schedule;
  /// In the text of the payload.
  SmallVector<std::pair<std::string, std::string>> replaced;
  StringLiteral dims;
  Limit limit;
  StringLiteral peerName;
  void (*peer)(const ScheduledKernel &);
};

} // namespace

static int64_t getExtent(const ScheduledKernel &kernel, unsigned array,
                         unsigned dim) {
  return kernel.getShape(array)[dim];
}

static void multiply(const float *a, const float *b, float *c, int64_t m,
                     int64_t n, int64_t k) {
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0f, a, k, b,
              n, 0.0f, c, n);
}

static void runMatmul(const ScheduledKernel &kernel) {
  multiply(kernel.getArray(0), kernel.getArray(1), kernel.getArray(2),
           getExtent(kernel, 0, 0), getExtent(kernel, 1, 1),
           getExtent(kernel, 0, 1));
}

static void runBiasRelu(const ScheduledKernel &kernel) {
  int64_t m = getExtent(kernel, 0, 0), n = getExtent(kernel, 1, 1);
  multiply(kernel.getArray(0), kernel.getArray(1), kernel.getArray(3), m, n,
           getExtent(kernel, 0, 1));
  bias_relu(kernel.getArray(3), kernel.getArray(2), m, n);
}

static void runBatch(const ScheduledKernel &kernel) {
  int64_t m = getExtent(kernel, 0, 1), k = getExtent(kernel, 0, 2),
          n = getExtent(kernel, 1, 2);
  for (int64_t i = 0, e = getExtent(kernel, 0, 0); i < e; ++i)
    multiply(kernel.getArray(0) + i * m * k, kernel.getArray(1) + i * k * n,
             kernel.getArray(2) + i * m * n, m, n, k);
}

static void runIntegers(const ScheduledKernel &kernel) {
  matmul_i8(reinterpret_cast<int8_t *>(kernel.getArray(0)),
            reinterpret_cast<int8_t *>(kernel.getArray(1)),
            reinterpret_cast<int32_t *>(kernel.getArray(2)),
            getExtent(kernel, 0, 0), getExtent(kernel, 1, 1),
            getExtent(kernel, 0, 1));
}

static void runBrainFloats(const ScheduledKernel &kernel) {
  matmul_bf16(reinterpret_cast<uint16_t *>(kernel.getArray(0)),
              reinterpret_cast<uint16_t *>(kernel.getArray(1)),
              kernel.getArray(2), getExtent(kernel, 0, 0),
              getExtent(kernel, 1, 1), getExtent(kernel, 0, 1));
}

static void runSoftmax(const ScheduledKernel &kernel) {
  softmax_rows(kernel.getArray(0), kernel.getArray(1), getExtent(kernel, 0, 0),
               getExtent(kernel, 0, 1));
}

static void runLayerNorm(const ScheduledKernel &kernel) {
  layer_norm(kernel.getArray(0), kernel.getArray(1), kernel.getArray(2),
             kernel.getArray(3), getExtent(kernel, 0, 0),
             getExtent(kernel, 0, 1));
}

static void runElementwise(const ScheduledKernel &kernel) {
  elementwise_six(kernel.getArray(0), kernel.getArray(1), kernel.getArray(2),
                  getExtent(kernel, 0, 0));
}

static void runConv(const ScheduledKernel &kernel) {
  conv_3x3(kernel.getArray(0), kernel.getArray(1), kernel.getArray(2),
           getExtent(kernel, 2, 1), getExtent(kernel, 2, 2),
           getExtent(kernel, 0, 3), getExtent(kernel, 2, 3));
}

static void runDepthwise(const ScheduledKernel &kernel) {
  depthwise_3x3(kernel.getArray(0), kernel.getArray(1), kernel.getArray(2),
                getExtent(kernel, 2, 1), getExtent(kernel, 2, 2),
                getExtent(kernel, 0, 3));
}

static const Scene scenes[] = {
    {"matmul-512",
     "matmul/payload",
     "matmul/packed",
     {},
     "",
     Limit::MultiplyAdds,
     "OpenBLAS",
     runMatmul},
    {"matmul-1024",
     "matmul/payload",
     "matmul/packed",
     {{"512", "1024"}},
     "",
     Limit::MultiplyAdds,
     "OpenBLAS",
     runMatmul},
    {"matmul-517x1023x771",
     "matmul/payload-dynamic",
     "matmul/packed",
     {},
     "arg0=517x771,arg1=771x1023",
     Limit::MultiplyAdds,
     "OpenBLAS",
     runMatmul},
    {"matmul-dynamic-512",
     "matmul/payload-dynamic",
     "matmul/packed",
     {},
     "arg0=512x512,arg1=512x512",
     Limit::MultiplyAdds,
     "OpenBLAS",
     runMatmul},
    {"matmul-bias-relu-512",
     "matmul-bias-relu/payload",
     "matmul-bias-relu/vectorized",
     {{"256", "512"}},
     "",
     Limit::MultiplyAdds,
     "OpenBLAS and a loop",
     runBiasRelu},
    {"batch-matmul-16x256",
     "batch-matmul/payload",
     "batch-matmul/vectorized",
     {{"8x128x128", "16x256x256"}},
     "",
     Limit::MultiplyAdds,
     "OpenBLAS",
     runBatch},
    {"matmul-i8-512",
     "matmul/payload-i8",
     "matmul/dot-products",
     {},
     "",
     Limit::DotProducts,
     "plain C",
     runIntegers},
    {"matmul-i8-1024",
     "matmul/payload-i8",
     "matmul/dot-products",
     {{"512x512", "1024x1024"}},
     "",
     Limit::DotProducts,
     "plain C",
     runIntegers},
    {"matmul-bf16-512",
     "matmul/payload-bf16",
     "matmul/packed",
     {},
     "",
     Limit::MultiplyAdds,
     "plain C",
     runBrainFloats},
    {"softmax-4096x1024",
     "softmax/payload",
     "softmax/vectorized",
     {{"256", "4096"}},
     "",
     Limit::Copies,
     "C",
     runSoftmax},
    {"layernorm-4096x1024",
     "layernorm/payload",
     "layernorm/vectorized",
     {{"256", "4096"}},
     "",
     Limit::Copies,
     "C",
     runLayerNorm},
    {"elementwise-64K",
     "elementwise-chain/payload",
     "elementwise-chain/merged",
     {},
     "",
     Limit::Copies,
     "C",
     runElementwise},
    {"elementwise-16M",
     "elementwise-chain/payload",
     "elementwise-chain/merged",
     {{"65536", "16777216"}},
     "",
     Limit::Copies,
     "C, stores past the caches",
     runElementwise},
    {"conv-3x3-56x56x64",
     "conv-2d/payload",
     "conv-2d/vectorized",
     {{"18x30x16", "58x58x64"},
      {"3x3x16x64", "3x3x64x64"},
      {"16x28x64", "56x56x64"}},
     "",
     Limit::MultiplyAdds,
     "C",
     runConv},
    {"depthwise-3x3-56x56x128",
     "depthwise-conv/payload",
     "depthwise-conv/vectorized",
     {{"18x30x128", "58x58x128"}, {"16x28x128", "56x56x128"}},
     "",
     Limit::MultiplyAdds,
     "C",
     runDepthwise},
};

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

/// Operations of a product or a convolution: two for each element of the result
/// and of what is summed, which is the filter without the dim of the result.
static double countOps(const ScheduledKernel &kernel, const Scene &scene) {
  StringRef name = scene.name;
  unsigned result = name.starts_with("matmul-bias") ? 3 : 2;
  double summed = kernel.getShape(0).back();
  if (name.starts_with("conv"))
    summed *= 9;
  if (name.starts_with("depthwise"))
    summed = 9;
  return 2 * summed * ShapedType::getNumElements(kernel.getShape(result));
}

namespace {
/// What the host does if it does nothing else.
struct Bound {
  Candidate candidate;
  double work; ///< operations or bytes of one call
  std::vector<char> from, to;
};
} // namespace

static std::unique_ptr<Bound> makeBound(Limit limit, double bytes) {
  auto bound = std::make_unique<Bound>();
  constexpr int64_t kSteps = 1 << 16;
  static volatile float sink;
  if (limit == Limit::MultiplyAdds) {
    bound->work = kSteps * 12.0 * 16 * 2;
    bound->candidate = {"multiply-adds",
                        [] { sink = sink + multiply_add(kSteps); }};
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
  if (scheduled)
    source.scheduleFile = (folder + "/" + scene.schedule + ".mlir").str();
  source.dims = scene.dims.str();
  source.replaced = scene.replaced;
  return source;
}

static FailureOr<llvm::json::Object> timeScene(const Scene &scene,
                                               MLIRContext &context) {
  auto kernel = ScheduledKernel::load(getSource(scene, true), context);
  auto plain = ScheduledKernel::load(getSource(scene, false), context);
  if (failed(kernel) || failed(plain))
    return failure();
  auto peer = [&] { scene.peer(**kernel); };
  if (failed((*kernel)->compareWith(peer, scene.peerName)))
    return failure();
  double bytes = countBytes(**kernel);
  bool isCopy = scene.limit == Limit::Copies;
  double work = isCopy ? bytes : countOps(**kernel, scene);
  std::unique_ptr<Bound> bound = makeBound(scene.limit, bytes);
  std::vector<RoundTimes> times =
      measureRounds({{"scheduled", [&] { (*kernel)->call(); }},
                     {scene.peerName.str(), peer},
                     bound->candidate},
                    rounds, /*calls=*/0);
  // The payload as it is written takes up to seconds.
  std::vector<RoundTimes> slow = measureRounds(
      {{"as written", [&] { (*plain)->call(); }}}, /*rounds=*/1, /*calls=*/1);
  double seconds = getQuantile(times[0], 0.5);
  SmallVector<double> shares;
  for (auto [mine, alone] : llvm::zip_equal(times[0], times[2]))
    shares.push_back(work / mine / (bound->work / alone));
  return llvm::json::Object{
      {"kernel", scene.name},
      {"schedule", scene.schedule},
      {"results", (*kernel)->getAgreement()},
      {"seconds", seconds},
      {isCopy ? "bytesPerSecond" : "operationsPerSecond", work / seconds},
      {"bound", bound->candidate.name},
      {"shareOfBound", getQuantile(shares, 0.5)},
      {"peer", scene.peerName},
      {"ratio", getRatio(times[0], times[1])},
      {"asWritten", slow[0].front() / seconds}};
}

static void printScene(const llvm::json::Object &scene) {
  double seconds = *scene.getNumber("seconds");
  std::optional<double> ops = scene.getNumber("operationsPerSecond");
  double speed = ops ? *ops : *scene.getNumber("bytesPerSecond");
  const llvm::json::Object &ratio = *scene.getObject("ratio");
  llvm::outs() << llvm::format("| %s | %.3f ms | %.1f %s | %.2f of ",
                               scene.getString("kernel")->str().c_str(),
                               seconds * 1e3, speed * 1e-9,
                               ops ? "Gop/s" : "GB/s",
                               *scene.getNumber("shareOfBound"))
               << *scene.getString("bound")
               << llvm::format(" | %.2f (%.2f to %.2f) x ",
                               *ratio.getNumber("median"),
                               *ratio.getNumber("from"), *ratio.getNumber("to"))
               << *scene.getString("peer")
               << llvm::format(" | %.0f |\n", *scene.getNumber("asWritten"));
  llvm::outs().flush();
}

static LogicalResult run(MLIRContext &context) {
  openblas_set_num_threads(1);
  std::string host = llvm::sys::getHostCPUName().str();
  if (!asJSON)
    llvm::outs() << "One thread of " << host << ", " << rounds
                 << " rounds, CPU time; OpenBLAS with kernels for "
                 << openblas_get_corename() << "\n\n"
                 << "| kernel | time | speed | share of the bound | next to | "
                    "as written |\n| --- | --- | --- | --- | --- | --- |\n";
  llvm::json::Array results;
  for (const Scene &scene : scenes) {
    if (!only.empty() && !llvm::is_contained(only, scene.name))
      continue;
    FailureOr<llvm::json::Object> result = timeScene(scene, context);
    if (failed(result))
      return failure();
    if (!asJSON)
      printScene(*result);
    results.push_back(std::move(*result));
  }
  if (results.empty()) {
    llvm::errs() << "error: expects --only to name some of ";
    llvm::interleaveComma(scenes, llvm::errs(), [](const Scene &scene) {
      llvm::errs() << scene.name;
    });
    llvm::errs() << "\n";
    return failure();
  }
  if (asJSON)
    llvm::outs() << llvm::formatv("{0:2}",
                                  llvm::json::Value(llvm::json::Object{
                                      {"host", host},
                                      {"openblas", openblas_get_corename()},
                                      {"rounds", static_cast<int64_t>(rounds)},
                                      {"kernels", std::move(results)}}))
                 << "\n";
  return success();
}

int main(int argc, char **argv) {
  letPeersChooseKernels(argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "times kernels of the library next to OpenBLAS and C on one thread\n");
  if (rounds == 0) {
    llvm::errs() << "error: expects at least one round\n";
    return 1;
  }
  return runInContext(run);
}
