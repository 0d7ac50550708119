//===- MemoryWatch.h - Races and misuse of memory in one call ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a process learns while it calls code that reports its accesses
// (Lowering/CPU/WatchMemory.h): two iterations of a parallel loop that meet on
// one element, accesses to memory that is not there, buffers that are freed
// twice or never. WatchedCall.h makes such calls.
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

/// Something that code did to memory and must not do. Places are texts
/// ("kernel.mlir:7:3"); those that are not known are empty.
struct MemoryFault {
  enum Kind {
    Race,        ///< two iterations share an element, and one writes it
    OutOfBounds, ///< an access next to a buffer
    UseAfterFree,
    BadFree, ///< a second time, or what was not allocated
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

/// What a call did.
struct MemorySummary {
  uint64_t accesses = 0;
  std::vector<WatchedLoop> loops;
  /// A read of memory that was never written, if there was one. That is no
  /// fault: a vector may read padding that nothing depends on.
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

/// Watches what code with the sites of `code` does from now on in this process.
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

/// The buffers that were allocated and not freed, if there are any.
std::optional<MemoryFault> findLeak();

MemorySummary getWatchSummary();

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_RUN_MEMORYWATCH_H
