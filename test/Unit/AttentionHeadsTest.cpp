//===- AttentionHeadsTest.cpp - Attention of many heads next to loops -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attention of many heads with a mask that is a tensor, and attention whose
// query heads share heads of keys and values, both fused online in random
// orders of the loops with random tile sizes. The reference is written here, in
// plain C++ and double precision. AttentionTest.cpp has one head.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/CPU/CPUTarget.h"
#include "heddle/Execution/Run/HostValue.h"
#include "heddle/Execution/Run/Jit.h"
#include "heddle/InitHeddle.h"
#include "heddle/Interpreter/ApplySchedule.h"

#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

using namespace mlir;
using namespace mlir::heddle;

namespace {

/// Extents are dynamic. TYPE is that of queries, keys, values and of the
/// weights that meet the values; NARROW makes %0 of that type from the f32 %in.
constexpr const char *kHeadsPayload = R"mlir(
#id = affine_map<(a, b, i, j) -> (a, b, i, j)>
#mask = affine_map<(a, b, i, j) -> (i, j)>
func.func @heads(%q: tensor<?x?x?x?xTYPE>, %k: tensor<?x?x?x?xTYPE>, %v: tensor<?x?x?x?xTYPE>, %mask: tensor<?x?xf32>, %out: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  KEYS_4D
  %s = linalg_ext.batch_matmul ins(%q, %k : tensor<?x?x?x?xTYPE>, tensor<?x?x?x?xTYPE>) outs(%z : tensor<?x?x?x?xf32>) layout = "nt"
  WEIGHTS
  %r = linalg_ext.batch_matmul ins(%w, %v : tensor<?x?x?x?xTYPE>, tensor<?x?x?x?xTYPE>) outs(%out : tensor<?x?x?x?xf32>) layout = "nn" {root}
  return %r : tensor<?x?x?x?xf32>
}
// Dim 0 counts the heads of keys and values, dim 1 the query heads of each.
func.func @grouped(%q: tensor<?x?x?x?xTYPE>, %k: tensor<?x?x?xTYPE>, %v: tensor<?x?x?xTYPE>, %mask: tensor<?x?xf32>, %out: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  KEYS_3D
  %s = linalg.contract indexing_maps = [affine_map<(h, g, i, j, d) -> (h, g, i, d)>, affine_map<(h, g, i, j, d) -> (h, j, d)>, affine_map<(h, g, i, j, d) -> (h, g, i, j)>]
      ins(%q, %k : tensor<?x?x?x?xTYPE>, tensor<?x?x?xTYPE>) outs(%z : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  WEIGHTS
  %r = linalg.contract indexing_maps = [affine_map<(h, g, i, c, j) -> (h, g, i, j)>, affine_map<(h, g, i, c, j) -> (h, j, c)>, affine_map<(h, g, i, c, j) -> (h, g, i, c)>] {root}
      ins(%w, %v : tensor<?x?x?x?xTYPE>, tensor<?x?x?xTYPE>) outs(%out : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}
)mlir";

/// The zeros that the scores start from.
constexpr const char *kZeros = R"mlir(
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d0 = tensor.dim %q, %c0 : tensor<?x?x?x?xTYPE>
  %d1 = tensor.dim %q, %c1 : tensor<?x?x?x?xTYPE>
  %n = tensor.dim %q, %c2 : tensor<?x?x?x?xTYPE>
  %m = tensor.dim %k, KEY_DIM : KEY_TYPE
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%d0, %d1, %n, %m) : tensor<?x?x?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
)mlir";

/// The scores with the mask, their softmax, and its weights as TYPE.
constexpr const char *kWeights = R"mlir(
  %a = linalg.generic {indexing_maps = [#id, #mask, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s, %mask : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?x?x?xf32>) {
  ^bb0(%in: f32, %b: f32, %o: f32):
    %0 = arith.addf %in, %b : f32
    linalg.yield %0 : f32
  } -> tensor<?x?x?x?xf32>
  %p = linalg.softmax dimension(3) ins(%a : tensor<?x?x?x?xf32>) outs(%e : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %one = arith.constant 1.0 : f32
  %ew = tensor.empty(%d0, %d1, %n, %m) : tensor<?x?x?x?xTYPE>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%p : tensor<?x?x?x?xf32>) outs(%ew : tensor<?x?x?x?xTYPE>) {
  ^bb0(%in: f32, %o: TYPE):
    NARROW
    linalg.yield %0 : TYPE
  } -> tensor<?x?x?x?xTYPE>
)mlir";

