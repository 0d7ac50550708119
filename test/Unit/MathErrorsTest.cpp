//===- MathErrorsTest.cpp - Errors of math functions in compiled code -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How far the polynomials that math functions of f32 become are from the exact
// results, over numbers from all over f32. docs/Performance.md states the
// bounds.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/CPU/CPUTarget.h"
#include "heddle/Execution/Run/Jit.h"
#include "heddle/InitHeddle.h"

#include "mlir/Parser/Parser.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace mlir;
using namespace mlir::heddle;

namespace {

/// 2^32 / kStep numbers: every kStep-th bit pattern. The step is prime, so that
/// all exponents and the ends of the fractions are met.
constexpr uint32_t kStep = 16411;
constexpr int64_t kCount = (int64_t(1) << 32) / kStep;

struct Errors {
  double units = 0; ///< largest error of a normal result, in its last places
  double far = 0;   ///< the same as a distance
  double tiny = 0;  ///< largest error of a result below 2^-126
};

class MathErrorsTest : public testing::Test {
protected:
  MathErrorsTest() {
    DialectRegistry registry;
    registerAllHeddle(registry);
    context.appendDialectRegistry(registry);
  }

  /// Compares `math.<name>` with `exact` from `least` to `most`.
  Errors measure(StringRef name, double (*exact)(double),
                 float least = -INFINITY, float most = INFINITY);

  MLIRContext context;
};

} // namespace

/// The distance of `found` from `exact` in units of the last place of `exact`
/// as f32.
static double countUnits(double exact, float found) {
  int exponent = std::ilogb(exact);
  return std::abs(found - exact) / std::ldexp(1.0, exponent - 23);
}

Errors MathErrorsTest::measure(StringRef name, double (*exact)(double),
                               float least, float most) {
  std::string type = "memref<" + std::to_string(kCount) + "xf32>";
  std::string text =
      "func.func @f(%x: " + type + ", %o: " + type +
      ") {\n linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, "
      "affine_map<(i) -> (i)>], iterator_types = [\"parallel\"]} ins(%x : " +
      type + ") outs(%o : " + type +
      ") {\n ^bb0(%a: f32, %b: f32):\n %r = math." + name.str() +
      " %a : f32\n linalg.yield %r : f32\n }\n return\n}";
  auto module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
  EXPECT_TRUE(module);
  JitOptions options(getCPUTarget());
  options.optLevel = 3;
  auto jit = JitModule::compile(*module, options);
  EXPECT_TRUE(succeeded(jit));
  const JitFunction *function = (*jit)->lookup("f");
  SmallVector<HostValue> args;
  for (Type input : function->inputs)
    args.emplace_back(input, ArrayRef<int64_t>{kCount});
  auto *x = reinterpret_cast<float *>(args[0].getBytes().data());
  for (int64_t i = 0; i < kCount; ++i)
    x[i] = llvm::bit_cast<float>(static_cast<uint32_t>(i * kStep));
  CallFrame frame(*function, args, CallFrame::Aligned);
  frame.call();
  HostValue results = frame.getArgument(1);
  auto *found = reinterpret_cast<const float *>(results.getBytes().data());
  Errors errors;
  for (int64_t i = 0; i < kCount; ++i) {
    if (!(x[i] >= least && x[i] <= most))
      continue;
    double value = exact(x[i]);
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(found[i])) << name.str() << " of " << x[i];
      continue;
    }
    // What rounds to an infinity may be one.
    if (std::abs(value) >= 0x1.ffffffp127) {
      EXPECT_EQ(found[i], std::copysign(INFINITY, value))
          << name.str() << " of " << x[i];
      continue;
    }
    if (std::abs(value) < 0x1p-126) {
      errors.tiny = std::max(errors.tiny, std::abs(found[i] - value));
      continue;
    }
    double units = countUnits(value, found[i]);
    EXPECT_FALSE(std::isnan(units)) << name.str() << " of " << x[i];
    errors.units = std::max(errors.units, units);
    errors.far = std::max(errors.far, std::abs(found[i] - value));
  }
  return errors;
}

namespace {

// Of normal results, in units of the last place.
TEST_F(MathErrorsTest, NormalResults) {
  EXPECT_LE(measure("exp", std::exp).units, 1);
  EXPECT_LE(measure("exp2", std::exp2).units, 1);
  EXPECT_LE(measure("expm1", std::expm1).units, 5);
  EXPECT_LE(measure("log1p", std::log1p).units, 3);
  EXPECT_LE(measure("tanh", std::tanh).units, 5);
  EXPECT_LE(measure("erf", std::erf).units, 4);
  EXPECT_LE(measure("rsqrt", [](double x) { return 1 / std::sqrt(x); }).units,
            2);
  EXPECT_LE(measure("sqrt", std::sqrt).units, 0.5);
}

// A logarithm takes numbers below 2^-126 as 2^-126, and exp is zero there.
TEST_F(MathErrorsTest, TinyNumbers) {
  EXPECT_LE(measure("log", std::log, 0x1p-126).units, 2);
  EXPECT_LE(measure("log2", std::log2, 0x1p-126).units, 2);
  EXPECT_LE(measure("log", std::log, 0x1p-149, 0x1p-126).far, 15.95);
  EXPECT_LE(measure("log2", std::log2, 0x1p-149, 0x1p-126).far, 23);
  EXPECT_LE(measure("exp", std::exp).tiny, 0x1p-126);
  EXPECT_LE(measure("exp2", std::exp2).tiny, 0x1p-149);
}

} // namespace
