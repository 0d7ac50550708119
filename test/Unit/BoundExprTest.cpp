//===- BoundExprTest.cpp - Normal form and prover of bounds ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounds have no IR form, so they are tested here: folding, proofs, and, on
// random expressions, that every simplification and every proved bound agrees
// with the values. Boxes are in BoxTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Bounds/BoundExpr.h"

#include "gtest/gtest.h"
#include <random>

using namespace mlir::heddle;

namespace {

/// Loop 0 runs over [0, 56) by 8, loop 1 over [0, N) by 8.
struct BoundExprTest : ::testing::Test {
  BoundContext context;
  Bound n, i, j;

  BoundExprTest() {
    n = context.symbol(context.addSymbol("N"));
    i = context.var(context.addLoop(constant(56), constant(8)));
    j = context.var(context.addLoop(n, constant(8)));
  }
  Bound constant(int64_t value) { return context.constant(value); }
  std::string text(Bound bound) { return context.toString(bound); }
};

TEST_F(BoundExprTest, EqualSumsAreOneObject) {
  EXPECT_EQ(context.add(context.add(i, 3), j),
            context.add(j, context.add(i, 3)));
  EXPECT_EQ(context.sub(context.add(i, j), j), i);
}

TEST_F(BoundExprTest, MinThatStepDividesFolds) {
  // 8 divides 56, so the last tile is full; N may be anything.
  EXPECT_EQ(context.min(context.add(i, 8), constant(56)), context.add(i, 8));
  EXPECT_EQ(text(context.min(context.add(j, 8), n)), "min(N, i1 + 8)");
}

TEST_F(BoundExprTest, CommonPartsLeaveMin) {
  EXPECT_EQ(text(context.min(context.add(i, 10), constant(51))),
            "min(i0, 41) + 10");
  EXPECT_EQ(context.sub(context.min(context.add(j, 9), context.add(n, 1)),
                        context.min(context.add(j, 8), n)),
            constant(1));
}

TEST_F(BoundExprTest, ClampOfClampStaysOneClamp) {
  Bound lo = context.clamp(context.add(i, -1), constant(0), constant(46));
  EXPECT_EQ(lo.getNumTerms(), 3u);
  for (int depth = 0; depth < 20; ++depth)
    lo = context.clamp(context.add(lo, -1), constant(0), constant(46));
  EXPECT_LE(lo.getNumTerms(), 3u);
}

TEST_F(BoundExprTest, HaloSizeIsBounded) {
  Bound lo = context.max(context.add(i, -1), constant(0));
  Bound hi = context.min(context.add(i, 9), constant(56));
  EXPECT_EQ(context.getUpperBound(context.sub(hi, lo)), 10);
  EXPECT_EQ(context.getLowerBound(context.sub(hi, lo)), 9);
}

TEST_F(BoundExprTest, ForAllIsExpandedBeforeExists) {
  Bound a = context.min(context.add(i, 1), constant(53));
  Bound b = context.min(i, constant(53));
  EXPECT_TRUE(context.isKnownLE(b, a));
  EXPECT_FALSE(context.isKnownLE(a, b));
}

TEST_F(BoundExprTest, ForAllHiddenInExists) {
  // min(989, max(i, 2) - 2) and max(i, 1) + 34: 36 apart at most.
  Bound lo =
      context.min(constant(989), context.add(context.max(i, constant(2)), -2));
  Bound hi =
      context.min(constant(1024), context.add(context.max(i, constant(1)), 34));
  EXPECT_EQ(context.getUpperBound(context.sub(hi, lo)), 36);
}

TEST_F(BoundExprTest, NothingIsClaimedOfUnrelatedSymbols) {
  Bound m = context.symbol(context.addSymbol("M"));
  EXPECT_FALSE(context.isKnownLE(n, m));
  EXPECT_FALSE(context.isKnownLE(m, n));
  EXPECT_FALSE(context.getUpperBound(n).has_value());
  EXPECT_EQ(context.getLowerBound(n), 0);
}

TEST_F(BoundExprTest, SymbolOfUnknownSign) {
  Bound offset = context.symbol(context.addSymbol("offset", std::nullopt));
  EXPECT_FALSE(context.isKnownLE(constant(0), offset));
  EXPECT_EQ(text(context.max(offset, constant(0))), "max(offset, 0)");
}

TEST_F(BoundExprTest, DivisionByAKnownDivisorCancels) {
  EXPECT_EQ(context.mul(context.floorDiv(i, 4), 4), i);
  EXPECT_EQ(text(context.floorDiv(i, 16)), "((i0) floordiv 16)");
  EXPECT_EQ(context.floorDiv(context.add(context.mul(i, 16), 5), 16), i);
}

TEST_F(BoundExprTest, DivisionDropsWhatCannotCarry) {
  EXPECT_EQ(context.ceilDiv(i, 4), context.floorDiv(i, 4));
  EXPECT_EQ(text(context.floorDiv(context.add(i, 11), 16)),
            "((i0 + 11) floordiv 16)");
}

TEST_F(BoundExprTest, DivisionAndFactorsGoIntoExtrema) {
  Bound end = context.min(i, constant(31));
  EXPECT_EQ(context.mul(context.ceilDiv(end, 8), 8),
            context.min(i, constant(32)));
  EXPECT_EQ(context.mul(context.max(n, constant(2)), 3),
            context.max(context.mul(n, 3), constant(6)));
}

TEST_F(BoundExprTest, ExactQuotientsRoundUpBelowTheLastValue) {
  Bound quotient = context.floorDiv(i, 4);
  Bound least = context.add(n, -8);
  EXPECT_EQ(context.substitute(quotient, 0, least), context.floorDiv(least, 4));
  EXPECT_EQ(context.substitute(quotient, 0, least, /*roundsUp=*/true),
            context.ceilDiv(least, 4));
  // With a rest, the quotient of the last value is rounded down.
  Bound rounded = context.floorDiv(i, 16);
  EXPECT_EQ(context.substitute(rounded, 0, least, /*roundsUp=*/true),
            context.floorDiv(least, 16));
}

TEST_F(BoundExprTest, Monotonicity) {
  EXPECT_EQ(context.getMonotonicity(context.min(i, constant(9)), 0),
            Monotonicity::Increasing);
  EXPECT_EQ(context.getMonotonicity(context.sub(constant(9), i), 0),
            Monotonicity::Decreasing);
  EXPECT_EQ(context.getMonotonicity(i, 1), Monotonicity::Constant);
  Bound remainder = context.sub(i, context.mul(context.floorDiv(i, 16), 16));
  EXPECT_EQ(context.getMonotonicity(remainder, 0), Monotonicity::Unknown);
}

TEST_F(BoundExprTest, LastValue) {
  EXPECT_EQ(context.getLast(0), constant(48));
  EXPECT_EQ(context.getLast(1), context.add(n, -1));
}

/// The plain evaluation of an expression for i, j and N.
using Evaluation = std::function<int64_t(int64_t, int64_t, int64_t)>;

/// Adds eight expressions of those in `pool` to it, each with its value.
void growPool(BoundContext &context, const std::function<int(int)> &draw,
              std::vector<std::pair<Bound, Evaluation>> &pool) {
  for (int op = 0; op < 8; ++op) {
    auto [a, f] = pool[draw(pool.size())];
    auto [b, g] = pool[draw(pool.size())];
    int64_t c = 1 + draw(5);
    switch (draw(5)) {
    case 0:
      pool.push_back(
          {context.add(a, b), [f = f, g = g](auto i, auto j, auto n) {
             return f(i, j, n) + g(i, j, n);
           }});
      break;
    case 1:
      pool.push_back({context.sub(a, context.mul(b, c)),
                      [f = f, g = g, c](auto i, auto j, auto n) {
                        return f(i, j, n) - c * g(i, j, n);
                      }});
      break;
    case 2:
      pool.push_back(
          {context.min(a, b), [f = f, g = g](auto i, auto j, auto n) {
             return std::min(f(i, j, n), g(i, j, n));
           }});
      break;
    case 3:
      pool.push_back(
          {context.max(a, b), [f = f, g = g](auto i, auto j, auto n) {
             return std::max(f(i, j, n), g(i, j, n));
           }});
      break;
    case 4:
      pool.push_back(
          {context.floorDiv(a, c), [f = f, c](auto i, auto j, auto n) {
             int64_t x = f(i, j, n);
             return x >= 0 ? x / c : -((-x + c - 1) / c);
           }});
      break;
    }
  }
}

/// Compares `bound` with `value` for loops over [0, extent) and [0, N).
void expectSame(BoundContext &context, Bound bound, const Evaluation &value,
                int64_t extent, int64_t step) {
  std::optional<int64_t> lower = context.getLowerBound(bound);
  std::optional<int64_t> upper = context.getUpperBound(bound);
  int64_t divisor = context.getKnownDivisor(bound);
  for (int64_t size : {1, 2, 7, 16, 23}) {
    for (int64_t i = 0; i < extent; i += step) {
      for (int64_t j = 0; j < size; j += step) {
        int64_t expected = value(i, j, size);
        ASSERT_EQ(BoundContext::evaluate(bound, {i, j}, {size}), expected)
            << context.toString(bound);
        if (lower) {
          ASSERT_LE(*lower, expected) << context.toString(bound);
        }
        if (upper) {
          ASSERT_GE(*upper, expected) << context.toString(bound);
        }
        // Zero is the only multiple of zero.
        int64_t remainder = divisor == 0 ? expected : expected % divisor;
        ASSERT_EQ(remainder, 0) << context.toString(bound);
      }
    }
  }
}

/// Random expressions: the normal form has the value of the plain evaluation,
/// and proved bounds hold, for every i, j and N.
TEST(BoundExprRandom, SimplificationKeepsValues) {
  std::mt19937 random(7);
  auto draw = [&](int bound) { return int(random() % bound); };
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(round);
    BoundContext context;
    Bound n = context.symbol(context.addSymbol("N"));
    int64_t extent = draw(30), step = 1 + draw(9);
    context.addLoop(context.constant(extent), context.constant(step));
    context.addLoop(n, context.constant(step));
    std::vector<std::pair<Bound, Evaluation>> pool = {
        {context.var(0), [](int64_t i, int64_t, int64_t) { return i; }},
        {context.var(1), [](int64_t, int64_t j, int64_t) { return j; }},
        {n, [](int64_t, int64_t, int64_t n) { return n; }},
        {context.constant(3), [](int64_t, int64_t, int64_t) { return 3; }}};
    growPool(context, draw, pool);
    for (auto &[bound, value] : pool)
      ASSERT_NO_FATAL_FAILURE(expectSame(context, bound, value, extent, step));
  }
}

