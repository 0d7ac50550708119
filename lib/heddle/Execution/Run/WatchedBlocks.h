//===- WatchedBlocks.h - The buffers of watched code ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which buffer an address belongs to, and how to name its element in a report.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXECUTION_RUN_WATCHEDBLOCKS_H
#define HEDDLE_LIB_EXECUTION_RUN_WATCHEDBLOCKS_H

#include "heddle/Execution/Run/MemoryWatch.h"

#include <map>

namespace mlir::heddle {

/// One buffer.
struct WatchedBlock {
  enum Kind { Argument, Heap, Stack };
  Kind kind = Heap;
  uintptr_t begin = 0;
  uint64_t bytes = 0;
  /// Bytes on either side that must not be accessed.
  uint64_t before = 0, after = 0;
  std::string name;   ///< of an argument
  int64_t site = -1;  ///< of the allocation
  int64_t freed = -1; ///< site of the op that freed it
  /// Allocated by one thread of a team, for all iterations that it runs.
  bool isOfThread = false;
  void *memory = nullptr;
  unsigned elementSize = 1;
  std::optional<SmallVector<int64_t>> shape; ///< if it is known

  uintptr_t end() const { return begin + bytes; }
};

class WatchedBlocks {
public:
  /// Adds a block. Removes blocks on the stack that it overlaps.
  WatchedBlock &add(WatchedBlock &&block);

  /// The block that starts at `address`, or null.
  WatchedBlock *findStart(uintptr_t address);

  /// The block that holds `address` in its data or its margins, or null.
  const WatchedBlock *find(uintptr_t address) const;

  void erase(uintptr_t begin) { blocks.erase(begin); }

  /// One block of the heap that was not freed, or null, and how many there are.
  std::pair<const WatchedBlock *, unsigned> findUnfreed() const;

private:
  std::map<uintptr_t, WatchedBlock> blocks;
};

/// "[3, 0]" for an element of a row-major array. An element that is outside has
/// an index 0 that is negative or too large.
std::string formatElement(int64_t element, ArrayRef<int64_t> shape);

/// The position of a byte: "[3, 0]" of an array of known shape, else
/// "element 12"; negative before the start.
std::string formatPosition(const WatchedBlock &block, uintptr_t address);

/// "kernel.mlir:7:3" of a site; "an unknown place" if there is none.
std::string formatSite(const WatchedCode &code, int64_t site);

/// "argument 2", "the buffer allocated at kernel.mlir:7:3".
std::string formatBlock(const WatchedCode &code, const WatchedBlock &block);

/// "argument 2[0, 64]", "[3] of the buffer allocated at kernel.mlir:7:3".
std::string formatElement(const WatchedCode &code, const WatchedBlock *block,
                          uintptr_t address);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_RUN_WATCHEDBLOCKS_H
