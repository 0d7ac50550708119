//===- FuseAffineLoops.h - Fuse affine loop nests ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fusion of affine loop nests: of a producer into its consumer, and of loops
// that read the same memref. Analysis/Loops/AffineDependence.h and
// Analysis/Loops/LoopDependence.h decide when that is legal.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_LOOPS_FUSEAFFINELOOPS_H
#define HEDDLE_TRANSFORMS_LOOPS_FUSEAFFINELOOPS_H

#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

#include "heddle/Transforms/Loops/AffineFusionMode.h.inc"

namespace mlir::heddle {

struct AffineFusionOptions {
  AffineFusionMode mode = AffineFusionMode::Greedy;
  /// A producer is fused if that increases the work of the two nests at most by
  /// this fraction. With `maximal` it is fused whatever the increase.
  double computeTolerance = 0.3;
  bool maximal = false;
  /// Where to put the buffers that become smaller, if they have at most
  /// `fastMemoryBytes`.
  std::optional<unsigned> fastMemorySpace;
  int64_t fastMemoryBytes = 0;
};

struct AffineFusionResult {
  /// The loops that others were fused into.
  SmallVector<Operation *> fused;
  /// What was fused, what was not and why, and which buffers keep their size.
  /// The loops may be gone.
  SmallVector<Reason> remarks;
};

/// Fuses affine loops: those among `targets`, and all in the other targets,
/// with those of the same block. A producer is computed inside the consumer,
/// slice by slice, and a buffer that only the two use shrinks to what one slice
/// needs:
///
///   affine.for %i = 0 to 10 {                affine.for %i = 0 to 10 {
///     affine.store %x, %t[%i]                  affine.store %x, %u[0]
///   }                                          %y = affine.load %u[0]
///   affine.for %i = 0 to 10 {                  affine.store %y, %r[%i]
///     %y = affine.load %t[%i]                }
///     affine.store %y, %r[%i]
///   }
///
/// Siblings have the same range and load from one memref; their bodies become
/// the body of one loop. A producer and a consumer with the same range are
/// fused in the same way where no slice can be computed: upstream's utilities
/// compute none if trip counts are not known. After that, the loops inside the
/// fused loop are fused in the same way.
///
/// On success: at least two loops were fused.
/// On failure: nothing was fused, and the rewriter was told for each pair of
/// loops why not; the IR is untouched.
FailureOr<AffineFusionResult>
fuseAffineLoops(RewriterBase &rewriter, ArrayRef<Operation *> targets,
                const AffineFusionOptions &options);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_LOOPS_FUSEAFFINELOOPS_H
