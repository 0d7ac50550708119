//===- Prefetch.h - Reads that are announced to the caches ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lets the caches fetch what a loop reads or writes some iterations later.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_PREFETCH_H
#define HEDDLE_TRANSFORMS_BUFFERS_PREFETCH_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

struct PrefetchOptions {
  /// The number of the operand whose memory is fetched.
  int64_t operand = 0;
  /// How many iterations ahead the memory is fetched.
  int64_t distance = 8;
  /// The loop whose iterations count: 0 is the innermost loop around the op, 1
  /// the loop around that one, and so on.
  int64_t loop = 0;
  /// 0: used once; 3: to be kept in all caches.
  int64_t locality = 3;
  /// The memory is written, not read.
  bool isWrite = false;
};

/// An access whose memory is fetched ahead of time.
struct PrefetchedAccess {
  Operation *op;
  int64_t numPrefetches; ///< in each iteration
};

/// Fails, and tells the rewriter why, if `prefetchOperand` would.
LogicalResult checkPrefetch(RewriterBase &rewriter, Operation *op,
                            const PrefetchOptions &options);

/// Fetches what `op` accesses through the operand `distance` iterations of an
/// `scf.for` later. If the operand is not a buffer, fetches what the reads in
/// the loop access from which the operand is computed.
///
/// ```
///   scf.for %i = %c0 to %n step %c16 {
///     %v = vector.transfer_read %x[%i], %zero {in_bounds = [true]}
///   }
/// ```
/// becomes, with a distance of 8,
/// ```
///   %last = affine.apply (((%n - 1) floordiv 16) * 16)
///   scf.for %i = %c0 to %n step %c16 {
///     %ahead = affine.min (%i + 128, %last)
///     memref.prefetch %x[%ahead], read, locality<3>, data
///     %v = vector.transfer_read %x[%i], %zero {in_bounds = [true]}
///   }
/// ```
/// No index is out of bounds: each is the index of an access in an iteration
/// that runs. For an access under a mask, code checks whether the fetched
/// element exists.
///
/// On failure: the IR is untouched, and the rewriter was told why.
FailureOr<SmallVector<PrefetchedAccess>>
prefetchOperand(RewriterBase &rewriter, Operation *op,
                const PrefetchOptions &options);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_PREFETCH_H
