//===- RowPadding.h - How long the rows of a temporary are ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op of the payload may say where the rows of its results begin in memory
// when its tiles get temporaries. A row is what the last dim counts. Transforms
// makes these temporaries; plans count their bytes.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FUSION_ROWPADDING_H
#define HEDDLE_ANALYSIS_FUSION_ROWPADDING_H

#include "heddle/Analysis/Bounds/Box.h"

#include "mlir/IR/Operation.h"

namespace mlir::heddle {

/// An integer attribute, at least 1: each row of a temporary for a result of
/// the op begins at a multiple of so many elements, counted from the first row.
/// The elements between the rows are never read.
inline constexpr StringLiteral kRowMultipleAttrName = "heddle.row_multiple";

/// What `kRowMultipleAttrName` says about `op`; nothing if it has no such
/// attribute, or one that is no positive number.
std::optional<int64_t> getRowMultiple(Operation *op);

/// The elements from the beginning of a row of `extent` elements to that of the
/// next one.
int64_t getRowLength(int64_t extent, int64_t multiple);

/// `box` of a result of `op` as its temporary holds it: the last dim is as long
/// as its rows. All parts have rows of one length if the extent of a part has a
/// constant upper bound: that bound, rounded up. A tensor of one dim has one
/// row, so it is not padded.
Box padRows(BoundContext &context, Operation *op, const Box &box);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_FUSION_ROWPADDING_H
