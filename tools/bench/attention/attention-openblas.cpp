//===- attention-openblas.cpp - Scheduled attention next to OpenBLAS ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times scheduled attention, softmax(Q * K^T / sqrt(d)) * V in f32 with static
// sizes, of one head or several, and OpenBLAS's sgemm with a vectorized
// softmax, block of rows by block of rows. One thread, in turns in one process.
// The other reference is the peak rate of multiply-adds of the host.
//
// With --causal, a query sees the keys up to its own. OpenBLAS computes all
// scores and masks them, and in a second turn those of the block alone that
// some row of it sees.
//
//===----------------------------------------------------------------------===//

#include "KernelBench.h"
#include "kernels.h"

#include "llvm/Support/Format.h"
#include <cblas.h>
#include <cmath>
#include <ctime>

extern "C" char *openblas_get_corename(void);

using namespace mlir;

static heddle::KernelBenchFlags flags("attention", /*calls=*/1);
static llvm::cl::opt<bool>
    causal("causal", llvm::cl::desc("A query sees the keys up to its own"),
           llvm::cl::cat(flags.category));

/// Rows whose scores the peer has at a time: 1 MB of them for 4096 keys.
static constexpr int64_t kBlock = 64;

namespace {
/// Extents of Q, K, V and the result.
struct Sizes {
  int64_t heads = 1, rows = 0, width = 0;
  double flop() const { return 4.0 * heads * rows * rows * width; }
};
} // namespace

/// Reads the sizes off the arguments of the unscheduled function.
static FailureOr<Sizes> getSizes(func::FuncOp func) {
  ArrayRef<Type> types = func.getArgumentTypes();
  auto type = types.empty() ? RankedTensorType()
                            : dyn_cast<RankedTensorType>(types.front());
  bool isKnown = types.size() == 4 && llvm::all_equal(types) && type &&
                 type.hasStaticShape() && type.getElementType().isF32() &&
                 (type.getRank() == 2 || type.getRank() == 3);
  if (!isKnown)
    return func.emitError() << "expects the arguments Q, K, V and the result, "
                               "all of one type: matrices of f32 with static "
                               "sizes, or one for each head";
  Sizes sizes;
  sizes.heads = type.getRank() == 3 ? type.getDimSize(0) : 1;
  sizes.rows = type.getShape().drop_back().back();
  sizes.width = type.getShape().back();
  return sizes;
}

/// Attention by OpenBLAS. With `skipsKeys`, the keys that no row of a block
/// sees are left out.
static void callPeer(Sizes sizes, const float *q, const float *k,
                     const float *v, float *out, float *scores,
                     bool skipsKeys) {
  float scale = 1.0f / std::sqrt(static_cast<float>(sizes.width));
  int64_t n = sizes.rows, d = sizes.width;
  for (int64_t head = 0; head < sizes.heads; ++head)
    for (int64_t row = 0; row < n; row += kBlock) {
      int64_t count = std::min(kBlock, n - row), first = head * n * d;
      int64_t keys = skipsKeys ? row + count : n;
      cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, count, keys, d,
                  scale, q + first + row * d, d, k + first, d, 0.0f, scores,
                  keys);
      if (!causal)
        softmax_rows(scores, scores, count, keys);
      for (int64_t i = 0; causal && i < count; ++i) {
        float *line = scores + i * keys;
        softmax_rows(line, line, 1, row + i + 1);
        std::fill(line + row + i + 1, line + keys, 0.0f);
      }
      cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, count, d, keys,
                  1.0f, scores, keys, v + first, d, 0.0f, out + first + row * d,
                  d);
    }
}

static void printSpeed(StringRef name, ArrayRef<double> seconds, Sizes sizes,
                       double peak) {
  double median = heddle::getQuantile(seconds, 0.5);
  double speed = sizes.flop() / median;
  llvm::outs() << llvm::format(
      "  %-10s %9.2f ms, %7.1f GFLOP/s, %5.1f %% of multiply-adds alone "
      "(median)\n",
      name.str().c_str(), median * 1e3, speed * 1e-9, 100 * speed / peak);
}

static LogicalResult run(MLIRContext &context) {
  auto kernel = heddle::ScheduledKernel::load(flags.getSource(), context);
  if (failed(kernel))
    return failure();
  FailureOr<Sizes> sizes = getSizes((*kernel)->getPayload());
  if (failed(sizes))
    return failure();
  float *q = (*kernel)->getArray(0), *k = (*kernel)->getArray(1),
        *v = (*kernel)->getArray(2), *out = (*kernel)->getArray(3);
  std::vector<float> scores(kBlock * sizes->rows);
  openblas_set_num_threads(1);
  auto peer = [&, sizes = *sizes] {
    callPeer(sizes, q, k, v, out, scores.data(), /*skipsKeys=*/false);
  };
  auto skippingPeer = [&, sizes = *sizes] {
    callPeer(sizes, q, k, v, out, scores.data(), /*skipsKeys=*/true);
  };
  if (failed((*kernel)->compareWith(peer, "OpenBLAS")))
    return failure();
  constexpr int64_t kSteps = 1 << 22;
  volatile float sink = 0;
  SmallVector<heddle::Candidate> candidates = {
      {"scheduled", [&] { (*kernel)->call(); }},
      {"OpenBLAS", peer},
      {"multiply-adds", [&] { sink = sink + multiply_add(kSteps); }}};
  if (causal)
    candidates.push_back({"OpenBLAS that skips keys", skippingPeer});
  std::vector<heddle::RoundTimes> times =
      heddle::measureRounds(candidates, flags);
  double peak = kSteps * 12.0 * 16 * 2 / heddle::getQuantile(times[2], 0.5);
  heddle::printScene("attention " + Twine(sizes->heads) + "x" +
                         Twine(sizes->rows) + "x" + Twine(sizes->width),
                     "OpenBLAS, kernels for " + Twine(openblas_get_corename()) +
                         ", and a softmax in vectors",
                     flags, **kernel);
  llvm::outs() << llvm::format("  bound      %.1f GFLOP/s of multiply-adds\n",
                               peak * 1e-9);
  printSpeed("scheduled", times[0], *sizes, peak);
  printSpeed("OpenBLAS", times[1], *sizes, peak);
  if (causal)
    heddle::printRatio(times[0], times[3], "OpenBLAS that skips keys");
  return heddle::checkRatio(heddle::printRatio(times[0], times[1], "OpenBLAS"),
                            flags);
}

int main(int argc, char **argv) {
  return heddle::runKernelBench(
      argc, argv,
      "times scheduled attention next to OpenBLAS and a softmax in vectors on "
      "one thread\n",
      flags, run);
}
