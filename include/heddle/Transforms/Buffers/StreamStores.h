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

/// Bytes of a line of the caches. A store past them writes whole lines.
constexpr int64_t kLineBytes = 64;

struct StreamOptions {
  /// Buffers of at most so many bytes stay in the caches.
  std::optional<int64_t> above;
  /// A buffer of dynamic extents is larger if it says so at run time; else such
  /// buffers stay in the caches.
  bool asksForSizes = true;
  /// `left` tells only of buffers that are known to be larger.
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
/// That each vector begins a line if the buffer does is proved: its place in
/// the buffer is a multiple of a line. The condition is the same in all
/// iterations. With `above` and a buffer of dynamic extents it asks for the
/// size, too, and the fence is under it. `left` tells of buffers into which all
/// writes stay as they are, and why.
///
/// On failure, if no write bypasses the caches: the IR is untouched.
FailureOr<unsigned> streamStores(RewriterBase &rewriter,
                                 ArrayRef<Operation *> targets,
                                 const StreamOptions &options,
                                 SmallVectorImpl<Reason> &left);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_STREAMSTORES_H