constexpr const char *kHeadsSchedule = R"mlir(
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %root = transform.structured.match attributes {root} in %module : (!transform.any_op) -> !transform.any_op
  %tiled, %loops:5 = transform.structured.fuse_ext %root tile_sizes [SIZES] interchange [ORDER] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}
)mlir";

std::string replace(std::string text, StringRef from, StringRef to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos;
       at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// The payload for elements of `type`.
std::string makePayload(StringRef type) {
  std::string zeros4 = replace(replace(kZeros, "KEY_DIM", "%c2"), "KEY_TYPE",
                               "tensor<?x?x?x?xTYPE>"),
              zeros3 = replace(replace(kZeros, "KEY_DIM", "%c1"), "KEY_TYPE",
                               "tensor<?x?x?xTYPE>");
  std::string text = replace(kHeadsPayload, "KEYS_4D", zeros4);
  text = replace(replace(text, "KEYS_3D", zeros3), "WEIGHTS", kWeights);
  text = replace(text, "NARROW",
                 type == "f32" ? "%0 = arith.mulf %in, %one : f32"
                               : "%0 = arith.truncf %in : f32 to TYPE");
  return replace(text, "TYPE", type);
}

/// Extents: of the two outer dims, then queries, keys, width of queries and
/// keys, width of values.
struct Extents {
  int64_t outer0, outer1, queries, keys, depth, width;
};

class AttentionHeadsTest : public testing::Test {
protected:
  AttentionHeadsTest() : random(13) {
    DialectRegistry registry;
    registerAllHeddle(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  int64_t draw(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  }
  HostValue drawFloats(const JitFunction &function, unsigned argument,
                       ArrayRef<int64_t> shape);
  HostValue drawMask(const JitFunction &function, int64_t n, int64_t m);
  void compile(StringRef type);
  void run(const JitFunction &function, bool isGrouped, double roundoff);
  void check(StringRef type, double roundoff);

  MLIRContext context;
  std::mt19937_64 random;
  std::unique_ptr<JitModule> code;
};

/// Compiles both functions, tiled in a random order that is legal.
void AttentionHeadsTest::compile(StringRef type) {
  SmallVector<int64_t> order(5), sizes;
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  // A loop over the columns of values around that over keys would carry the
  // statistics anew for each of its tiles, which is refused.
  auto columns = llvm::find(order, 3), keys = llvm::find(order, 4);
  if (columns < keys)
    std::swap(*columns, *keys);
  for (int loop = 0; loop < 5; ++loop)
    sizes.push_back(draw(1, 5));
  std::string payload = makePayload(type);
  std::string text = replace(
      replace(
          kHeadsSchedule, "SIZES",
          llvm::join(llvm::map_range(
                         sizes, [](int64_t n) { return std::to_string(n); }),
                     ", ")),
      "ORDER",
      llvm::join(
          llvm::map_range(order, [](int64_t n) { return std::to_string(n); }),
          ", "));
  ParserConfig config(&context);
  auto module = parseSourceString<ModuleOp>(payload, config);
  auto schedule = parseSourceString<ModuleOp>(text, config);
  ASSERT_TRUE(module && schedule) << payload << text;
  ASSERT_TRUE(succeeded(applySchedule(*module, *schedule))) << text;
  auto compiled = JitModule::compile(*module, JitOptions(getCPUTarget()));
  ASSERT_TRUE(succeeded(compiled)) << text;
  code = std::move(*compiled);
}

/// Numbers in [-1, 1].
HostValue AttentionHeadsTest::drawFloats(const JitFunction &function,
                                         unsigned argument,
                                         ArrayRef<int64_t> shape) {
  HostValue value(function.inputs[argument], shape);
  for (int64_t i = 0, e = value.getNumElements(); i < e; ++i)
    value.setFloat(i, draw(-200, 200) / 200.0);
  return value;
}

/// A number for each score, or -inf for one in three. A row keeps one key.
HostValue AttentionHeadsTest::drawMask(const JitFunction &function, int64_t n,
                                       int64_t m) {
  HostValue mask = drawFloats(function, 3, {n, m});
  for (int64_t i = 0; i < n; ++i) {
    int64_t kept = m ? draw(0, m - 1) : 0;
    for (int64_t j = 0; j < m; ++j)
      if (j != kept && draw(0, 2) == 0)
        mask.setFloat(i * m + j, -INFINITY);
  }
  return mask;
}

/// Calls the function on random arguments. A weight is wrong by `roundoff` of
/// itself; the sums and exp are those of f32.
void AttentionHeadsTest::run(const JitFunction &function, bool isGrouped,
                             double roundoff) {
  Extents x{draw(0, 3),  draw(0, 3), draw(0, 11),
            draw(0, 13), draw(0, 7), draw(0, 7)};
  SmallVector<int64_t> outer = {x.outer0, x.outer1}, shared = outer;
  if (isGrouped)
    shared.pop_back();
  auto shape = [](ArrayRef<int64_t> first, int64_t rows, int64_t columns) {
    SmallVector<int64_t> all(first);
    all.append({rows, columns});
    return all;
  };
  HostValue q = drawFloats(function, 0, shape(outer, x.queries, x.depth)),
            k = drawFloats(function, 1, shape(shared, x.keys, x.depth)),
            v = drawFloats(function, 2, shape(shared, x.keys, x.width)),
            mask = drawMask(function, x.queries, x.keys),
            out = drawFloats(function, 4, shape(outer, x.queries, x.width));
  SmallVector<HostValue> arguments = {q, k, v, mask, out};
  if (function.inputs.size() > arguments.size())
    arguments.emplace_back(function.inputs.back(), out.getShape());
  CallFrame frame(function, arguments, CallFrame::Guarded);
  frame.call();
  ASSERT_FALSE(frame.findUnderflow());
  HostValue result = frame.getArgument(arguments.size() - 1);
  ASSERT_EQ(result.getNumElements(), out.getNumElements());
  for (int64_t row = 0; row < x.outer0 * x.outer1 * x.queries; ++row) {
    int64_t head = row / x.queries, i = row % x.queries;
    int64_t of = isGrouped ? head / x.outer1 : head;
    std::vector<double> weights(x.keys);
    double max = -INFINITY, sum = 0;
    for (int64_t j = 0; j < x.keys; ++j) {
      weights[j] = mask.getFloat(i * x.keys + j);
      for (int64_t t = 0; t < x.depth; ++t)
        weights[j] += q.getFloat(row * x.depth + t) *
                      k.getFloat((of * x.keys + j) * x.depth + t);
      max = std::max(max, weights[j]);
    }
    for (double &weight : weights)
      sum += weight = std::exp(weight - max);
    for (int64_t c = 0; c < x.width; ++c) {
      double want = out.getFloat(row * x.width + c), size = std::fabs(want);
      for (int64_t j = 0; j < x.keys; ++j) {
        double value = v.getFloat((of * x.keys + j) * x.width + c);
        want += weights[j] / sum * value;
        size += weights[j] / sum * std::fabs(value);
      }
      ASSERT_NEAR(result.getFloat(row * x.width + c), want,
                  2e-6 * (1 + size) + 1.01 * roundoff * size)
          << function.name << " " << result.formatType()
          << result.formatIndex(row * x.width + c);
    }
  }
}

void AttentionHeadsTest::check(StringRef type, double roundoff) {
  for (int order = 0; order < 4; ++order) {
    ASSERT_NO_FATAL_FAILURE(compile(type));
    for (int call = 0; call < 100; ++call) {
      ASSERT_NO_FATAL_FAILURE(run(*code->lookup("heads"), false, roundoff));
      ASSERT_NO_FATAL_FAILURE(run(*code->lookup("grouped"), true, roundoff));
    }
  }
}

TEST_F(AttentionHeadsTest, Single) { check("f32", 0); }
TEST_F(AttentionHeadsTest, Half) { check("f16", std::ldexp(1, -11)); }
TEST_F(AttentionHeadsTest, Brain) { check("bf16", std::ldexp(1, -8)); }

} // namespace
