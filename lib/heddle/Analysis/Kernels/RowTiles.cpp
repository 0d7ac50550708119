//===- RowTiles.cpp - Tiles of a few whole rows ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Distributes a number of rows over the loops that count rows.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Kernels/RowTiles.h"

#include "heddle/Analysis/Kernels/RowStatistics.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;
using namespace mlir::heddle;

/// The extents of the `numLoops` loops of `op`, dynamic where they are not
/// known.
static SmallVector<int64_t> getLoopExtents(Operation *op, size_t numLoops) {
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return structured.getStaticLoopRanges();
  // A softmax, for example: one loop for each dim of its input.
  if (op->getNumOperands() > 0)
    if (auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType()))
      if (type.getRank() == static_cast<int64_t>(numLoops))
        return llvm::to_vector(type.getShape());
  return SmallVector<int64_t>(numLoops, ShapedType::kDynamic);
}

std::optional<SmallVector<int64_t>> heddle::getRowTileSizes(Operation *op,
                                                            int64_t numRows) {
  auto tiling = dyn_cast<TilingInterface>(op);
  if (!tiling)
    return std::nullopt;
  SmallVector<utils::IteratorType> types = tiling.getLoopIteratorTypes();
  SmallVector<int64_t> sizes(types.size(), 0);
  if (types.empty())
    return sizes;
  size_t row =
      llvm::find(types, utils::IteratorType::reduction) - types.begin();
  if (row == types.size())
    row -= findRowStatistics(op).rowDims;
  SmallVector<int64_t> extents = getLoopExtents(op, types.size());
  int64_t rest = numRows;
  for (size_t dim = row; dim-- > 0;) {
    if (!ShapedType::isDynamic(extents[dim]) && extents[dim] <= rest) {
      rest /= std::max<int64_t>(extents[dim], 1);
      continue;
    }
    sizes[dim] = rest;
    rest = 1;
  }
  return sizes;
}
