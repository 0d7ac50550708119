//===- ArenaPackingTest.cpp - Places in one block of memory ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Properties of every packing, on random buffers, and how close packings come
// to the lower bound.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Memory/ArenaPacking.h"

#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <random>

using namespace mlir::heddle;
using Buffers = std::vector<LiveInterval>;

/// `count` buffers of up to `maxBytes` that live for up to `maxTime`.
static Buffers draw(unsigned seed, int count, int maxTime, int maxBytes) {
  std::mt19937 random(seed);
  auto below = [&](int end) { return int64_t(random() % end); };
  Buffers buffers(count);
  for (LiveInterval &buffer : buffers) {
    buffer.begin = below(count);
    buffer.end = buffer.begin + below(maxTime);
    buffer.bytes = below(maxBytes);
    buffer.alignment = below(8) == 0 ? 256 : 64;
  }
  return buffers;
}

/// Fails unless `packing` is one of `buffers`: aligned, inside the block, at
/// least as large as the bound, and without two buffers at one time in one
/// place.
static void expectSound(const Buffers &buffers, const ArenaPacking &packing) {
  ASSERT_EQ(packing.offsets.size(), buffers.size());
  EXPECT_GE(packing.bytes, packing.lowerBound);
  for (size_t i = 0; i < buffers.size(); ++i) {
    int64_t begin = packing.offsets[i], end = begin + buffers[i].bytes;
    EXPECT_EQ(begin % buffers[i].alignment, 0);
    EXPECT_GE(begin, 0);
    EXPECT_LE(end, packing.bytes);
    for (size_t j = 0; j < i; ++j) {
      int64_t other = packing.offsets[j];
      ASSERT_TRUE(!buffers[i].overlaps(buffers[j]) || end <= other ||
                  other + buffers[j].bytes <= begin || buffers[i].bytes == 0 ||
                  buffers[j].bytes == 0)
          << i << " and " << j;
    }
  }
}

TEST(ArenaPacking, RandomBuffersAreSound) {
  double worst = 1, sum = 0;
  int count = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    Buffers buffers = draw(seed, 1 + seed % 60, 2 + seed % 17, 5000);
    ArenaPacking packing = packBuffers(buffers);
    expectSound(buffers, packing);
    if (packing.lowerBound == 0)
      continue;
    double ratio = double(packing.bytes) / packing.lowerBound;
    worst = std::max(worst, ratio);
    sum += ratio;
    ++count;
  }
  llvm::outs() << "block / lower bound: mean " << sum / count << ", worst "
               << worst << "\n";
  EXPECT_LT(sum / count, 1.03);
}

// A chain of layers, each of which reads the previous one: two are alive at a
// time.
TEST(ArenaPacking, ChainsReachTheBound) {
  Buffers buffers;
  for (int64_t i = 0; i < 50; ++i)
    buffers.push_back({i, i + 1, 1000 + 640 * (i % 7), 64});
  ArenaPacking packing = packBuffers(buffers);
  expectSound(buffers, packing);
  EXPECT_EQ(packing.bytes, packing.lowerBound);
}

TEST(ArenaPacking, NothingTakesNothing) {
  EXPECT_EQ(packBuffers({}).bytes, 0);
  Buffers empty = {{0, 3, 0, 64}, {1, 2, 0, 64}};
  EXPECT_EQ(packBuffers(empty).bytes, 0);
  Buffers one = {{5, 5, 1, 64}};
  ArenaPacking packing = packBuffers(one);
  EXPECT_EQ(packing.bytes, 64);
  EXPECT_EQ(packing.lowerBound, 64);
}

// The same buffers give the same places.
TEST(ArenaPacking, IsDeterministic) {
  Buffers buffers = draw(7, 300, 40, 100000);
  EXPECT_EQ(packBuffers(buffers).offsets, packBuffers(buffers).offsets);
}

// Few buffers live long in large functions; and the worst case, all at once. A
// packing that is tried takes time with the square of their number, so that
// only few are.
TEST(ArenaPacking, TenThousandBuffersAreSound) {
  for (int maxTime : {30, 10000}) {
    Buffers buffers = draw(3, 10000, maxTime, 1 << 20);
    ArenaPacking packing = packBuffers(buffers);
    expectSound(buffers, packing);
    double ratio = double(packing.bytes) / packing.lowerBound;
    llvm::outs() << "10000 buffers: block / bound " << ratio << "\n";
    EXPECT_LT(ratio, 1.3);
  }
}
