//===- RowTiles.h - Tiles of a few whole rows -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which tile sizes take a few rows of an op of any rank at a time. What is
// computed for such a tile is the decision of a schedule.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_KERNELS_ROWTILES_H
#define HEDDLE_ANALYSIS_KERNELS_ROWTILES_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::heddle {

/// Tile sizes for at most `numRows` rows of `op` at a time. A row is the first
/// loop that reduces, or the last loop where none does, and all loops after it.
/// The loops before it count rows: the innermost ones are taken whole as long
/// as the rows suffice, and the outer ones one by one.
///
///   softmax of 64x3x1024, 8 rows:  [2, 0, 0]
///   softmax of ?x?x1024, 8 rows:   [1, 8, 0]
///
/// A loop that needs no tiles has size 0, so that all are 0 where all rows are
/// one tile. Nullopt if `op` has no TilingInterface.
std::optional<SmallVector<int64_t>> getRowTileSizes(Operation *op,
                                                    int64_t numRows);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_KERNELS_ROWTILES_H
