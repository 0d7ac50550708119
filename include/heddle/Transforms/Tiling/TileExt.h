//===- TileExt.h - Tile one op ----------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The transformation behind `transform.structured.tile_ext`: an op on tensors
// or on memrefs in loops over its tiles, with nothing fused.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_TILING_TILEEXT_H
#define HEDDLE_TRANSFORMS_TILING_TILEEXT_H

#include "heddle/Analysis/Fusion/FusionPlan.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

struct TileExtOptions {
  /// One size per iteration dim: 0 or missing is not tiled; at least one is not
  /// 0. Sizes that are values have index type and dominate the op.
  SmallVector<OpFoldResult> tileSizes;
  /// Loop j iterates over dim interchange[j]: a permutation. Dims that the op
  /// does not have are left out, and those that are missing follow in order.
  SmallVector<int64_t> interchange;
};

/// What tileExt did.
struct TileExtResult {
  Operation *tiled;
  /// Outermost first, one per size that is not 0.
  SmallVector<Operation *> loops;
};

/// Why `op` cannot be tiled so; none if it can. Reads IR only.
std::optional<Reason> checkTileExt(Operation *op,
                                   const TileExtOptions &options);

/// Replaces `op` by scf.for loops around the op on slices.
///
/// On success `op` is erased, together with the ops that only it needed.
/// On failure (notifyMatchFailure has the reason) the IR is untouched, if
/// checkTileExt finds a reason; otherwise an op broke the promise of its tiling
/// interface.
FailureOr<TileExtResult> tileExt(RewriterBase &rewriter, Operation *op,
                                 const TileExtOptions &options);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_TILING_TILEEXT_H
