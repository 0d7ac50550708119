//===- PoisonedHeap.cpp - The memory of jitted code -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks with guards and patterns.
//
//===----------------------------------------------------------------------===//

#include "PoisonedHeap.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/MathExtras.h"

#include <cstdlib>
#include <cstring>
#include <vector>

using namespace mlir;
using namespace mlir::heddle::pairs;

namespace {

constexpr size_t kGuard = 256;
constexpr unsigned char kFresh = 0xA5;
constexpr unsigned char kFreed = 0xDD;

struct HeapBlock {
  unsigned char *base;
  unsigned char *start;
  size_t size;
  bool isFreed;
};

struct Heap {
  std::vector<HeapBlock> blocks;
  llvm::DenseMap<void *, size_t> byAddress;
  unsigned badFrees = 0;
};

} // namespace

static Heap &heap() {
  static Heap theHeap;
  return theHeap;
}

static bool holds(const unsigned char *from, size_t size,
                  unsigned char pattern) {
  for (size_t index = 0; index < size; ++index)
    if (from[index] != pattern)
      return false;
  return true;
}

static void *allocateAligned(size_t alignment, size_t size) {
  size_t total = alignment + size + 2 * kGuard;
  auto *base = static_cast<unsigned char *>(std::malloc(total));
  memset(base, kFresh, total);
  auto address = reinterpret_cast<uintptr_t>(base + kGuard);
  auto *start =
      reinterpret_cast<unsigned char *>(llvm::alignTo(address, alignment));
  heap().byAddress[start] = heap().blocks.size();
  heap().blocks.push_back({base, start, size, /*isFreed=*/false});
  return start;
}

void *poisoned_heap::allocate(size_t size) { return allocateAligned(16, size); }

void poisoned_heap::release(void *address) {
  if (!address)
    return;
  auto found = heap().byAddress.find(address);
  if (found == heap().byAddress.end() || heap().blocks[found->second].isFreed) {
    ++heap().badFrees;
    return;
  }
  HeapBlock &block = heap().blocks[found->second];
  block.isFreed = true;
  memset(block.start, kFreed, block.size);
}

HeapReport poisoned_heap::finish() {
  HeapReport report;
  report.badFrees = heap().badFrees;
  for (const HeapBlock &block : heap().blocks) {
    if (!holds(block.start - kGuard, kGuard, kFresh) ||
        !holds(block.start + block.size, kGuard, kFresh))
      ++report.overflows;
    if (!block.isFreed) {
      ++report.leaks;
      report.leakedBytes += block.size;
    } else if (!holds(block.start, block.size, kFreed)) {
      ++report.writesAfterFree;
    }
    std::free(block.base);
  }
  heap() = Heap();
  return report;
}

const heddle::HeapFunctions poisoned_heap::functions = {
    &poisoned_heap::allocate, &allocateAligned, &poisoned_heap::release};
