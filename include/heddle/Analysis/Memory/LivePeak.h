//===- LivePeak.h - The most bytes alive at once ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The peak of what a bufferized function has on the heap at one time. What its
// arguments, globals and the stack hold is not counted.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_MEMORY_LIVEPEAK_H
#define HEDDLE_ANALYSIS_MEMORY_LIVEPEAK_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include <optional>
#include <string>

namespace mlir::heddle {

struct LivePeak {
  int64_t bytes = 0;
  /// Something was left out: a size that is known at run time only, or what a
  /// function without a body allocates.
  bool isAtLeast = false;
  /// Something may be free earlier: a size is a bound, or a buffer is freed in
  /// some cases only.
  bool isAtMost = false;
  /// Where the peak is reached: an allocation, or the call of a function that
  /// allocates. Null if nothing is allocated.
  Operation *op = nullptr;

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
/// calls at their calls. Branches count with the one that needs most; of a
/// parallel loop, one iteration at a time is counted.
///
/// `getBytes` tells the size of an op that allocates, nothing if it is known at
/// run time only.
LivePeak computeLivePeak(
    FunctionOpInterface function,
    llvm::function_ref<std::optional<AllocatedBytes>(Operation *)> getBytes);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_MEMORY_LIVEPEAK_H
