//===- BoxTest.cpp - Widening, coverage and disjointness of boxes ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Claims about boxes are compared with an enumeration of the iterations, zero
// trips among them.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Bounds/Box.h"

#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace mlir;
using namespace mlir::heddle;

namespace {

TEST(BoxTest, TilesCoverAndAreDisjoint) {
  BoundContext context;
  Bound n = context.symbol(context.addSymbol("N"));
  context.addLoop(n, context.constant(8));
  Bound v = context.var(0);
  Box tile{{{v, context.min(context.add(v, 8), n)}}};
  EXPECT_TRUE(coversAll(context, tile, {n}, 0));
  EXPECT_TRUE(areDisjoint(context, tile, 0));
  Box halo{{{context.max(context.add(v, -1), context.constant(0)),
             context.min(context.add(v, 9), n)}}};
  EXPECT_TRUE(coversAll(context, halo, {n}, 0));
  EXPECT_FALSE(areDisjoint(context, halo, 0));
}

TEST(BoxTest, StridedWindowsLeaveHoles) {
  BoundContext context;
  context.addLoop(context.constant(10), context.constant(1));
  Bound v = context.mul(context.var(0), 3);
  Box window{{{v, context.add(v, 2)}}};
  EXPECT_FALSE(coversAll(context, window, {context.constant(29)}, 0));
  EXPECT_TRUE(areDisjoint(context, window, 0));
}

TEST(BoxTest, DiagonalBoxesDoNotCover) {
  BoundContext context;
  context.addLoop(context.constant(16), context.constant(4));
  Bound v = context.var(0), end = context.add(v, 4);
  Bound extent = context.constant(16);
  Box diagonal{{{v, end}, {v, end}}};
  EXPECT_FALSE(coversAll(context, diagonal, {extent, extent}, 0));
}

TEST(BoxTest, ALoopThatMayNotRunCoversNothing) {
  BoundContext context;
  Bound n = context.symbol(context.addSymbol("N"));
  Bound m = context.symbol(context.addSymbol("M"));
  context.addLoop(n, context.constant(4));
  // The box does not depend on the loop, or its extent may outlive it.
  Box whole{{{context.constant(0), m}}};
  EXPECT_FALSE(coversAll(context, whole, {m}, 0));
  EXPECT_TRUE(coversAll(context, whole, {m}, -1));
  Bound v = context.var(0);
  Bound extent = context.add(n, 2);
  Box halo{{{v, context.min(context.add(v, 6), extent)}}};
  EXPECT_FALSE(coversAll(context, halo, {extent}, 0));
}

TEST(BoxTest, WideningTakesNonMonotoneDimsWhole) {
  BoundContext context;
  context.addLoop(context.constant(64), context.constant(4));
  Bound v = context.var(0);
  Bound row = context.floorDiv(v, 16);
  Bound inner = context.sub(v, context.mul(row, 16));
  Box box{{{row, context.add(row, 1)}, {inner, context.add(inner, 4)}}};
  Box wide =
      widenBox(context, box, {context.constant(4), context.constant(16)}, 0);
  Box all = getWholeBox(context, {context.constant(4), context.constant(16)});
  EXPECT_EQ(wide, all);
}

/// Random one-dimensional boxes under two loops, against enumeration.
TEST(BoxRandom, ClaimsHold) {
  std::mt19937 random(11);
  auto draw = [&](int bound) { return int(random() % bound); };
  int covered = 0, disjoint = 0;
  for (int round = 0; round < 3000; ++round) {
    BoundContext context;
    bool isDynamic = draw(2);
    int64_t trips[2] = {draw(12), 1 + draw(12)};
    int64_t steps[2] = {1 + draw(5), 1 + draw(5)};
    Bound n = context.symbol(context.addSymbol("N"));
    for (int loop = 0; loop < 2; ++loop)
      context.addLoop(isDynamic && loop == 0 ? n
                                             : context.constant(trips[loop]),
                      context.constant(steps[loop]));
    int64_t size = draw(14);
    Bound extent =
        isDynamic && draw(2) ? context.add(n, draw(3)) : context.constant(size);
    Bound base = context.add(context.mul(context.var(0), draw(3)),
                             context.mul(context.var(1), draw(2)));
    Bound lo = context.add(base, draw(4) - 2);
    Box box{{{lo, context.add(lo, draw(8))}}};
    box = clampBox(context, box, {extent});
    int level = draw(2);
    bool claimsCover = coversAll(context, box, {extent}, level);
    bool claimsDisjoint = areDisjoint(context, box, level);
    Box wide = widenBox(context, box, {extent}, level + 1);
    covered += claimsCover;
    disjoint += claimsDisjoint;
    for (int64_t nValue : {0, 1, 5, 9}) {
      int64_t extents[2] = {isDynamic ? nValue : trips[0], trips[1]};
      int64_t whole = BoundContext::evaluate(extent, {}, {nValue});
      std::set<int64_t> seen;
      bool overlaps = false;
      for (int64_t i = 0; i < extents[0]; i += steps[0]) {
        int64_t end = level == 1 ? extents[1] : 1;
        for (int64_t j = 0; j < end; j += steps[1]) {
          auto at = [&](Bound bound) {
            return BoundContext::evaluate(bound, {i, j}, {nValue});
          };
          const BoxRange &range = level == 1 ? box.dims[0] : wide.dims[0];
          ASSERT_LE(0, at(range.lo));
          ASSERT_LE(at(range.lo), at(range.hi));
          ASSERT_LE(at(range.hi), whole);
          for (int64_t x = at(range.lo); x < at(range.hi); ++x)
            overlaps |= !seen.insert(x).second;
        }
      }
      if (claimsCover) {
        ASSERT_EQ(int64_t(seen.size()), whole) << "round " << round;
      }
      if (claimsDisjoint && level == 1) {
        ASSERT_FALSE(overlaps) << "round " << round;
      }
    }
  }
  // The claims are not all "unknown".
  EXPECT_GT(covered, 100);
  EXPECT_GT(disjoint, 100);
}

} // namespace
