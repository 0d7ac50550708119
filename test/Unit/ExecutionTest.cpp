//===- ExecutionTest.cpp - Unit tests of Execution ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounds on values, relations between extents, comparison of results and child
// processes: the parts of `heddle check` that have no IR form.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/CPU/CPUTarget.h"
#include "heddle/Execution/Check/Check.h"
#include "heddle/Execution/Inputs/Exactness.h"
#include "heddle/Execution/Inputs/Inputs.h"
#include "heddle/InitHeddle.h"

#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <cmath>
#include <csignal>
#include <limits>
#include <sys/resource.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::heddle;

namespace {

class ExecutionTest : public testing::Test {
protected:
  ExecutionTest() {
    DialectRegistry registry;
    registerAllHeddle(registry);
    context.appendDialectRegistry(registry);
  }

  func::FuncOp parse(StringRef text) {
    module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
    EXPECT_TRUE(module);
    return *module->getOps<func::FuncOp>().begin();
  }

  /// Extents of `func`, free ones all `extent`.
  ShapeAssignment assign(const PayloadShapes &shapes, int64_t extent) {
    std::string error;
    auto result =
        shapes.assign(DimRequests(), [&](unsigned) { return extent; }, error);
    EXPECT_TRUE(succeeded(result)) << error;
    return *result;
  }

  Exactness analyze(StringRef text, int64_t extent = 8) {
    func::FuncOp func = parse(text);
    PayloadShapes shapes(func);
    return analyzeExactness(func, assign(shapes, extent));
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

//===----------------------------------------------------------------------===//
// Exactness
//===----------------------------------------------------------------------===//

constexpr StringLiteral kMatmul = R"(
  func.func @f(%a: tensor<4x{K}x{T}>, %b: tensor<{K}x4x{T}>,
               %c: tensor<4x4x{T}>) -> tensor<4x4x{T}> {
    %0 = linalg.matmul ins(%a, %b : tensor<4x{K}x{T}>, tensor<{K}x4x{T}>)
                       outs(%c : tensor<4x4x{T}>) -> tensor<4x4x{T}>
    return %0 : tensor<4x4x{T}>
  })";

std::string makeMatmul(int64_t k, StringRef type) {
  std::string text = kMatmul.str();
  for (auto [from, to] :
       {std::pair<StringRef, std::string>{"{K}", std::to_string(k)},
        std::pair<StringRef, std::string>{"{T}", type.str()}})
    for (size_t at; (at = text.find(from.str())) != std::string::npos;)
      text.replace(at, from.size(), to);
  return text;
}

// The sum is at most magnitude + K * magnitude^2; the magnitude is the largest
// power of two up to 8 for which that fits.
TEST_F(ExecutionTest, SumsAreBounded) {
  EXPECT_EQ(analyze(makeMatmul(1000, "f32")).magnitude, 8);
  EXPECT_EQ(analyze(makeMatmul(31, "f16")).magnitude, 8);   // 8 + 31 * 64
  EXPECT_EQ(analyze(makeMatmul(32, "f16")).magnitude, 4);   // 8 + 32 * 64
  EXPECT_EQ(analyze(makeMatmul(255, "bf16")).magnitude, 1); // 1 + 255
  EXPECT_EQ(analyze(makeMatmul(256, "bf16")).magnitude, 0);
  EXPECT_EQ(analyze(makeMatmul(1 << 20, "f32")).magnitude, 2);
}

TEST_F(ExecutionTest, InexactOpsAreNamed) {
  Exactness longSum = analyze(makeMatmul(256, "bf16"));
  EXPECT_EQ(longSum.reason,
            "'arith.addf' may exceed the whole numbers that bf16 holds "
            "exactly");
  EXPECT_TRUE(longSum.hasFloatReductions);
  EXPECT_TRUE(longSum.coarsestFloat.isBF16());

  Exactness exp = analyze(R"(
    func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
      %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>)
        -> tensor<4xf32>
      return %0 : tensor<4xf32>
    })");
  EXPECT_EQ(exp.magnitude, 0);
  EXPECT_EQ(exp.reason, "'math.exp' does not keep whole numbers");
  EXPECT_FALSE(exp.hasFloatReductions);
}

