//===- ReshapeFootprints.h - Boxes through reshapes -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The windows of expand_shape and collapse_shape that are one box on both
// sides. Boxes are boxes of the result; only LinalgFootprints.cpp uses this.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FOOTPRINT_RESHAPEFOOTPRINTS_H
#define HEDDLE_ANALYSIS_FOOTPRINT_RESHAPEFOOTPRINTS_H

#include "heddle/Analysis/Bounds/Box.h"
#include "heddle/Analysis/Footprint/ExtentTable.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::heddle {

Box getLegalExpandBox(tensor::ExpandShapeOp op, ExtentTable &extents,
                      const Box &box);
Box getExpandSourceBox(tensor::ExpandShapeOp op, ExtentTable &extents,
                       const Box &box);
Box getLegalCollapseBox(tensor::CollapseShapeOp op, ExtentTable &extents,
                        const Box &box);
Box getCollapseSourceBox(tensor::CollapseShapeOp op, ExtentTable &extents,
                         const Box &box);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_FOOTPRINT_RESHAPEFOOTPRINTS_H
