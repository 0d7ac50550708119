//===- RowTiles.h - Tiles of a few whole rows -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses tile sizes that take a few rows of an op at a time, for any rank. A
// schedule decides what is computed for such a tile.
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

/// Tile sizes for at most `numRows` rows of `op` at a time. The loops of one
/// row are the first reduction loop and all loops after it; if none reduces,
/// the last loops that its row statistics are along, or the last loop. The
/// loops before them count rows: the innermost of these are taken whole while
/// that makes at most `numRows` rows, and the outer ones one by one.
///
///   softmax of 64x3x1024, 8 rows:  [2, 0, 0]
///   softmax of ?x?x1024, 8 rows:   [1, 8, 0]
///
/// A loop that needs no tiles has size 0, so all sizes are 0 if all rows are
/// one tile. Nullopt if `op` has no TilingInterface.
std::optional<SmallVector<int64_t>> getRowTileSizes(Operation *op,
                                                    int64_t numRows);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_KERNELS_ROWTILES_H
