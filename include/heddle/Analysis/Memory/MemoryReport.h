//===- MemoryReport.h - What buffers and copies cost ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts the allocations and the copies of bufferized IR, with their bytes and
// with how often they are executed. Nothing is measured. LivePeak computes what
// is alive at the same time.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_MEMORY_MEMORYREPORT_H
#define HEDDLE_ANALYSIS_MEMORY_MEMORYREPORT_H

#include "heddle/Analysis/Memory/LivePeak.h"
#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/IR/Operation.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::heddle {

/// A product of a number and of sizes that are known at run time only, such as
/// 128 * arg0[1] * ceil(arg0[0] / 8).
struct MemoryAmount {
  int64_t number = 1;
  /// `argN[D]` is the extent of a function's argument, `argN` an argument
  /// itself, `sN` a value that the report's legend describes.
  SmallVector<std::string> symbols;
  /// The number is an upper bound and not exact.
  bool isBound = false;

  bool isStatic() const { return symbols.empty(); }
  MemoryAmount operator*(const MemoryAmount &other) const;
  std::string str() const;
};

/// An op that allocates or copies.
struct MemoryEvent {
  enum class Kind { Alloc, Stack, Copy };
  Kind kind;
  Operation *op;
  /// The bytes of the buffer, per execution.
  MemoryAmount bytes;
  /// Executions in one call of the function: the iterations of all loops around
  /// the op, whichever branches are taken.
  MemoryAmount trips;
  /// The innermost loop around the op in its function, or null.
  Operation *loop = nullptr;
  /// The op is in a branch that may not be taken.
  bool isConditional = false;
  /// Why the op exists, if Heddle's bufferization made it.
  std::optional<Reason> cause = std::nullopt;
  /// The line of the schedule that made the op, if it was recorded.
  std::optional<Location> step = std::nullopt;
};

/// The allocations and copies of one function.
struct FunctionMemory {
  std::string name;
  std::vector<MemoryEvent> events;
  /// The most bytes on the heap at one time.
  LivePeak peak;
  /// The meaning of the symbols `sN`.
  SmallVector<std::pair<std::string, std::string>> legend;

  unsigned count(MemoryEvent::Kind kind) const;
  /// The bytes of all executions of all ops of `kind`, as a sum of amounts.
  std::string totalBytes(MemoryEvent::Kind kind) const;
  std::string totalTrips(MemoryEvent::Kind kind) const;
  /// The same as a number, or a bound of it, if all sizes and trip counts are
  /// known.
  std::optional<int64_t> totalStaticBytes(MemoryEvent::Kind kind) const;

  /// "1 allocation (512 B, 1 x), 0 copies, peak 512 B".
  std::string summarize() const;
  /// "512 B of alloc memref<128xf32>", "1024 B of 2 x alloc memref<128xf32>" or
  /// "64 B of call @f".
  std::string describe(const LiveBytes &live) const;
};

/// "alloc memref<128xf32>: 512 B x 1".
std::string summarize(const MemoryEvent &event);

/// "in 'scf.for' at k.mlir:12:3", the innermost loop around the op; empty if
/// there is none.
std::string describeLoop(const MemoryEvent &event);

/// "because 'linalg.add' would overwrite what 'linalg.mul' still reads, made at
/// s.mlir:5:8", as far as these are known; empty if neither is.
std::string explain(const MemoryEvent &event);

/// "k.mlir:12:8", the first place in a file that `loc` names.
std::string describePlace(Location loc);

struct MemoryReport {
  std::vector<FunctionMemory> functions;

  /// A summary for each function and, for each event, one line that names its
  /// innermost loop, its cause, and the line of the schedule that made it; then
  /// what is alive at the peak:
  ///
  /// ```
  /// memory of @f: 1 allocation (512 B, 1 x), 0 copies, peak 512 B
  ///   alloc memref<128xf32>: 512 B x 1 at k.mlir:12:8
  ///     because 'linalg.add' would overwrite what 'linalg.mul' still reads
  ///     the write: k.mlir:12:8
  ///     the read: k.mlir:14:8
  ///   at the peak, k.mlir:12:8:
  ///     512 B of alloc memref<128xf32> at k.mlir:12:8
  /// ```
  void print(raw_ostream &os) const;

  llvm::json::Value toJSON() const;
};

/// Counts what the functions under `root` (or `root` itself) allocate and copy.
/// Works on bufferized IR; ops on tensors are not counted.
MemoryReport computeMemoryReport(Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_MEMORY_MEMORYREPORT_H
