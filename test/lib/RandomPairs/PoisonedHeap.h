//===- PoisonedHeap.h - The memory of jitted code ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An allocator for code under test. Every block is between two guards and holds
// a pattern, so that it finds a write outside a block, and memory that was
// never written does not look like zeros. A freed block gets another pattern
// and is kept until the call has ended, so that it finds reads and writes after
// the free too. It counts blocks that are never freed.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_RANDOMPAIRS_POISONEDHEAP_H
#define HEDDLE_TEST_RANDOMPAIRS_POISONEDHEAP_H

#include "heddle/Execution/Run/Jit.h"

#include <cstddef>
#include <cstdint>

namespace mlir::heddle::pairs {

/// The faults in the blocks of one call.
struct HeapReport {
  /// Blocks with a guard that was overwritten.
  unsigned overflows = 0;
  /// Calls of free with an address that is not a live block.
  unsigned badFrees = 0;
  /// Freed blocks that were written afterwards.
  unsigned writesAfterFree = 0;
  /// Blocks that were never freed, and their size in bytes.
  unsigned leaks = 0;
  uint64_t leakedBytes = 0;
};

namespace poisoned_heap {

/// Allocates `size` bytes for code or for its caller.
void *allocate(size_t size);

/// Frees a block. Null is allowed.
void release(void *address);

/// Checks all blocks and forgets them. The heap is empty afterwards.
HeapReport finish();

/// This heap as compiled code uses it.
extern const HeapFunctions functions;

} // namespace poisoned_heap

} // namespace mlir::heddle::pairs

#endif // HEDDLE_TEST_RANDOMPAIRS_POISONEDHEAP_H
