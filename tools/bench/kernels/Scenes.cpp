//===- Scenes.cpp - Kernels, their sizes and their peers ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scenes.h"

#include "eigen-kernels.h"
#include "kernels.h"
#ifdef HEDDLE_ONEDNN
#include "OneDNN.h"
#endif

#include <cblas.h>
#include <cmath>

extern "C" char *openblas_get_corename(void);

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// OpenBLAS and C
//===----------------------------------------------------------------------===//

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

/// Which scores a query needs: all, or those of the keys up to its own, of
/// all or of those that some query of a block sees.
enum class Keys { All, Masked, Seen };

template <Keys keys> static void runAttention(const ScheduledKernel &kernel) {
  ArrayRef<int64_t> shape = kernel.getShape(0);
  int64_t heads = shape.size() == 3 ? shape[0] : 1;
  int64_t n = shape[shape.size() - 2], d = shape.back();
  // The scores of so many rows stay in a cache.
  constexpr int64_t kBlock = 64;
  static std::vector<float> scores;
  scores.resize(kBlock * n);
  float scale = 1.0f / std::sqrt(static_cast<float>(d));
  for (int64_t row = 0; row < heads * n; row += kBlock) {
    int64_t first = row / n * n * d;
    int64_t count = std::min(kBlock, n - row % n);
    int64_t width = keys == Keys::Seen ? row % n + count : n;
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, count, width, d, scale,
                kernel.getArray(0) + row * d, d, kernel.getArray(1) + first, d,
                0.0f, scores.data(), width);
    if (keys == Keys::All)
      softmax_rows(scores.data(), scores.data(), count, width);
    for (int64_t i = 0; keys != Keys::All && i < count; ++i) {
      float *line = scores.data() + i * width;
      int64_t seen = row % n + i + 1;
      softmax_rows(line, line, 1, seen);
      std::fill(line + seen, line + width, 0.0f);
    }
    multiply(scores.data(), kernel.getArray(2) + first,
             kernel.getArray(3) + row * d, count, d, width);
  }
}

//===----------------------------------------------------------------------===//
// oneDNN
//===----------------------------------------------------------------------===//

#ifdef HEDDLE_ONEDNN
template <OneDNNKernel (*make)(const ScheduledKernel &)>
static Peer getPrimitives(const ScheduledKernel &kernel) {
  OneDNNKernel made = make(kernel);
  return {"oneDNN (" + made.implementations + ")", std::move(made.call)};
}
#define HEDDLE_PRIMITIVES(make) getPrimitives<make>
#else
#define HEDDLE_PRIMITIVES(make) nullptr
#endif

//===----------------------------------------------------------------------===//
// Eigen
//===----------------------------------------------------------------------===//

#ifdef HEDDLE_EIGEN
static void runEigenSoftmax(const ScheduledKernel &kernel) {
  eigen_softmax_rows(kernel.getArray(0), kernel.getArray(1),
                     getExtent(kernel, 0, 0), getExtent(kernel, 0, 1));
}

static void runEigenLayerNorm(const ScheduledKernel &kernel) {
  eigen_layer_norm(kernel.getArray(0), kernel.getArray(1), kernel.getArray(2),
                   kernel.getArray(3), getExtent(kernel, 0, 0),
                   getExtent(kernel, 0, 1));
}

static void runEigenElementwise(const ScheduledKernel &kernel) {
  eigen_elementwise_six(kernel.getArray(0), kernel.getArray(1),
                        kernel.getArray(2), getExtent(kernel, 0, 0));
}
#define HEDDLE_EXPRESSIONS(run) run
#else
#define HEDDLE_EXPRESSIONS(run) nullptr
#endif

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Two for each element of array `result` and of the last dim of array 0, which
/// is summed.
template <unsigned result, unsigned window = 1>
static double countProducts(const ScheduledKernel &kernel) {
  return 2.0 * window * kernel.getShape(0).back() *
         ShapedType::getNumElements(kernel.getShape(result));
}

static double countDepthwise(const ScheduledKernel &kernel) {
  return 2.0 * 9 * ShapedType::getNumElements(kernel.getShape(2));
}

/// Those of the two products, where a query sees all keys, or half of them.
template <unsigned divisor>
static double countAttention(const ScheduledKernel &kernel) {
  ArrayRef<int64_t> shape = kernel.getShape(0);
  return 4.0 / divisor * ShapedType::getNumElements(shape) *
         shape[shape.size() - 2];
}

/// Two products of a row for each score.
static double countAttentionPerExp(const ScheduledKernel &kernel) {
  return 4.0 * kernel.getShape(0).back();
}

