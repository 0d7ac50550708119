//===- InnerUnitDims.h - Rows before dims of one element --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers whose last dims have one element, such as the results of depthwise
// convolutions with one channel per channel.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_LOWERING_CPU_INNERUNITDIMS_H
#define HEDDLE_LIB_LOWERING_CPU_INNERUNITDIMS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Reads and writes rows of a buffer without its last dims of one element:
///   vector.transfer_write %v, %m[%i, %j, %c0]
///       {permutation_map = affine_map<(d0, d1, d2) -> (d1)>}
///       : vector<4xf32>, memref<3x8x1xf32>
/// becomes
///   %rows = memref.subview %m[0, 0, 0] [3, 8, 1] [1, 1, 1]
///       : memref<3x8x1xf32> to memref<3x8xf32>
///   vector.transfer_write %v, %rows[%i, %j] : vector<4xf32>, memref<3x8xf32>
/// Upstream reads and writes each element by itself, because the last dim of
/// the vector is not that of the buffer.
void populateInnerUnitDimPatterns(RewritePatternSet &patterns);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_LOWERING_CPU_INNERUNITDIMS_H
