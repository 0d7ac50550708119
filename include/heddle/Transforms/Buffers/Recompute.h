//===- Recompute.h - Compute a value again where it is read -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Trades time for memory: a value that is cheap to compute need not be alive
// between the op that makes it and an op that reads it much later.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_RECOMPUTE_H
#define HEDDLE_TRANSFORMS_BUFFERS_RECOMPUTE_H

#include "mlir/IR/PatternMatch.h"
#include <optional>

namespace mlir::heddle {

/// On each copy: a number of its own, up to the next bufferization.
inline constexpr StringLiteral kRecomputedAttrName = "heddle.recomputed";

struct RecomputeResult {
  /// One for each reader, in their order.
  SmallVector<Operation *> copies;
  /// The op had no other reader and is gone.
  bool isErased = false;
  /// How often the op is computed now in each run of the block that it is (or
  /// was) in; nothing if that is known at run time only.
  std::optional<int64_t> executions;
  /// The bytes of its results, likewise.
  std::optional<int64_t> bytes;
  /// The ops of its block that they were alive across, and are no more.
  int64_t opsBetween = 0;
};

/// Computes `op` again directly before each of `readers`, which use its
/// results.
///
/// ```mlir
/// %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>)
///     -> tensor<8xf32>
/// %1 = linalg.matvec ...
/// %2 = linalg.add ins(%0, %1 : tensor<8xf32>, tensor<8xf32>) ...
/// ```
/// ```mlir
/// %1 = linalg.matvec ...
/// %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>)
///     -> tensor<8xf32>
/// %2 = linalg.add ins(%0, %1 : tensor<8xf32>, tensor<8xf32>) ...
/// ```
///
/// On success: readers that are not named still use `op`; without such readers
/// it is erased. On failure: the IR is untouched; `op` has an effect on memory,
/// or reads memory that may be written before a reader, or a reader does not
/// use it.
FailureOr<RecomputeResult> recompute(RewriterBase &rewriter, Operation *op,
                                     ArrayRef<Operation *> readers);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_RECOMPUTE_H
