//===- AttentionTest.cpp - What is carried online next to plain loops -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attention and RMSnorm with a product, fused online and compiled once, on
// random shapes and tile sizes that do not divide them. The reference is
// written here, in plain C++ and double precision.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/CPU/CPUTarget.h"
#include "heddle/Execution/Run/HostValue.h"
#include "heddle/Execution/Run/Jit.h"
#include "heddle/InitHeddle.h"
#include "heddle/Interpreter/ApplySchedule.h"

#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <cmath>
#include <random>

using namespace mlir;
using namespace mlir::heddle;

namespace {

/// Functions on tensors of any size; all but @norm are causal.
constexpr const char *kPayload = R"mlir(
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#query = affine_map<(i, j, k) -> (i, k)>
#key = affine_map<(i, j, k) -> (j, k)>
#score = affine_map<(i, j, k) -> (i, j)>
func.func @attention(%q: tensor<?x?xf32>, %k: tensor<?x?xf32>, %v: tensor<?x?xf32>, %out: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %q, %c0 : tensor<?x?xf32>
  %m = tensor.dim %k, %c0 : tensor<?x?xf32>
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %s = linalg.matmul indexing_maps = [#query, #key, #score] ins(%q, %k : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %keep = arith.cmpi sle, %j, %i : index
    %0 = arith.select %keep, %in, %inf : f32
    linalg.yield %0 : f32
  } -> tensor<?x?xf32>
  %p = linalg.softmax dimension(1) ins(%a : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul {root} ins(%p, %v : tensor<?x?xf32>, tensor<?x?xf32>) outs(%out : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
// The recurrence that normalizes each tile, as a payload: what was summed before
// is multiplied by the scale of the softmax.
func.func @normalized(%q: tensor<?x?xf32>, %k: tensor<?x?xf32>, %v: tensor<?x?xf32>, %out: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %q, %c0 : tensor<?x?xf32>
  %d = tensor.dim %q, %c1 : tensor<?x?xf32>
  %m = tensor.dim %k, %c0 : tensor<?x?xf32>
  %w = tensor.dim %v, %c1 : tensor<?x?xf32>
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %rows = tensor.empty(%n) : tensor<?xf32>
  %m0 = linalg.fill ins(%inf : f32) outs(%rows : tensor<?xf32>) -> tensor<?xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%rows : tensor<?xf32>) -> tensor<?xf32>
  %wide = tensor.empty(%n, %w) : tensor<?x?xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%wide : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r:3 = scf.for %first = %c0 to %m step %c4 iter_args(%o = %o0, %max = %m0, %sum = %l0) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) {
    %size = affine.min affine_map<(i)[s] -> (4, s - i)>(%first)[%m]
    %kt = tensor.extract_slice %k[%first, 0] [%size, %d] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
    %vt = tensor.extract_slice %v[%first, 0] [%size, %w] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
    %e = tensor.empty(%n, %size) : tensor<?x?xf32>
    %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
    %s = linalg.matmul indexing_maps = [#query, #key, #score] ins(%q, %kt : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
    %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
    ^bb0(%in: f32, %u: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %at = arith.addi %j, %first : index
      %keep = arith.cmpi sle, %at, %i : index
      %0 = arith.select %keep, %in, %inf : f32
      linalg.yield %0 : f32
    } -> tensor<?x?xf32>
    %p:4 = linalg_ext.softmax dimension(1) ins(%a : tensor<?x?xf32>) outs(%e, %max, %sum, %rows : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
    %scaled = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]} ins(%p#3 : tensor<?xf32>) outs(%o : tensor<?x?xf32>) {
    ^bb0(%scale: f32, %old: f32):
      %0 = arith.mulf %old, %scale : f32
      linalg.yield %0 : f32
    } -> tensor<?x?xf32>
    %next = linalg.matmul ins(%p#0, %vt : tensor<?x?xf32>, tensor<?x?xf32>) outs(%scaled : tensor<?x?xf32>) -> tensor<?x?xf32>
    scf.yield %next, %p#1, %p#2 : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>
  }
  %result = linalg.add ins(%r#0, %out : tensor<?x?xf32>, tensor<?x?xf32>) outs(%out : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %result : tensor<?x?xf32>
}
func.func @norm(%x: tensor<?x?xf32>, %g: tensor<?xf32>, %w: tensor<?x?xf32>, %out: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 0.25 : f32
  %e1 = tensor.empty(%n) : tensor<?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%z : tensor<?xf32>) {
  ^bb0(%in: f32, %o: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, affine_map<(i, j) -> (j)>, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s, %g : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %sum: f32, %gain: f32, %o: f32):
    %0 = arith.addf %sum, %eps : f32
    %1 = math.rsqrt %0 : f32
    %2 = arith.mulf %in, %1 : f32
    %3 = arith.mulf %2, %gain : f32
    linalg.yield %3 : f32
  } -> tensor<?x?xf32>
  %r = linalg.matmul {root} ins(%p, %w : tensor<?x?xf32>, tensor<?x?xf32>) outs(%out : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
)mlir";

constexpr const char *kSchedule = R"mlir(
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %root = transform.structured.match attributes {root} in %module : (!transform.any_op) -> !transform.any_op
  %tiled, %rows, %keys, %columns = transform.structured.fuse_ext %root tile_sizes [3, 4, 5] interchange [0, 2, 1] {OPTIONS} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}
)mlir";

class AttentionTest : public testing::Test {
protected:
  AttentionTest() : random(11) {
    DialectRegistry registry;
    registerAllHeddle(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  void compile(StringRef options) {
    ParserConfig config(&context);
    std::string text(kSchedule);
    text.replace(text.find("OPTIONS"), 7, options);
    auto module = parseSourceString<ModuleOp>(kPayload, config);
    auto schedule = parseSourceString<ModuleOp>(text, config);
    ASSERT_TRUE(module && schedule);
    ASSERT_TRUE(succeeded(applySchedule(*module, *schedule)));
    auto compiled = JitModule::compile(*module, JitOptions(getCPUTarget()));
    ASSERT_TRUE(succeeded(compiled));
    code = std::move(*compiled);
  }

  int64_t drawExtent() {
    static constexpr int64_t extents[] = {1, 2, 3, 5, 7, 11, 13, 17};
    return extents[random() % 8];
  }

  HostValue draw(const JitFunction &function, unsigned argument,
                 ArrayRef<int64_t> shape) {
    HostValue value(function.inputs[argument], shape);
    for (int64_t i = 0, e = value.getNumElements(); i < e; ++i)
      value.setFloat(i, static_cast<int64_t>(random() % 801) / 200.0 - 2);
    return value;
  }

  /// Calls the function and compares its result with `expected`.
  void expect(const JitFunction &function, ArrayRef<HostValue> arguments,
              ArrayRef<double> expected) {
    // The result is an argument: the last one, or one more of its shape.
    SmallVector<HostValue> all(arguments);
    if (function.inputs.size() > all.size())
      all.emplace_back(function.inputs.back(), arguments.back().getShape());
    CallFrame frame(function, all, CallFrame::Guarded);
    frame.call();
    ASSERT_FALSE(frame.findUnderflow());
    HostValue result = frame.getArgument(all.size() - 1);
    ASSERT_EQ(result.getNumElements(), int64_t(expected.size()));
    for (auto [i, want] : llvm::enumerate(expected))
      ASSERT_NEAR(result.getFloat(i), want, 2e-5 * (1 + std::fabs(want)))
          << function.name << " " << result.formatType()
          << result.formatIndex(i);
  }

  void expectCausal(StringRef name, StringRef options);

  MLIRContext context;
  std::mt19937_64 random;
  std::unique_ptr<JitModule> code;
};

/// Calls the function, scheduled with `options`, on random arguments and
/// compares with causal attention in double precision.
void AttentionTest::expectCausal(StringRef name, StringRef options) {
  compile(options);
  const JitFunction &function = *code->lookup(name);
  for (int run = 0; run < 300; ++run) {
    int64_t n = drawExtent(), m = drawExtent(), d = drawExtent(),
            width = drawExtent();
    HostValue q = draw(function, 0, {n, d}), k = draw(function, 1, {m, d}),
              v = draw(function, 2, {m, width}),
              out = draw(function, 3, {n, width});
    std::vector<double> expected;
    for (int64_t i = 0; i < n; ++i) {
      std::vector<double> weights;
      double max = -INFINITY, sum = 0;
      for (int64_t j = 0; j < m && j <= i; ++j) {
        double score = 0;
        for (int64_t t = 0; t < d; ++t)
          score += q.getFloat(i * d + t) * k.getFloat(j * d + t);
        weights.push_back(score);
        max = std::max(max, score);
      }
      for (double &weight : weights)
        sum += weight = std::exp(weight - max);
      for (int64_t c = 0; c < width; ++c) {
        double value = 0;
        for (auto [j, weight] : llvm::enumerate(weights))
          value += weight / sum * v.getFloat(j * width + c);
        expected.push_back(out.getFloat(i * width + c) + value);
      }
    }
    expect(function, {q, k, v, out}, expected);
  }
}

TEST_F(AttentionTest, Causal) { expectCausal("attention", "online"); }

TEST_F(AttentionTest, NormalizedTiles) {
  // There is no division to move for @norm.
  std::string options = "online, best_effort, recurrence = \"normalized\"";
  expectCausal("attention", options);
  expectCausal("attention", options + ", skip_masked");
}

TEST_F(AttentionTest, Normalized) { expectCausal("normalized", "online"); }

TEST_F(AttentionTest, RowScale) {
  compile("online");
  const JitFunction &function = *code->lookup("norm");
  for (int run = 0; run < 300; ++run) {
    int64_t n = drawExtent(), m = drawExtent(), width = drawExtent();
    HostValue x = draw(function, 0, {n, m}), g = draw(function, 1, {m}),
              w = draw(function, 2, {m, width}),
              out = draw(function, 3, {n, width});
    std::vector<double> expected;
    for (int64_t i = 0; i < n; ++i) {
      double squares = 0.25;
      for (int64_t j = 0; j < m; ++j)
        squares += x.getFloat(i * m + j) * x.getFloat(i * m + j);
      for (int64_t c = 0; c < width; ++c) {
        double value = 0;
        for (int64_t j = 0; j < m; ++j)
          value += x.getFloat(i * m + j) / std::sqrt(squares) * g.getFloat(j) *
                   w.getFloat(j * width + c);
        expected.push_back(out.getFloat(i * width + c) + value);
      }
    }
    expect(function, {x, g, w, out}, expected);
  }
}

} // namespace
