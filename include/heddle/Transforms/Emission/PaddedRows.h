//===- PaddedRows.h - Temporaries with padded rows --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An uninitialised tensor whose rows do not follow each other without gaps.
// How long the rows are is decided in Analysis/Fusion/RowPadding.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_EMISSION_PADDEDROWS_H
#define HEDDLE_TRANSFORMS_EMISSION_PADDEDROWS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// An uninitialised tensor of `sizes`, as the destination of `op`, with the
/// element type and the encoding of `like`, and of rank 2 or more. Its rows are
/// `rowLength` elements apart, which is at least the last size:
///
/// ```
///   %rows = bufferization.alloc_tensor(%k) : tensor<?x64xf32>
///   %tile = tensor.extract_slice %rows[0, 0] [%k, %n] [1, 1]
/// ```
/// It is a `tensor.empty` if `rowLength` is the last size. Upstream folds a
/// slice of a `tensor.empty` into a smaller one, which would lose the gaps.
Value createPaddedRows(RewriterBase &rewriter, Operation *op,
                       RankedTensorType like, ArrayRef<OpFoldResult> sizes,
                       OpFoldResult rowLength);

/// True if `op`, which nothing uses, is part of what `createPaddedRows` makes.
bool isUnusedPaddedRows(Operation *op);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_EMISSION_PADDEDROWS_H
