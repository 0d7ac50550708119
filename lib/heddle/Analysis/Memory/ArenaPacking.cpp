//===- ArenaPacking.cpp - Places in one block of memory -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A placement follows from the order in which buffers are placed, so the search
// is over orders.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Memory/ArenaPacking.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::heddle;

namespace {
using Order = SmallVector<unsigned, 0>;

class Packer {
public:
  explicit Packer(ArrayRef<LiveInterval> buffers);
  ArenaPacking run();

private:
  /// The kind of gap that a buffer is put into.
  enum class Gap { Lowest, Smallest };

  int64_t getLowerBound() const;
  /// Places the buffers in `order`, and keeps the result if it is the best so
  /// far.
  bool place(const Order &order, Gap gap);
  int64_t findOffset(unsigned buffer, Gap gap) const;
  /// Changes the order around a buffer at the end of the block.
  void improve();

  SmallVector<LiveInterval, 0> buffers;
  /// The buffers that are placed, sorted by offset.
  Order placed;
  SmallVector<int64_t, 0> offsets;
  ArenaPacking best;
  Order bestOrder;
  Gap bestGap = Gap::Lowest;
};
} // namespace

Packer::Packer(ArrayRef<LiveInterval> all) : buffers(all) {
  for (LiveInterval &buffer : buffers)
    buffer.bytes = llvm::alignTo(buffer.bytes, buffer.alignment);
  offsets.resize(buffers.size());
}

int64_t Packer::getLowerBound() const {
  // A buffer that ends at some time overlaps a buffer that begins at that time.
  SmallVector<std::pair<int64_t, int64_t>, 0> changes;
  for (const LiveInterval &buffer : buffers) {
    changes.emplace_back(2 * buffer.begin, buffer.bytes);
    changes.emplace_back(2 * buffer.end + 1, -buffer.bytes);
  }
  llvm::sort(changes);
  int64_t alive = 0, most = 0;
  for (auto [time, bytes] : changes) {
    alive += bytes;
    most = std::max(most, alive);
  }
  return most;
}

int64_t Packer::findOffset(unsigned number, Gap gap) const {
  const LiveInterval &buffer = buffers[number];
  int64_t end = 0, found = -1, smallest = INT64_MAX;
  for (unsigned other : placed) {
    if (!buffer.overlaps(buffers[other]))
      continue;
    int64_t begin = llvm::alignTo(end, buffer.alignment);
    int64_t size = offsets[other] - end;
    if (begin + buffer.bytes <= offsets[other] && size < smallest) {
      found = begin;
      smallest = size;
      if (gap == Gap::Lowest)
        return found;
    }
    end = std::max(end, offsets[other] + buffers[other].bytes);
  }
  return found >= 0 ? found : llvm::alignTo(end, buffer.alignment);
}

bool Packer::place(const Order &order, Gap gap) {
  placed.clear();
  int64_t bytes = 0;
  for (unsigned number : order) {
    if (buffers[number].bytes == 0) {
      offsets[number] = 0;
      continue;
    }
    offsets[number] = findOffset(number, gap);
    bytes = std::max(bytes, offsets[number] + buffers[number].bytes);
    if (!bestOrder.empty() && bytes >= best.bytes)
      return false;
    auto *after = std::upper_bound(
        placed.begin(), placed.end(), number,
        [&](unsigned a, unsigned b) { return offsets[a] < offsets[b]; });
    placed.insert(after, number);
  }
  best.offsets = offsets;
  best.bytes = bytes;
  bestOrder = order;
  bestGap = gap;
  return true;
}

void Packer::improve() {
  constexpr int64_t kMaxWork = 500'000'000, kMaxSteps = 2000;
  int64_t number = buffers.size();
  int64_t steps =
      std::clamp<int64_t>(kMaxWork / (number * number), 4, kMaxSteps);
  // Pseudorandom numbers with a fixed seed.
  uint64_t seed = 1;
  auto draw = [&](uint64_t below) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (seed >> 33) % below;
  };
  for (int64_t step = 0; step < steps && best.bytes > best.lowerBound; ++step) {
    Order order = bestOrder;
    // Move a buffer that ends where the block ends to an earlier place in the
    // order.
    SmallVector<unsigned> last;
    for (auto [place, buffer] : llvm::enumerate(order))
      if (best.offsets[buffer] + buffers[buffer].bytes == best.bytes)
        last.push_back(place);
    unsigned from = last[draw(last.size())];
    unsigned to = draw(from + 1);
    std::rotate(order.begin() + to, order.begin() + from,
                order.begin() + from + 1);
    if (step % 2 != 0)
      std::swap(order[draw(number)], order[draw(number)]);
    place(order, step % 4 < 2 ? bestGap : Gap::Smallest);
  }
}

ArenaPacking Packer::run() {
  best.lowerBound = getLowerBound();
  best.offsets = offsets;
  if (buffers.empty())
    return best;
  using Key = std::pair<double, double>;
  Order order = llvm::to_vector(llvm::seq<unsigned>(0, buffers.size()));
  auto tryOrder = [&](auto getKey) {
    Order sorted = order;
    llvm::sort(sorted, [&](unsigned a, unsigned b) {
      Key left = getKey(buffers[a]), right = getKey(buffers[b]);
      return left == right ? a < b : left > right;
    });
    for (Gap gap : {Gap::Lowest, Gap::Smallest})
      if (bestOrder.empty() || best.bytes > best.lowerBound)
        place(sorted, gap);
  };
  tryOrder([](const LiveInterval &buffer) {
    return Key(buffer.bytes, buffer.end - buffer.begin);
  });
  tryOrder([](const LiveInterval &buffer) {
    return Key(double(buffer.bytes) * (buffer.end - buffer.begin + 1), 0);
  });
  tryOrder([](const LiveInterval &buffer) {
    return Key(buffer.end - buffer.begin, buffer.bytes);
  });
  tryOrder([](const LiveInterval &buffer) {
    return Key(-double(buffer.begin), buffer.bytes);
  });
  improve();
  return best;
}

ArenaPacking heddle::packBuffers(ArrayRef<LiveInterval> buffers) {
  return Packer(buffers).run();
}