// A bound that overflows proves nothing, nor does a bound computed from it. An
// overflow inside a proof makes only that proof fail.
TEST(BoundExprNumbers, NumbersThatOverflowProveNothing) {
  BoundContext context;
  Bound n = context.symbol(context.addSymbol("n"));
  Bound large = context.constant(kMaxNumber);
  EXPECT_TRUE(context.isKnownLE(context.constant(0), n));
  EXPECT_FALSE(context.isKnownLE(context.add(n, large), n));
  EXPECT_FALSE(context.hasOverflowed());
  Bound wrapped = context.mul(large, 16);
  EXPECT_TRUE(context.hasOverflowed());
  EXPECT_FALSE(context.isKnownLE(wrapped, large));
  EXPECT_FALSE(context.isKnownLE(context.constant(0), context.constant(1)));
}

TEST(BoundExprNumbers, EvaluationStopsAtTheEndsOfNumbers) {
  BoundContext context;
  Bound n = context.symbol(context.addSymbol("n"));
  Bound product = context.mul(n, 4);
  EXPECT_EQ(BoundContext::evaluate(product, {}, {INT64_MAX}), INT64_MAX);
  EXPECT_EQ(BoundContext::evaluate(product, {}, {INT64_MIN}), INT64_MIN);
}

} // namespace
