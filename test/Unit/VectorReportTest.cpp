//===- VectorReportTest.cpp - Plans and what became of them ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No payload is known for which vectorization differs from its plan. So the
// comparison of the two is tested here.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Vectors/Vectorize.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {

class VectorReportTest : public testing::Test {
protected:
  VectorReport makeReport(unsigned count, bool isMasked = false) {
    VectorReport report;
    report.vectorized.push_back(VectorizedOps{
        loc, "linalg.exp", "64xf32", isMasked, /*registers=*/4, count, 64.0});
    return report;
  }

  MLIRContext context;
  Location loc = UnknownLoc::get(&context);
};

TEST_F(VectorReportTest, AcceptsTheSameOutcome) {
  EXPECT_EQ(findDifference(makeReport(2), makeReport(2)), std::nullopt);
}

/// One op that is recorded twice counts like two ops.
TEST_F(VectorReportTest, CountsOpsAndNotEntries) {
  VectorReport twice = makeReport(1);
  twice.append(makeReport(1));
  EXPECT_EQ(findDifference(makeReport(2), twice), std::nullopt);
}

TEST_F(VectorReportTest, FindsAnOpThatWasLeft) {
  EXPECT_EQ(findDifference(makeReport(2), makeReport(1)),
            "'linalg.exp' as vector<64xf32>: planned 2 times, done 1 times");
}

TEST_F(VectorReportTest, FindsAMask) {
  EXPECT_NE(findDifference(makeReport(1), makeReport(1, /*isMasked=*/true)),
            std::nullopt);
}

/// An op that stays scalar instead of becoming a vector is found, too.
TEST_F(VectorReportTest, FindsAReason) {
  VectorReport scalar = makeReport(1);
  scalar.scalar.emplace_back(Reason(loc, "'linalg.exp' stays scalar"), 1.0);
  EXPECT_EQ(findDifference(makeReport(1), scalar),
            "'linalg.exp' stays scalar: planned 0 times, done 1 times");
}

} // namespace
