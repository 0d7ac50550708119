//===- FuseDistributed.h - Reductions over devices, fused -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The distributed form of fuse_operands: each op that computes an operand is
// reduced in parts, one per device, and its producers are computed in the loop
// of the devices.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_FUSION_FUSEDISTRIBUTED_H
#define HEDDLE_TRANSFORMS_FUSION_FUSEDISTRIBUTED_H

#include "heddle/Transforms/Loops/DistributeReduction.h"

#include <functional>

namespace mlir::heddle {

struct FuseDistributedOptions {
  /// The iteration dim that is divided, a reduction of each root.
  unsigned dim = 0;
  /// The number of parts. Each part is a device, also where it has no element.
  int64_t devices = 0;
  DistributeOptions collective;
  /// All producers except empties, constants and fills have to be in the loops.
  bool expectWholeGraph = false;
};

struct FuseDistributedResult {
  /// One `scf.forall` for each root, in the order of the roots.
  SmallVector<Operation *> loops;
  /// The ops that compute a part of a producer.
  SmallVector<Operation *> fused;
  /// Why producers of what a loop reads stay before the loop.
  SmallVector<Reason> leftOut;
};

/// Called where `replacement` takes the place of `original`, which may be
/// erased then.
using ReplacedFn =
    std::function<void(Operation *original, Operation *replacement)>;

/// Why the ops that compute the operands of `target` cannot be distributed;
/// none if they can. Tries it on a copy of the module around `target`.
std::optional<Reason>
checkFuseDistributed(Operation *target, const FuseDistributedOptions &options);

/// Divides dim `options.dim` of each op that computes an operand of `target`
/// over devices (DistributeReduction.h), and computes in each loop, part by
/// part, the producers of what it reads:
///
/// ```mlir
/// %x = linalg.exp ins(%a)
/// %r = linalg.matmul ins(%x, %w) outs(%c)
/// return %r
/// ```
///
/// becomes
///
/// ```mlir
/// %r = scf.forall (%i) in (4) shared_outs(..) {
///   %x = linalg.exp ins(%a[0, %i * 13])
///   %q = linalg.matmul ins(%x, %w[%i * 13, 0]) outs(%zeros)
///   %s = shard.all_reduce %q on @grid grid_axes = [0] reduction = sum
///   %t = linalg.generic { arith.addf } ins(%s) outs(%c)
/// ```
///
/// Requires: checkFuseDistributed finds no reason.
FuseDistributedResult fuseDistributed(RewriterBase &rewriter, Operation *target,
                                      const FuseDistributedOptions &options,
                                      const ReplacedFn &notifyReplaced);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_FUSION_FUSEDISTRIBUTED_H