/// Those of the three convolutions.
static double countResidualBlock(const ScheduledKernel &kernel) {
  ArrayRef<int64_t> x = kernel.getShape(0);
  double pixels = x[0] * x[1] * x[2], perPixel = 0;
  for (unsigned filter : {1, 2, 3})
    perPixel += ShapedType::getNumElements(kernel.getShape(filter));
  return 2.0 * pixels * perPixel;
}

//===----------------------------------------------------------------------===//
// Scenes
//===----------------------------------------------------------------------===//

static const Scene scenes[] = {
    {"matmul-512",
     "matmul/payload",
     "matmul/packed",
     {},
     "",
     Limit::MultiplyAdds,
     countProducts<2>,
     "OpenBLAS",
     runMatmul,
     HEDDLE_PRIMITIVES(makeOneDNNMatmul)},
    {"matmul-1024",
     "matmul/payload",
     "matmul/packed",
     {{"512", "1024"}},
     "",
     Limit::MultiplyAdds,
     countProducts<2>,
     "OpenBLAS",
     runMatmul,
     HEDDLE_PRIMITIVES(makeOneDNNMatmul)},
    {"matmul-2048",
     "matmul/payload",
     "matmul/packed",
     {{"512", "2048"}},
     "",
     Limit::MultiplyAdds,
     countProducts<2>,
     "OpenBLAS",
     runMatmul,
     HEDDLE_PRIMITIVES(makeOneDNNMatmul)},
    {"matmul-517x1023x771",
     "matmul/payload-dynamic",
     "matmul/packed",
     {},
     "arg0=517x771,arg1=771x1023",
     Limit::MultiplyAdds,
     countProducts<2>,
     "OpenBLAS",
     runMatmul,
     HEDDLE_PRIMITIVES(makeOneDNNMatmul)},
    {"matmul-dynamic-512",
     "matmul/payload-dynamic",
     "matmul/packed",
     {},
     "arg0=512x512,arg1=512x512",
     Limit::MultiplyAdds,
     countProducts<2>,
     "OpenBLAS",
     runMatmul,
     HEDDLE_PRIMITIVES(makeOneDNNMatmul)},
    {"matmul-dynamic-1024",
     "matmul/payload-dynamic",
     "matmul/packed",
     {},
     "arg0=1024x1024,arg1=1024x1024",
     Limit::MultiplyAdds,
     countProducts<2>,
     "OpenBLAS",
     runMatmul,
     HEDDLE_PRIMITIVES(makeOneDNNMatmul)},
    {"matmul-bias-relu-512",
     "matmul-bias-relu/payload",
     "mlp/packed",
     {{"256", "512"}},
     "",
     Limit::MultiplyAdds,
     countProducts<3>,
     "OpenBLAS and a loop",
     runBiasRelu,
     HEDDLE_PRIMITIVES(makeOneDNNBiasRelu)},
    {"matmul-bias-relu-1024",
     "matmul-bias-relu/payload",
     "mlp/packed",
     {{"256", "1024"}},
     "",
     Limit::MultiplyAdds,
     countProducts<3>,
     "OpenBLAS and a loop",
     runBiasRelu,
     HEDDLE_PRIMITIVES(makeOneDNNBiasRelu)},
    {"batch-matmul-16x256",
     "batch-matmul/payload",
     "batch-matmul/packed",
     {{"8x128x128", "16x256x256"}},
     "",
     Limit::MultiplyAdds,
     countProducts<2>,
     "OpenBLAS",
     runBatch,
     HEDDLE_PRIMITIVES(makeOneDNNMatmul)},
    {"matmul-i8-512",
     "matmul/payload-i8",
     "matmul/dot-products",
     {},
     "",
     Limit::DotProducts,
     countProducts<2>,
     "plain C",
     runIntegers,
     HEDDLE_PRIMITIVES(makeOneDNNMatmul)},
    {"matmul-i8-1024",
     "matmul/payload-i8",
     "matmul/dot-products",
     {{"512x512", "1024x1024"}},
     "",
     Limit::DotProducts,
     countProducts<2>,
     "plain C",
     runIntegers,
     HEDDLE_PRIMITIVES(makeOneDNNMatmul)},
    {"matmul-bf16-512",
     "matmul/payload-bf16",
     "matmul/packed",
     {},
     "",
     Limit::MultiplyAdds,
     countProducts<2>,
     "plain C",
     runBrainFloats,
     HEDDLE_PRIMITIVES(makeOneDNNMatmul)},
    {"matmul-bf16-512-dot-products",
     "matmul/payload-bf16",
     "matmul/dot-products",
     {},
     "",
     Limit::MultiplyAdds,
     countProducts<2>,
     "plain C",
     runBrainFloats,
     HEDDLE_PRIMITIVES(makeOneDNNMatmul)},
    {"matmul-bf16-1024-dot-products",
     "matmul/payload-bf16",
     "matmul/dot-products",
     {{"512x512", "1024x1024"}},
     "",
     Limit::MultiplyAdds,
     countProducts<2>,
     "plain C",
     runBrainFloats,
     HEDDLE_PRIMITIVES(makeOneDNNMatmul)},
    {"softmax-4096x1024",
     "softmax/payload",
     "softmax/vectorized",
     {{"256", "4096"}},
     "",
     Limit::Copies,
     nullptr,
     "C",
     runSoftmax,
     HEDDLE_PRIMITIVES(makeOneDNNSoftmax),
     nullptr,
     "",
     1,
     "Eigen",
     HEDDLE_EXPRESSIONS(runEigenSoftmax)},
    {"softmax-4096x1024-fast-math",
     "softmax/payload",
     "softmax/vectorized",
     {{"256", "4096"}},
     "",
     Limit::Copies,
     nullptr,
     "C",
     runSoftmax,
     HEDDLE_PRIMITIVES(makeOneDNNSoftmax),
     nullptr,
     "fast_math=1",
     1,
     "Eigen",
     HEDDLE_EXPRESSIONS(runEigenSoftmax)},
    {"layernorm-4096x1024",
     "layernorm/payload",
     "layernorm/vectorized",
     {{"256", "4096"}},
     "",
     Limit::Copies,
     nullptr,
     "C",
     runLayerNorm,
     HEDDLE_PRIMITIVES(makeOneDNNLayerNorm),
     nullptr,
     "",
     1,
     "Eigen",
     HEDDLE_EXPRESSIONS(runEigenLayerNorm)},
    {"elementwise-64K",
     "elementwise-chain/payload",
     "elementwise-chain/merged",
     {},
     "",
     Limit::Copies,
     nullptr,
     "C",
     runElementwise,
     nullptr,
     nullptr,
     "",
     1,
     "Eigen",
     HEDDLE_EXPRESSIONS(runEigenElementwise)},
    {"elementwise-64K-fast-math",
     "elementwise-chain/payload",
     "elementwise-chain/merged",
     {},
     "",
     Limit::Copies,
     nullptr,
     "C",
     runElementwise,
     nullptr,
     nullptr,
     "fast_math=1",
     1,
     "Eigen",
     HEDDLE_EXPRESSIONS(runEigenElementwise)},
    {"elementwise-16M",
     "elementwise-chain/payload",
     "elementwise-chain/merged",
     {{"65536", "16777216"}},
     "",
     Limit::Copies,
     nullptr,
     "C, stores past the caches",
     runElementwise,
     nullptr,
     nullptr,
     "",
     1,
     "Eigen",
     HEDDLE_EXPRESSIONS(runEigenElementwise)},
    {"conv-3x3-56x56x64",
     "conv-2d/payload",
     "conv-2d/vectorized",
     {{"18x30x16", "58x58x64"},
      {"3x3x16x64", "3x3x64x64"},
      {"16x28x64", "56x56x64"}},
     "",
     Limit::MultiplyAdds,
     countProducts<2, 9>,
     "C",
     runConv,
     HEDDLE_PRIMITIVES(makeOneDNNConv)},
    {"depthwise-3x3-56x56x128",
     "depthwise-conv/payload",
     "depthwise-conv/vectorized",
     {{"18x30x128", "58x58x128"}, {"16x28x128", "56x56x128"}},
     "",
     Limit::MultiplyAdds,
     countDepthwise,
     "C",
     runDepthwise,
     HEDDLE_PRIMITIVES(makeOneDNNConv)},
    {"attention-1024x64",
     "attention/payload",
     "attention/keys",
     {},
     "",
     Limit::MultiplyAddsAndExps,
     countAttention<1>,
     "OpenBLAS and softmax in C",
     runAttention<Keys::All>,
     HEDDLE_PRIMITIVES(makeOneDNNAttention),
     countAttentionPerExp},
    {"attention-16x1024x64",
     "attention/payload-heads",
     "attention/heads",
     {{"8x256x256", "16x1024x1024"}, {"8x256x64", "16x1024x64"}},
     "",
     Limit::MultiplyAddsAndExps,
     countAttention<1>,
     "OpenBLAS and softmax in C",
     runAttention<Keys::All>,
     HEDDLE_PRIMITIVES(makeOneDNNAttention),
     countAttentionPerExp},
    {"attention-4096x64",
     "attention/payload",
     "attention/keys",
     {{"1024", "4096"}},
     "",
     Limit::MultiplyAddsAndExps,
     countAttention<1>,
     "OpenBLAS and softmax in C",
     runAttention<Keys::All>,
     HEDDLE_PRIMITIVES(makeOneDNNAttention),
     countAttentionPerExp},
    {"attention-16x4096x64",
     "attention/payload-heads",
     "attention/heads",
     {{"8x256x256", "16x4096x4096"}, {"8x256x64", "16x4096x64"}},
     "",
     Limit::MultiplyAddsAndExps,
     countAttention<1>,
     "OpenBLAS and softmax in C",
     runAttention<Keys::All>,
     HEDDLE_PRIMITIVES(makeOneDNNAttention),
     countAttentionPerExp},
    {"attention-causal-1024x64",
     "attention/payload-causal",
     "attention/causal",
     {},
     "",
     Limit::MultiplyAddsAndExps,
     countAttention<2>,
     "OpenBLAS and softmax in C",
     runAttention<Keys::Masked>,
     HEDDLE_PRIMITIVES(makeOneDNNCausalAttention),
     countAttentionPerExp,
     "",
     1,
     "OpenBLAS that skips keys",
     runAttention<Keys::Seen>},
    {"attention-causal-4096x64",
     "attention/payload-causal",
     "attention/causal",
     {{"1024", "4096"}},
     "",
     Limit::MultiplyAddsAndExps,
     countAttention<2>,
     "OpenBLAS and softmax in C",
     runAttention<Keys::Masked>,
     HEDDLE_PRIMITIVES(makeOneDNNCausalAttention),
     countAttentionPerExp,
     "",
     1,
     "OpenBLAS that skips keys",
     runAttention<Keys::Seen>},
    {"attention-causal-16x1024x64",
     "attention/payload-causal-heads",
     "attention/causal-heads",
     {{"8x256x256", "16x1024x1024"}, {"8x256x64", "16x1024x64"}},
     "",
     Limit::MultiplyAddsAndExps,
     countAttention<2>,
     "OpenBLAS and softmax in C",
     runAttention<Keys::Masked>,
     HEDDLE_PRIMITIVES(makeOneDNNCausalAttention),
     countAttentionPerExp,
     "",
     1,
     "OpenBLAS that skips keys",
     runAttention<Keys::Seen>},
    {"attention-causal-16x4096x64",
     "attention/payload-causal-heads",
     "attention/causal-heads",
     {{"8x256x256", "16x4096x4096"}, {"8x256x64", "16x4096x64"}},
     "",
     Limit::MultiplyAddsAndExps,
     countAttention<2>,
     "OpenBLAS and softmax in C",
     runAttention<Keys::Masked>,
     HEDDLE_PRIMITIVES(makeOneDNNCausalAttention),
     countAttentionPerExp,
     "",
     1,
     "OpenBLAS that skips keys",
     runAttention<Keys::Seen>},
    {"residual-block-256-64",
     "residual-block/payload",
     "residual-block/vectorized",
     // The result goes into an argument.
     {{"x64xf32>)\n    ->",
       "x64xf32>,\n%out: tensor<1x56x56x256xf32>)\n    ->"},
      {"outs(%wide : tensor<1x56x56x256xf32>) attrs",
       "outs(%out : tensor<1x56x56x256xf32>) attrs"}},
     "",
     Limit::MultiplyAdds,
     countResidualBlock,
     "",
     nullptr,
     HEDDLE_PRIMITIVES(makeOneDNNResidualBlock)},
    {"matmul-1024-2-threads",
     "matmul/payload",
     "matmul-threads",
     {{"512", "1024"}},
     "",
     Limit::MultiplyAdds,
     countProducts<2>,
     "OpenBLAS",
     runMatmul,
     HEDDLE_PRIMITIVES(makeOneDNNMatmul),
     nullptr,
     "columns=512",
     2},
    {"matmul-2048-2-threads",
     "matmul/payload",
     "matmul-threads",
     {{"512", "2048"}},
     "",
     Limit::MultiplyAdds,
     countProducts<2>,
     "OpenBLAS",
     runMatmul,
     HEDDLE_PRIMITIVES(makeOneDNNMatmul),
     nullptr,
     "columns=1024",
     2},
    {"attention-16x1024x64-2-threads",
     "attention/payload-heads",
     "attention-threads",
     {{"8x256x256", "16x1024x1024"}, {"8x256x64", "16x1024x64"}},
     "",
     Limit::MultiplyAddsAndExps,
     countAttention<1>,
     "",
     nullptr,
     HEDDLE_PRIMITIVES(makeOneDNNAttention),
     countAttentionPerExp,
     "heads=8",
     2},
};

ArrayRef<Scene> heddle::getScenes() { return scenes; }

std::string heddle::describePeers() {
  std::string text =
      std::string("OpenBLAS with kernels for ") + openblas_get_corename();
#ifdef HEDDLE_ONEDNN
  text += ", oneDNN " + getOneDNNVersion();
#endif
#ifdef HEDDLE_EIGEN
  text += std::string(", Eigen ") + eigen_version();
#endif
  return text;
}
