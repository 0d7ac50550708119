//===- SliceBox.h - The box of a slice in loops -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes the box that a slice in a nest reads or writes. It reads IR and
// creates none.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ANALYSIS_LOOPS_SLICEBOX_H
#define HEDDLE_LIB_ANALYSIS_LOOPS_SLICEBOX_H

#include "LoopIndices.h"
#include "heddle/Analysis/Bounds/Box.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include <optional>

namespace mlir::heddle {

/// The smallest box of the whole tensor that holds the elements of `slice`, an
/// op inside of the roots of `indices`. Nullopt if an offset or a size is not a
/// bound, or if a stride is not a constant above 0.
std::optional<Box> getSliceBox(LoopIndices &indices,
                               OffsetSizeAndStrideOpInterface slice);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_ANALYSIS_LOOPS_SLICEBOX_H