// A quarter is a whole number of units of 2^-2; a tenth is not a whole number
// of any such unit.
TEST_F(ExecutionTest, FractionsOfTwoAreExact) {
  auto scale = [](StringRef constant) {
    return ("func.func @f(%a: f32) -> f32 { %c = arith.constant " + constant +
            " : f32 %0 = arith.mulf %a, %c : f32 return %0 : f32 }")
        .str();
  };
  EXPECT_EQ(analyze(scale("0.25")).magnitude, 8);
  EXPECT_EQ(analyze(scale("0.1")).magnitude, 0);
}

// A maximum does not grow, however long it is, and its start may be anything.
TEST_F(ExecutionTest, MaximaDoNotGrow) {
  for (StringRef start : {"0xFF800000", "0xFF7FFFFF"})
    EXPECT_EQ(analyze(("func.func @f(%a: tensor<100000000xf32>) -> f32 {"
                       "  %c = arith.constant " +
                       start +
                       " : f32"
                       "  %e = tensor.empty() : tensor<f32>"
                       "  %i = linalg.fill ins(%c : f32)"
                       "    outs(%e : tensor<f32>) -> tensor<f32>"
                       "  %0 = linalg.reduce { arith.maximumf }"
                       "    ins(%a : tensor<100000000xf32>)"
                       "    outs(%i : tensor<f32>) dimensions = [0]"
                       "  %1 = tensor.extract %0[] : tensor<f32>"
                       "  return %1 : f32 }")
                          .str())
                  .magnitude,
              8);
}

// A product grows with every element: only +-1 stays in bounds.
TEST_F(ExecutionTest, ProductsAreBoundedByOne) {
  EXPECT_EQ(analyze(R"(
    func.func @f(%a: tensor<100xf32>, %i: tensor<f32>) -> tensor<f32> {
      %0 = linalg.reduce { arith.mulf } ins(%a : tensor<100xf32>)
        outs(%i : tensor<f32>) dimensions = [0]
      return %0 : tensor<f32>
    })")
                .magnitude,
            1);
}

// Integers wrap around in every order alike.
TEST_F(ExecutionTest, IntegersAreExact) {
  Exactness exactness = analyze(makeMatmul(1 << 20, "i8"));
  EXPECT_EQ(exactness.magnitude, 8);
  EXPECT_FALSE(exactness.hasFloatReductions);
}

TEST_F(ExecutionTest, ToleranceGrowsWithTheSum) {
  double shortSum = getComparisonTolerance(analyze(makeMatmul(10, "f32")));
  double longSum = getComparisonTolerance(analyze(makeMatmul(1000, "f32")));
  EXPECT_NEAR(shortSum, 4 * 12 * 0x1.0p-24, 1e-12);
  EXPECT_NEAR(longSum, 4 * 1002 * 0x1.0p-24, 1e-12);
  EXPECT_EQ(getComparisonTolerance(analyze(makeMatmul(4000, "bf16"))), 0.25);
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

constexpr StringLiteral kDynamicMatmul = R"(
  func.func @f(%a: tensor<?x?xf32> {heddle.dims = ["M", "K"]},
               %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
                       outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
    return %0 : tensor<?x?xf32>
  })";

TEST_F(ExecutionTest, EqualExtentsAreDrawnTogether) {
  PayloadShapes shapes(parse(kDynamicMatmul));
  EXPECT_EQ(shapes.getNumFreeExtents(), 3u);
  std::string error;
  auto sizes =
      shapes.assign(DimRequests(), [](unsigned i) { return 10 + i; }, error);
  ASSERT_TRUE(succeeded(sizes));
  EXPECT_EQ(sizes->format(), "arg0=10x11, arg1=11x12, arg2=10x12");
}

TEST_F(ExecutionTest, RequestsReachEqualExtents) {
  PayloadShapes shapes(parse(kDynamicMatmul));
  DimRequests requests;
  std::string error;
  ASSERT_TRUE(requests.parse("K=5,arg2=3x?", error));
  auto sizes = shapes.assign(requests, [](unsigned) { return 7; }, error);
  ASSERT_TRUE(succeeded(sizes));
  EXPECT_EQ(sizes->format(), "arg0=3x5, arg1=5x7, arg2=3x7");
}

