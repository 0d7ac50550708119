//===- FloatErrorsTest.cpp - Unit tests of the judgment as floats ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which errors of a scheduled function are explained by those of the payload.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Check/FloatErrors.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::heddle;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

class FloatErrorsTest : public testing::Test {
protected:
  static HostValue make(Type elementType, ArrayRef<double> values) {
    int64_t size = values.size();
    HostValue result(RankedTensorType::get({size}, elementType), {size});
    for (auto [i, value] : llvm::enumerate(values))
      result.setFloat(i, value);
    return result;
  }
  HostValue exact(ArrayRef<double> values) { return make(f64, values); }

  FloatErrors add(Type type, ArrayRef<double> reference,
                  ArrayRef<double> payload, ArrayRef<double> scheduled) {
    FloatErrors errors;
    errors.add(exact(reference), make(type, payload), make(type, scheduled));
    return errors;
  }

  MLIRContext context;
  Type bf16 = BFloat16Type::get(&context);
  Type f16 = Float16Type::get(&context);
  Type f32 = Float32Type::get(&context);
  Type f64 = Float64Type::get(&context);
};

// Errors are relative to the largest magnitude in f64.
TEST_F(FloatErrorsTest, ErrorsAreRelativeToTheOutput) {
  FloatErrors errors = add(f32, {4, -8}, {4, -8.5}, {4.25, -8});
  EXPECT_DOUBLE_EQ(errors.getPayloadMax(), 0.0625);
  EXPECT_DOUBLE_EQ(errors.getMax(), 0.03125);
  EXPECT_DOUBLE_EQ(errors.getRms() * 8, std::sqrt(0.0625 / 2));
}

// Four times the payload's own error is accepted; a little more is not.
TEST_F(FloatErrorsTest, TheFactorIsFour) {
  EXPECT_TRUE(add(f32, {64}, {64.25}, {63}).isNoWorse());
  EXPECT_FALSE(add(f32, {64}, {64.25}, {62.875}).isNoWorse());
}

// A single element with a large error shows in the maximum but not in the mean.
TEST_F(FloatErrorsTest, OneElementIsEnough) {
  std::vector<double> reference(1000, 64), payload(1000, 64.25);
  std::vector<double> scheduled(1000, 64.25);
  scheduled[17] = 66;
  FloatErrors errors = add(f32, reference, payload, scheduled);
  EXPECT_LT(errors.getRms(), errors.getRmsBound());
  EXPECT_FALSE(errors.isNoWorse());
  auto worst = errors.findWorst(exact(reference), make(f32, payload),
                                make(f32, scheduled));
  ASSERT_TRUE(worst);
  EXPECT_EQ(worst->index, "[17]");
  EXPECT_EQ(worst->count, 1);
}

// An exact payload leaves room for one unit in the last place, of the type.
TEST_F(FloatErrorsTest, AnExactPayloadLeavesAUnit) {
  EXPECT_TRUE(add(f32, {1}, {1}, {1 + 0x1p-23}).isNoWorse());
  EXPECT_FALSE(add(f32, {1}, {1}, {1 + 0x1p-21}).isNoWorse());
  EXPECT_TRUE(add(bf16, {1}, {1}, {1 + 0x1p-7}).isNoWorse());
  EXPECT_FALSE(add(bf16, {1}, {1}, {1 + 0x1p-5}).isNoWorse());
  EXPECT_TRUE(add(f64, {1}, {1}, {1 + 1e-10}).isNoWorse());
  EXPECT_FALSE(add(f64, {1}, {1}, {1 + 1e-8}).isNoWorse());
  EXPECT_FALSE(add(f32, {0}, {0}, {1e-30}).isNoWorse());
}

// Several runs count together: one draw on which the payload is exact by chance
// does not decide.
TEST_F(FloatErrorsTest, RunsAreAdded) {
  FloatErrors errors = add(f32, {64}, {64}, {64.25});
  EXPECT_FALSE(errors.isNoWorse());
  errors.add(exact({64}), make(f32, {64.25}), make(f32, {64}));
  EXPECT_TRUE(errors.isNoWorse());
}

TEST_F(FloatErrorsTest, ClassesAreCompared) {
  auto compare = [&](double payload, double scheduled, bool mayDiffer = false) {
    return compareClasses(make(f32, payload), make(f32, scheduled),
                          [&](int64_t) { return mayDiffer; })
        .has_value();
  };
  EXPECT_FALSE(compare(1, 2));
  EXPECT_FALSE(compare(kNaN, kNaN));
  EXPECT_TRUE(compare(1, kNaN));
  EXPECT_TRUE(compare(kInf, -kInf));
  EXPECT_TRUE(compare(kInf, 1));
  // Rounding decides it.
  EXPECT_FALSE(compare(kInf, -kInf, /*mayDiffer=*/true));
}

} // namespace
