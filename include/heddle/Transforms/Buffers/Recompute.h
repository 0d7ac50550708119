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

/// An attribute with a unique number on each copy, up to the next
/// bufferization.
inline constexpr StringLiteral kRecomputedAttrName = "heddle.recomputed";

struct RecomputeResult {
  /// One copy for each reader, in the order of the readers.
  SmallVector<Operation *> copies;
  /// True if the op had no other reader and was erased.
  bool isErased = false;
  /// How often the op is computed now in each run of the block that it is or
  /// was in; nothing if that is only known at run time.
  std::optional<int64_t> executions;
  /// The bytes of its results; nothing if they are only known at run time.
  std::optional<int64_t> bytes;
  /// The number of ops in its block across which the results were alive before,
  /// and are no longer.
  int64_t opsBetween = 0;
};

/// Computes `op` again directly before each of `readers`, which use its
/// results; for a reader in a region that is no function, loop or branch, such
/// as the end of an scf.forall, before the op with that region.
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
