//===- FuseSiblingLoops.h - Make one loop of two ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fusion of two loops of one block that run over the same range.
// Analysis/Loops/LoopDependence.h decides whether that is legal.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_LOOPS_FUSESIBLINGLOOPS_H
#define HEDDLE_TRANSFORMS_LOOPS_FUSESIBLINGLOOPS_H

#include "heddle/Analysis/Loops/LoopDependence.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

struct SiblingFusionResult {
  /// The fused loop.
  Operation *loop;
  /// The location of the first of the two loops.
  Location first;
  /// The ops between the loops that were moved after the fused loop.
  SmallVector<Operation *> after;
  /// The attributes that were dropped, because only one loop had them or
  /// because they do not hold for the fused loop.
  SmallVector<StringAttr> dropped;
};

/// Makes one loop of `a` and `b`, two `scf.for`, `scf.forall` or `scf.parallel`
/// of one block, in either order:
///
///   scf.for %i = %lo to %hi step %s {       scf.for %i = %lo to %hi step %s {
///     memref.store %x, %t[%i]                 memref.store %x, %t[%i]
///   }                                         %y = memref.load %t[%i]
///   scf.for %j = %lo to %hi step %s {         memref.store %y, %r[%i]
///     %y = memref.load %t[%j]               }
///     memref.store %y, %r[%j]
///   }
///
/// There are no preconditions: loops that cannot be fused are a failure.
/// On success: the fused loop, in the place of the later one. Both loops are
/// erased; ops between them that depend on the first loop come after the fused
/// loop.
/// On failure: the rewriter was told the reason and where; the IR is untouched.
FailureOr<SiblingFusionResult> fuseSiblingLoops(RewriterBase &rewriter,
                                                Operation *a, Operation *b);

/// The second half of fuseSiblingLoops: carries out `plan`, which has no
/// obstacle.
Operation *emitSiblingFusion(RewriterBase &rewriter, const SiblingFusion &plan);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_LOOPS_FUSESIBLINGLOOPS_H
