//===- OffsetClone.h - A linalg op on a part of its loops -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clones a linalg op onto tiles of its operands, so that its body still sees
// the indices of the whole. The caller makes the tiles.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_EMISSION_OFFSETCLONE_H
#define HEDDLE_TRANSFORMS_EMISSION_OFFSETCLONE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// A clone of `op` on `operands`, in which `linalg.index` counts from
/// `offsets`, one per loop (a null offset: 0). A named op prints without its
/// body, so the offsets would be lost with the text: it becomes a
/// linalg.generic, with the same discardable attributes.
///
///   %x = linalg.fill_rng_2d ins(...) outs(%e : tensor<8x4xf32>)
///   // ->
///   %t = linalg.generic {...} ins(...) outs(%slice : tensor<4x4xf32>) {
///     %i = linalg.index 0
///     %row = affine.apply (d0 + %offset)(%i)
///
linalg::LinalgOp cloneWithOffsets(RewriterBase &rewriter, linalg::LinalgOp op,
                                  TypeRange types, ValueRange operands,
                                  ArrayRef<OpFoldResult> offsets);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_EMISSION_OFFSETCLONE_H