TEST_F(ExecutionTest, ContradictionsNameBothUses) {
  PayloadShapes shapes(parse(kDynamicMatmul));
  auto getError = [&](StringRef text) {
    DimRequests requests;
    std::string error;
    EXPECT_TRUE(requests.parse(text, error)) << error;
    EXPECT_TRUE(
        failed(shapes.assign(requests, [](unsigned) { return 7; }, error)));
    return error;
  };
  EXPECT_EQ(getError("arg0=37x53,arg1=40x11"),
            "dim 1 of 'arg0' is requested to be 53 and dim 0 of 'arg1' to be "
            "40, but 'linalg.matmul' makes them equal");
  EXPECT_EQ(getError("arg0=37"), "expects 2 extents for 'arg0', but got 1");
  EXPECT_EQ(getError("N=4"), "expects a name of a 'heddle.dims' attribute or "
                             "'argN', but got 'N'");
  EXPECT_EQ(getError("K=53,arg0=37x17"),
            "'K' is requested to be 53 and dim 1 of 'arg0' to be 17, but their "
            "name in 'heddle.dims' makes them equal");
  EXPECT_EQ(getError("arg7=3"),
            "expects an argument of 'f', which has 3, but got 'arg7'");
}

TEST_F(ExecutionTest, RequestsOfDynamicDimsAlone) {
  PayloadShapes shapes(parse(R"mlir(
    func.func @f(%a: tensor<?x512xf32>, %b: tensor<?x3x?xf32>) {
      return
    })mlir"));
  auto get = [&](StringRef text) {
    DimRequests requests;
    std::string error;
    EXPECT_TRUE(requests.parse(text, error)) << error;
    auto sizes = shapes.assign(requests, [](unsigned) { return 7; }, error);
    return succeeded(sizes) ? sizes->format() : error;
  };
  EXPECT_EQ(get("arg0=128"), "arg0=128x512, arg1=7x3x7");
  EXPECT_EQ(get("arg0=128x512,arg1=4x5"), "arg0=128x512, arg1=4x3x5");
  EXPECT_EQ(get("arg0=1x2x3"), "expects 2 extents for 'arg0', or 1 for its "
                               "dynamic dim 0, but got 3");
  EXPECT_EQ(get("arg1=4"), "expects 3 extents for 'arg1', or 2 for its "
                           "dynamic dims 0 and 2, but got 1");
}

TEST_F(ExecutionTest, RequestsThatAreMadeTwice) {
  for (auto [text, name] :
       {std::pair("M=3,K=4,M=3", "M"), std::pair("arg0=3x3,arg0=4x4", "arg0"),
        std::pair("arg0=3x3,arg00=3x3", "arg00")}) {
    DimRequests requests;
    std::string error;
    EXPECT_FALSE(requests.parse(text, error)) << text;
    EXPECT_EQ(error, std::string("expects each argument and name once, but "
                                 "got '") +
                         name + "' twice");
  }
}

TEST_F(ExecutionTest, RequestsThatDoNotParse) {
  for (StringRef text : {"arg0", "arg0=", "=3", "arg0=3xx4", "M=2x3", "M=-1"}) {
    DimRequests requests;
    std::string error;
    EXPECT_FALSE(requests.parse(text, error)) << text.str();
    EXPECT_EQ(error,
              ("expects 'argN=AxB' or 'NAME=N', but got '" + text + "'").str());
  }
}

// The input of a strided window follows from the output, and the other way
// round if the payload computes the output's extent.
TEST_F(ExecutionTest, WindowsFit) {
  PayloadShapes shapes(parse(R"(
    func.func @f(%x: tensor<1x?x8x1xf32>, %w: tensor<3x1x1x1xf32>,
                 %o: tensor<1x?x8x1xf32>) -> tensor<1x?x8x1xf32> {
      %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<[2, 1]> : tensor<2xi64>}
        ins(%x, %w : tensor<1x?x8x1xf32>, tensor<3x1x1x1xf32>)
        outs(%o : tensor<1x?x8x1xf32>) -> tensor<1x?x8x1xf32>
      return %0 : tensor<1x?x8x1xf32>
    })"));
  auto sizes = assign(shapes, 5);
  EXPECT_EQ(sizes.format(), "arg0=1x11x8x1, arg2=1x5x8x1");

  // A requested input makes the output smaller, if it can.
  auto request = [&](StringRef text) {
    DimRequests requests;
    std::string error;
    EXPECT_TRUE(requests.parse(text, error));
    auto sizes = shapes.assign(requests, [](unsigned) { return 9; }, error);
    return succeeded(sizes) ? sizes->format() : error;
  };
  EXPECT_EQ(request("arg0=1x11x8x1"), "arg0=1x11x8x1, arg2=1x4x8x1");
  EXPECT_EQ(request("arg0=1x11x8x1,arg2=1x6x8x1"),
            "dim 1 of 'arg0' is 11, but 'linalg.conv_2d_nhwc_hwcf' needs at "
            "least 13 for dim 1 of 'arg2' = 6 and dim 0 of 'arg1' = 3");
}

// Without channels nothing is read, but linalg's verifier wants inputs that are
// as large as the windows; without outputs it does not.
TEST_F(ExecutionTest, WindowsFitWithoutChannels) {
  PayloadShapes shapes(parse(R"(
    func.func @f(%x: tensor<1x?x1x?xf32>, %w: tensor<3x1x?x1xf32>,
                 %o: tensor<1x?x1x1xf32>) -> tensor<1x?x1x1xf32> {
      %0 = linalg.conv_2d_nhwc_hwcf
        ins(%x, %w : tensor<1x?x1x?xf32>, tensor<3x1x?x1xf32>)
        outs(%o : tensor<1x?x1x1xf32>) -> tensor<1x?x1x1xf32>
      return %0 : tensor<1x?x1x1xf32>
    })"));
  auto request = [&](StringRef text) {
    DimRequests requests;
    std::string error;
    EXPECT_TRUE(requests.parse(text, error));
    auto sizes = shapes.assign(requests, [](unsigned) { return 5; }, error);
    return succeeded(sizes) ? sizes->format() : error;
  };
  EXPECT_EQ(request("arg1=3x1x0x1"),
            "arg0=1x7x1x0, arg1=3x1x0x1, arg2=1x5x1x1");
  EXPECT_EQ(request("arg0=1x6x1x0,arg2=1x5x1x1"),
            "dim 1 of 'arg0' is 6, but 'linalg.conv_2d_nhwc_hwcf' needs at "
            "least 7 for dim 1 of 'arg2' = 5 and dim 0 of 'arg1' = 3");
  EXPECT_EQ(request("arg0=1x0x1x5,arg2=1x0x1x1"),
            "arg0=1x0x1x5, arg1=3x1x5x1, arg2=1x0x1x1");
}

TEST_F(ExecutionTest, ReshapesDivide) {
  PayloadShapes shapes(parse(R"(
    func.func @f(%a: tensor<?xf32>) -> tensor<?x4xf32> {
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %d = tensor.dim %a, %c0 : tensor<?xf32>
      %q = arith.divui %d, %c4 : index
      %0 = tensor.expand_shape %a [[0, 1]] output_shape [%q, 4]
        : tensor<?xf32> into tensor<?x4xf32>
      return %0 : tensor<?x4xf32>
    })"));
  EXPECT_EQ(assign(shapes, 13).format(), "arg0=12");
}

//===----------------------------------------------------------------------===//
// Values and comparison
//===----------------------------------------------------------------------===//

HostValue makeArray(Type type, ArrayRef<double> values) {
  HostValue result(type, {static_cast<int64_t>(values.size())});
  for (auto [i, value] : llvm::enumerate(values))
    result.setFloat(i, value);
  return result;
}

TEST_F(ExecutionTest, NarrowFloatsRound) {
  Type f16 = RankedTensorType::get({2}, Float16Type::get(&context));
  Type bf16 = RankedTensorType::get({2}, BFloat16Type::get(&context));
  EXPECT_EQ(makeArray(f16, {2049, 1}).getFloat(0), 2048);
  EXPECT_EQ(makeArray(bf16, {257, 1}).getFloat(0), 256);
  EXPECT_TRUE(std::isinf(makeArray(f16, {70000, 1}).getFloat(0)));
}

TEST_F(ExecutionTest, FirstDifferenceIsReported) {
  Type type = RankedTensorType::get({4}, Float32Type::get(&context));
  HostValue expected = makeArray(type, {1, 2, 3, 4});
  HostValue found = makeArray(type, {1, 2.5, 3, 5});
  auto difference = compareExactly(expected, found);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->index, "[1]");
  EXPECT_EQ(difference->expected, "2");
  EXPECT_EQ(difference->found, "2.5");
  EXPECT_EQ(difference->count, 2);
  EXPECT_EQ(difference->total, 4);
  double error = 0;
  EXPECT_FALSE(compareWithin(expected, found, 0.25, error));
  EXPECT_EQ(error, 0.25); // 1 of 4
  EXPECT_TRUE(compareWithin(expected, found, 0.2, error));
}

TEST_F(ExecutionTest, NaNAndZeroAreCompared) {
  Type type = RankedTensorType::get({2}, Float32Type::get(&context));
  double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(
      compareExactly(makeArray(type, {nan, 1}), makeArray(type, {-nan, 1})));
  EXPECT_TRUE(
      compareExactly(makeArray(type, {0.0, 1}), makeArray(type, {-0.0, 1})));
  double error = 0;
  EXPECT_TRUE(compareWithin(makeArray(type, {1, 1}), makeArray(type, {nan, 1}),
                            0.25, error));
}

TEST_F(ExecutionTest, PoorResultsAreRecognized) {
  Type type = RankedTensorType::get({2}, Float32Type::get(&context));
  double inf = std::numeric_limits<double>::infinity();
  std::string why;
  EXPECT_FALSE(isUninformative(makeArray(type, {0, 1}), why));
  EXPECT_TRUE(isUninformative(makeArray(type, {0, 0}), why));
  EXPECT_EQ(why, "is zero in all 2 elements");
  EXPECT_TRUE(isUninformative(makeArray(type, {inf, 1}), why));
  EXPECT_EQ(why, "is NaN or infinite in 1 of 2 elements");
  EXPECT_TRUE(isUninformative(makeArray(type, {}), why));
  EXPECT_EQ(why, "has no elements");
}

// The same seed gives the same numbers, and no number is zero.
TEST_F(ExecutionTest, InputsAreReproducible) {
  Type type = RankedTensorType::get({100}, Float32Type::get(&context));
  SmallVector<InputSpec> specs(2, InputSpec{type, {100}, std::nullopt});
  InputOptions options;
  options.seed = 3;
  for (int64_t magnitude : {0, 1, 8}) {
    options.magnitude = magnitude;
    auto first = drawInputs(specs, options), again = drawInputs(specs, options);
    EXPECT_FALSE(compareExactly(first[0], again[0]));
    EXPECT_TRUE(compareExactly(first[0], first[1]));
    for (int64_t i = 0; i < 100; ++i) {
      double value = first[0].getFloat(i);
      EXPECT_NE(value, 0);
      EXPECT_LE(std::fabs(value), std::max<int64_t>(1, magnitude));
      EXPECT_TRUE(magnitude == 0 || value == std::floor(value));
    }
  }
}

//===----------------------------------------------------------------------===//
// Child processes
//===----------------------------------------------------------------------===//

TEST(ChildProcessTest, MessagesArriveInOrder) {
  std::vector<std::string> messages;
  ChildOutcome outcome = runInChild(
      [](MessageSink &sink) {
        sink.send({"one", 3});
        sink.send({"", size_t(0)});
        sink.send(std::vector<char>(1 << 20, 'x'));
      },
      [&](ArrayRef<char> message) {
        messages.emplace_back(message.begin(), message.end());
      },
      ChildLimits());
  EXPECT_TRUE(outcome.ok());
  ASSERT_EQ(messages.size(), 3u);
  EXPECT_EQ(messages[0], "one");
  EXPECT_EQ(messages[1], "");
  EXPECT_EQ(messages[2].size(), size_t(1 << 20));
}

TEST(ChildProcessTest, NoLimitIsNone) {
  unsigned messages = 0;
  ChildOutcome outcome = runInChild(
      [](MessageSink &sink) {
        usleep(20000);
        sink.send({"late", 4});
      },
      [&](ArrayRef<char>) { ++messages; }, ChildLimits());
  EXPECT_TRUE(outcome.ok());
  EXPECT_EQ(messages, 1u);
}

TEST(ChildProcessTest, MissingResourcesAreTold) {
  std::string text;
  ChildOutcome outcome = runInChild(
      [&](MessageSink &sink) {
        rlimit none = {3, 3}; // no pipe can be made
        setrlimit(RLIMIT_NOFILE, &none);
        text = runInChild([](MessageSink &) {}, [](ArrayRef<char>) {},
                          ChildLimits())
                   .describe();
        sink.send({text.data(), text.size()});
      },
      [&](ArrayRef<char> message) { text = {message.data(), message.size()}; },
      ChildLimits());
  EXPECT_TRUE(outcome.ok());
  EXPECT_EQ(text, "could not be started: Too many open files");
}

// The memory of a child is measured while it sends no messages.
TEST(ChildProcessTest, MemoryIsLimited) {
  auto run = [](llvm::function_ref<void()> body, const ChildLimits &limits) {
    return runInChild([&](MessageSink &) { body(); }, [](ArrayRef<char>) {},
                      limits)
        .describe();
  };
  auto grow = [] {
    for (std::vector<std::vector<char>> blocks; true; usleep(1000))
      blocks.emplace_back(1 << 22, 'x');
  };
  EXPECT_EQ(run(grow, {60, 256 << 20}), "needs more than 256 MiB of memory");
  EXPECT_EQ(run([] { exitOutOfMemory(); }, {}),
            "needs more memory than there is");
  EXPECT_EQ(run([] { usleep(50000); }, {60, 1u << 30}), "finished");
}

// A limit that changes when a message arrives holds from then on.
TEST(ChildProcessTest, LimitsChangeWhileItRuns) {
  ChildLimits limits{60};
  ChildOutcome outcome = runInChild(
      [](MessageSink &sink) {
        sink.send({"now", 3});
        pause();
      },
      [&](ArrayRef<char>) { limits.seconds = 0.1; }, limits);
  EXPECT_EQ(outcome.describe(), "gave no result within 0.1 s");
}

// Passes in the child use threads of the child.
TEST_F(ExecutionTest, CompilersCrashAlone) {
  context.enableMultithreading();
  parse("func.func @f() { return }");
  ChildOutcome outcome = compileInChild(
      &context,
      [&](MessageSink &sink) {
        EXPECT_TRUE(context.isMultithreadingEnabled());
        auto code = JitModule::compile(*module, JitOptions(getCPUTarget()));
        sink.send({succeeded(code) ? "good" : "fail", 4});
        raise(SIGILL);
      },
      [&](ArrayRef<char> message) {
        EXPECT_EQ(StringRef(message.data(), message.size()), "good");
      },
      ChildLimits());
  EXPECT_EQ(outcome.describe(), "crashed with SIGILL (Illegal instruction)");
  EXPECT_TRUE(context.isMultithreadingEnabled());
}

TEST(ChildProcessTest, EndsAreTold) {
  auto run = [](llvm::function_ref<void()> body, double timeout = 60) {
    return runInChild([&](MessageSink &) { body(); }, [](ArrayRef<char>) {},
                      ChildLimits{timeout})
        .describe();
  };
  EXPECT_EQ(run([] { raise(SIGSEGV); }),
            "crashed with SIGSEGV (Segmentation fault)");
  EXPECT_EQ(run([] { abort(); }), "crashed with SIGABRT (Aborted)");
  EXPECT_EQ(run([] { _exit(0); }), "ended the process with status 0");
  EXPECT_EQ(run([] { pause(); }, 0.2), "gave no result within 0.2 s");
  EXPECT_EQ(run([] {}), "finished");
}

} // namespace
