//===- MemoryWatch.h - Races and misuse of memory in one call ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the accesses that compiled code reports (Lowering/CPU/WatchMemory.h).
// It finds two iterations of a parallel loop that access one element, accesses
// out of bounds, and buffers that are freed twice or never. WatchedCall.h makes
// such calls.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_RUN_MEMORYWATCH_H
#define HEDDLE_EXECUTION_RUN_MEMORYWATCH_H

#include "heddle/Execution/Run/Target.h"
#include "heddle/Lowering/CPU/WatchMemory.h"

#include "llvm/Support/JSON.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mlir::heddle {

/// A forbidden access, allocation or deallocation. Places are texts
/// ("kernel.mlir:7:3"), which are empty if they are not known.
struct MemoryFault {
  enum Kind {
    Race,        ///< two iterations share an element, and one writes it
    OutOfBounds, ///< an access next to a buffer
    UseAfterFree,
    BadFree, ///< freed twice, or never allocated
    Leak,
    Unwritten ///< a result depends on memory that was never written
  };
  Kind kind = Race;
  /// A sentence without its subject: "writes [4] past the end of ...".
  std::string text;
  std::string element;       ///< "argument 2[0, 64]"
  std::string access;        ///< where that happens
  std::string loop;          ///< of a race
  std::string step;          ///< the line of the schedule that made the loop
  std::string first, second; ///< iterations of the loop, "(0, 64)"
  std::string allocation;    ///< where the buffer was allocated

  llvm::json::Value toJSON() const;
};

/// A parallel loop that ran.
struct WatchedLoop {
  std::string place;
  std::string step;   ///< the line of the schedule that made it
  uint64_t trips = 0; ///< iterations, the most of all times that it ran

  /// "kernel.mlir:7:3, made at schedule.mlir:9:10".
  std::string describe() const;
};

/// What a call did to memory.
struct MemorySummary {
  uint64_t accesses = 0;
  std::vector<WatchedLoop> loops;
  /// A read of memory that was never written, if there was one. That is not a
  /// fault: a vector may read padding on which nothing depends.
  std::optional<MemoryFault> unwritten;
  /// Whether there were too many iterations to tell them apart.
  bool incomplete = false;
};

/// A function that watched code calls, under its name.
struct WatchFunction {
  StringRef name;
  void *address;
};
ArrayRef<WatchFunction> getWatchFunctions();

/// The heap of watched code: 64 byte aligned, with margins on either side.
const HeapFunctions &getWatchedHeap();

/// From now on, watches the code in this process whose sites are in `code`.
/// `onFault` is called once, before the access, and must not return. Heap
/// memory is filled with `pattern`.
void startWatch(const WatchedCode &code, unsigned char pattern,
                std::function<void(const MemoryFault &)> onFault);

/// An array that the caller provides.
struct WatchedArray {
  std::string name;    ///< "argument 2"
  const char *mapping; ///< memory that is this array's alone
  size_t mappingSize;
  const char *data;
  size_t bytes;
  unsigned elementSize;
  std::optional<SmallVector<int64_t>> shape; ///< if it is row-major
  bool isWritten = true; ///< holds something that may be read
};
void watchArray(const WatchedArray &array);

/// The fault that reports buffers which were allocated and not freed, if there
/// are any.
std::optional<MemoryFault> findLeak();

MemorySummary getWatchSummary();

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_RUN_MEMORYWATCH_H
