//===- RankReduction.h - Slices that leave dimensions out -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes slices of lower rank that stay right when canonicalization learns more
// about their sizes. The caller decides how far a slice reaches.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_EMISSION_RANKREDUCTION_H
#define HEDDLE_TRANSFORMS_EMISSION_RANKREDUCTION_H

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::heddle {

/// The offsets, sizes and strides of a slice, and the dimensions of size 1 that
/// its type leaves out.
struct ReducedSlice {
  SmallVector<OpFoldResult> offsets, sizes, strides;
  llvm::SmallBitVector dropped;
};

/// `rank` strides of 1.
inline SmallVector<OpFoldResult> getUnitStrides(Builder &builder, size_t rank) {
  return SmallVector<OpFoldResult>(rank, builder.getIndexAttr(1));
}

/// The slice of `source` without the dropped dimensions.
///
/// ```mlir
/// %s = tensor.extract_slice %t[0, 0, 0] [%m, %n, 1] [1, 1, 1]
///     : tensor<8x8x1xf32> to tensor<?x?xf32>
/// ```
///
/// The op does not say which dimensions it drops. Once %m is known to be 1,
/// upstream's canonicalization drops the first dimension of size 1, and takes a
/// tensor<?x1xf32> for the result. Where that may happen, a slice of full rank
/// and a `tensor.collapse_shape` are made.
Value extractReduced(RewriterBase &rewriter, Location loc, Value source,
                     const ReducedSlice &slice);

/// `part`, which lacks the dropped dimensions, written into `slice` of `dest`.
/// Where canonicalization may mistake the dimensions, `part` is expanded to
/// full rank first.
Value insertReduced(RewriterBase &rewriter, Location loc, Value part,
                    Value dest, const ReducedSlice &slice);

/// Adds patterns that give rank-reducing slices full rank before the patterns
/// of upstream mistake the dimensions that they drop: where a size, an offset
/// or a stride has become a constant, or a cast is about to be folded.
void populateKeepDroppedDimsPatterns(RewritePatternSet &patterns);

/// Gives a slice full rank that has steps and drops some of its dims of size 1.
/// Upstream's `memref.subview` looks for the dropped dims among the strides of
/// its source, and does not multiply these by the steps.
void makeSteppedSliceWhole(RewriterBase &rewriter, Operation *op);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_EMISSION_RANKREDUCTION_H
