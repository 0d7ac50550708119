//===- LivePeak.h - The most bytes alive at once ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The most heap memory that a bufferized function uses at one time. Arguments,
// globals and the stack are not counted.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_MEMORY_LIVEPEAK_H
#define HEDDLE_ANALYSIS_MEMORY_LIVEPEAK_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace mlir::heddle {

/// What one op has allocated and not freed.
struct LiveBytes {
  /// An allocation, the call of a function that allocates, or an op with very
  /// many blocks that allocate.
  Operation *op = nullptr;
  /// The number of buffers of an allocation, else 0.
  int64_t buffers = 0;
  /// All of them together. Buffers whose size is known at run time only are not
  /// counted.
  int64_t bytes = 0;
};

struct LivePeak {
  int64_t bytes = 0;
  /// The sum leaves something out: a size that is known at run time only, or
  /// the allocations of a function without a body.
  bool isAtLeast = false;
  /// The true peak may be lower: a size is an upper bound, or a buffer is freed
  /// on some paths only.
  bool isAtMost = false;
  /// Where the peak is reached: an allocation, or the call of a function that
  /// allocates. Null if nothing is allocated.
  Operation *op = nullptr;
  /// What is alive there, the most bytes first. The sum is `bytes` and
  /// `freedElsewhere`.
  SmallVector<LiveBytes, 0> live;
  /// Bytes of `live` that were freed before, but through a value from which the
  /// allocation is not known, such as the result of a loop.
  int64_t freedElsewhere = 0;

  /// `bytes` is exact, or a bound other than zero.
  bool isKnown() const { return !isAtLeast || (!isAtMost && bytes != 0); }
  /// "64 B", "at least 64 B", "at most 64 B" or "unknown".
  std::string str() const;
};

/// The bytes of one execution of an allocation.
struct AllocatedBytes {
  int64_t bytes = 0;
  bool isBound = false;
};

/// Computes the peak of `function`, with the peaks of the functions that it
/// calls at their calls. Of several branches, the one that needs most is
/// counted. A parallel loop counts as if one iteration ran at a time.
///
/// `getBytes` returns the size of an op that allocates, or nullopt if it is
/// known at run time only.
LivePeak computeLivePeak(
    FunctionOpInterface function,
    llvm::function_ref<std::optional<AllocatedBytes>(Operation *)> getBytes);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_MEMORY_LIVEPEAK_H
