//===- SplitScan.h - A scan in blocks that are independent ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits the dim that a scan goes along into a parallel dim of blocks and the
// elements of one block.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_TILING_SPLITSCAN_H
#define HEDDLE_TRANSFORMS_TILING_SPLITSCAN_H

#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

struct SplitScanResult {
  /// The linalg.generic that combines the elements of each block.
  Operation *totals;
  /// The scan of the totals: what each block starts from.
  Operation *starts;
  /// The scan of all blocks.
  Operation *blocks;
};

/// Why `op` cannot be split into blocks of `block` elements; none if it can.
std::optional<Reason> checkSplitScan(Operation *op, int64_t block);

/// Splits `op`, a scan of n elements along a dim, in two passes over the data:
///
/// ```mlir
/// %r:2 = linalg_ext.scan ins(%x) outs(%y, %a)       // x[n]
/// ```
///
/// becomes, with x and y as [n floordiv block, block],
///
/// ```mlir
/// %t = linalg.generic                               // t[i]: all of x[i]
/// %s:2 = linalg_ext.scan inclusive(false) ins(%t) outs(%empty, %a)
/// %r:2 = linalg_ext.scan ins(%x) outs(%y, %s#0)     // along a block
/// ```
///
/// If n is not a multiple of the block size, a scan of the remaining elements
/// starts from %s#1. The combination of a block starts from its first element,
/// so no neutral element is needed. The combinations keep their order, so the
/// body has to be associative but not commutative.
///
/// Requires: checkSplitScan finds no reason.
/// On success: `op` has no uses, and the caller erases it.
SplitScanResult splitScan(RewriterBase &rewriter, Operation *op, int64_t block);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_TILING_SPLITSCAN_H
