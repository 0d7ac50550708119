//===- StreamStores.h - Stores past the caches ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes of whole vectors into buffers that nothing reads become nontemporal
// stores.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_STREAMSTORES_H
#define HEDDLE_TRANSFORMS_BUFFERS_STREAMSTORES_H

#include "heddle/Analysis/Reasons/Reason.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Bytes of a cache line. A store that bypasses the caches writes whole lines.
constexpr int64_t kLineBytes = 64;

struct StreamOptions {
  /// If set, writes to buffers of at most this many bytes do not bypass the
  /// caches.
  std::optional<int64_t> above;
  /// If set, the size of a buffer of dynamic extents is compared with `above`
  /// at run time. Otherwise writes to such buffers do not bypass the caches.
  bool asksForSizes = true;
  /// `left` only names buffers that are known to be larger than `above`.
  bool tellsOfLarge = false;
};

/// Lets the vectors that the functions in `targets` write into buffers, and do
/// not read again, bypass the caches. Returns how many writes do.
///
/// ```
///   scf.for %i = %c0 to %n step %c64 {
///     vector.transfer_write %v, %out[%i] : vector<64xf32>, memref<?xf32>
///   }
/// ```
/// becomes
/// ```
///   %aligned = <the address of %out is a multiple of 64>
///   scf.for %i = %c0 to %n step %c64 {
///     scf.if %aligned {
///       vector.store %v, %out[%i] {alignment = 64, nontemporal = true}
///     } else {
///       vector.transfer_write %v, %out[%i]
///     }
///   }
///   llvm.fence seq_cst
/// ```
/// It is proved that each vector begins a line if the buffer begins one: the
/// place of the vector in the buffer is a multiple of a line. The condition is
/// the same in all iterations. With `above` and a buffer of dynamic extents,
/// the condition also compares the size, and the fence is executed only if the
/// condition holds. `left` names the buffers for which all writes stay as they
/// are, with the reasons.
///
/// On failure, if no write bypasses the caches: the IR is untouched.
FailureOr<unsigned> streamStores(RewriterBase &rewriter,
                                 ArrayRef<Operation *> targets,
                                 const StreamOptions &options,
                                 SmallVectorImpl<Reason> &left);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_STREAMSTORES_H
