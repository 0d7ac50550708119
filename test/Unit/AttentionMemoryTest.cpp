//===- AttentionMemoryTest.cpp - What attention holds while it runs -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attention over 4096 keys, compiled for a heap that counts. Its scores alone
// would have 64 MB.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/CPU/CPUTarget.h"
#include "heddle/Execution/Run/HostValue.h"
#include "heddle/Execution/Run/Jit.h"
#include "heddle/InitHeddle.h"
#include "heddle/Interpreter/ApplySchedule.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <random>

using namespace mlir;
using namespace mlir::heddle;

namespace {

constexpr const char *kHeapPayload = R"mlir(
#query = affine_map<(i, j, k) -> (i, k)>
#key = affine_map<(i, j, k) -> (j, k)>
#score = affine_map<(i, j, k) -> (i, j)>
func.func @attention(%q: tensor<4096x64xf32>, %k: tensor<4096x64xf32>, %v: tensor<4096x64xf32>, %out: tensor<4096x64xf32>) -> tensor<4096x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4096x4096xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %s = linalg.matmul indexing_maps = [#query, #key, #score] {scores} ins(%q, %k : tensor<4096x64xf32>, tensor<4096x64xf32>) outs(%z : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<4096x4096xf32>) outs(%e : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%out : tensor<4096x64xf32>) -> tensor<4096x64xf32>
  %r = linalg.matmul {root} ins(%p, %v : tensor<4096x4096xf32>, tensor<4096x64xf32>) outs(%zo : tensor<4096x64xf32>) -> tensor<4096x64xf32>
  return %r : tensor<4096x64xf32>
}
)mlir";

/// The count from the IR is the bound of peak_bytes.
constexpr const char *kHeapSchedule = R"mlir(
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %root = transform.structured.match attributes {root} in %module : (!transform.any_op) -> !transform.any_op
  %tiled, %rows, %keys = transform.structured.fuse_ext %root tile_sizes [128, 0, 128] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %scores = transform.structured.match attributes {scores} in %keys : (!transform.any_op) -> !transform.any_op
  %packed, %turned = transform.heddle.pack_operand %scores operand = 1 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
  transform.apply_patterns to %f {
    transform.apply_patterns.linalg_ext.decompose
  } : !transform.any_op
  transform.heddle.vectorize %module : !transform.any_op
  %buffers = transform.heddle.bufferize %module : (!transform.any_op) -> !transform.any_op
  transform.heddle.assert_memory %buffers {copies = 0, peak_bytes = 264192} : !transform.any_op
}
)mlir";

constexpr int64_t kMostBytes = 264192;

/// What is alive, by address, and the most bytes that were alive at one time.
std::map<void *, size_t> blocks;
size_t live = 0, peak = 0;

void *allocateAligned(size_t alignment, size_t size) {
  void *block = std::aligned_alloc(alignment, llvm::alignTo(size, alignment));
  blocks[block] = size;
  live += size;
  peak = std::max(peak, live);
  return block;
}

void *allocate(size_t size) { return allocateAligned(64, size); }

void release(void *block) {
  auto it = blocks.find(block);
  if (it == blocks.end())
    return;
  live -= it->second;
  blocks.erase(it);
  std::free(block);
}

/// Row `i` of attention in double precision.
std::vector<double> computeRow(int64_t i, const HostValue &q,
                               const HostValue &k, const HostValue &v) {
  constexpr int64_t n = 4096, d = 64;
  std::vector<double> weights(n), row(d);
  double max = -INFINITY, sum = 0;
  for (int64_t j = 0; j < n; ++j) {
    for (int64_t t = 0; t < d; ++t)
      weights[j] += q.getFloat(i * d + t) * k.getFloat(j * d + t);
    max = std::max(max, weights[j]);
  }
  for (double &weight : weights)
    sum += weight = std::exp(weight - max);
  for (int64_t j = 0; j < n; ++j)
    for (int64_t t = 0; t < d; ++t)
      row[t] += weights[j] / sum * v.getFloat(j * d + t);
  return row;
}

TEST(AttentionMemoryTest, CountsLiveBytes) {
  DialectRegistry registry;
  registerAllHeddle(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  ParserConfig config(&context);
  auto module = parseSourceString<ModuleOp>(kHeapPayload, config);
  auto schedule = parseSourceString<ModuleOp>(kHeapSchedule, config);
  ASSERT_TRUE(module && schedule);
  ASSERT_TRUE(succeeded(applySchedule(*module, *schedule)));
  HeapFunctions heap{&allocate, &allocateAligned, &release};
  JitOptions options(getCPUTarget());
  options.optLevel = 2;
  options.heap = &heap;
  auto code = JitModule::compile(*module, options);
  ASSERT_TRUE(succeeded(code));
  const JitFunction &function = *(*code)->lookup("attention");
  std::mt19937_64 random(7);
  SmallVector<HostValue> arguments;
  for (Type type : function.inputs) {
    arguments.emplace_back(type, ArrayRef<int64_t>{4096, 64});
    for (int64_t i = 0; i < 4096 * 64; ++i)
      arguments.back().setFloat(i, int64_t(random() % 801) / 400.0 - 1);
  }
  ASSERT_EQ(arguments.size(), 4u);
  CallFrame frame(function, arguments, CallFrame::Guarded);
  size_t before = live;
  peak = live;
  frame.call();
  size_t most = peak - before;
  EXPECT_EQ(live, before) << "everything is freed";
  EXPECT_LE(most, size_t(kMostBytes));
  EXPECT_GE(most, size_t(kMostBytes) / 2) << "the heap is the one that counts";
  HostValue result = frame.getArgument(3);
  for (int64_t i : {0, 1237, 4095})
    for (auto [t, want] : llvm::enumerate(
             computeRow(i, arguments[0], arguments[1], arguments[2])))
      ASSERT_NEAR(result.getFloat(i * 64 + t), want, 1e-4) << i << " " << t;
}

} // namespace
