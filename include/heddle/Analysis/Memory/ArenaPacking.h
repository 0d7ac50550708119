//===- ArenaPacking.h - Places in one block of memory -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places buffers with known lifetimes in one block of memory. It computes with
// numbers only and does not look at IR.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_MEMORY_ARENAPACKING_H
#define HEDDLE_ANALYSIS_MEMORY_ARENAPACKING_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace mlir::heddle {

/// A buffer that is alive from time `begin` to time `end`, both included.
struct LiveInterval {
  int64_t begin = 0, end = 0;
  /// At least 0.
  int64_t bytes = 0;
  /// A power of two; the bytes are rounded up to a multiple of it.
  int64_t alignment = 64;

  bool overlaps(const LiveInterval &other) const {
    return begin <= other.end && other.begin <= end;
  }
};

struct ArenaPacking {
  /// Where each buffer begins, a multiple of its alignment.
  SmallVector<int64_t, 0> offsets;
  /// The size of the block.
  int64_t bytes = 0;
  /// The most bytes that are alive at one time, with each buffer rounded up. No
  /// packing is smaller than this.
  int64_t lowerBound = 0;
};

/// Places `buffers` so that no two that are alive at one time share a byte. The
/// first placements take the buffers in several orders and put each into the
/// smallest gap that fits. Then the order is changed a fixed number of times
/// around the buffers at the end of the block. The result depends on the
/// arguments only.
///
/// The time is bounded: fewer changes are tried for more buffers. For the
/// problem see Moffitt, "MiniMalloc: A Lightweight Memory Allocator for
/// Hardware- Accelerated Machine Learning", ASPLOS 2023.
ArenaPacking packBuffers(ArrayRef<LiveInterval> buffers);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_MEMORY_ARENAPACKING_H
