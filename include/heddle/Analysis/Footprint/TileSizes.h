//===- TileSizes.h - Tile sizes that fit an op ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses tile sizes for dims of one op from their extents and from the bytes
// that a tile touches. Ops that are fused with the op do not count.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FOOTPRINT_TILESIZES_H
#define HEDDLE_ANALYSIS_FOOTPRINT_TILESIZES_H

#include "heddle/Analysis/Reasons/Reason.h"
#include <optional>

namespace mlir::heddle {

struct TileSizeOptions {
  /// The largest size.
  std::optional<int64_t> atMost;
  /// The most bytes of operands and results that one tile touches.
  std::optional<int64_t> maxBytes;
  /// Sizes need not divide the extents, which may be dynamic then.
  bool partialTiles = false;
};

/// The kinds of dims that `findTileDims` knows by name.
ArrayRef<StringRef> getDimKinds();

/// The iteration dims of `op` that `names` names. A name is a number, which
/// counts from the end if it is negative, or a kind of dim of a contraction or
/// a convolution. A kind that is listed twice names its first and its second
/// dim. Returns nullopt, and sets `reason`, if the op has no such dim or if two
/// entries name the same dim.
std::optional<SmallVector<int64_t>> findTileDims(Operation *op,
                                                 ArrayRef<Attribute> names,
                                                 std::optional<Reason> &reason);

/// Chooses a size of at least 1 for each of `dims`: the largest divisor of the
/// extent that is not above `atMost`, and, while a tile touches more than
/// `maxBytes`, the next smaller divisor for the dim whose size is the largest.
/// Dims that are not listed are not tiled. Returns nullopt, and sets `reason`,
/// if no such sizes exist. Looks at `op` only.
std::optional<SmallVector<int64_t>>
chooseTileSizes(Operation *op, ArrayRef<int64_t> dims,
                const TileSizeOptions &options, std::optional<Reason> &reason);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_FOOTPRINT_TILESIZES_H
