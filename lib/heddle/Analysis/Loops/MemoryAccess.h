//===- MemoryAccess.h - Which elements of which buffer ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the memory that an op and the ops in its regions read and write, as
// boxes of buffers. Other files
// decide which order of two accesses is allowed.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ANALYSIS_LOOPS_MEMORYACCESS_H
#define HEDDLE_LIB_ANALYSIS_LOOPS_MEMORYACCESS_H

#include "LoopIndices.h"
#include "heddle/Analysis/Bounds/Box.h"
#include "heddle/Analysis/DataFlow/DistinctBuffers.h"

#include "mlir/Analysis/AliasAnalysis.h"

namespace mlir::heddle {

/// One op reads or writes one buffer.
struct MemoryAccess {
  Operation *op = nullptr;
  bool isWrite = false;
  /// The buffer as `op` names it.
  Value memref;
  /// The value that `memref` is a view of. `box` is in the coordinates of this
  /// value.
  Value root;
  /// The elements that may be touched, if known: no other element is touched.
  std::optional<Box> box;
};

struct MemoryAccesses {
  SmallVector<MemoryAccess> list;
  /// An op whose accesses are unknown, if there is one.
  Operation *unknown = nullptr;

  bool empty() const { return list.empty() && !unknown; }
};

/// The memory that `op` and the ops in its regions may touch. Boxes are widened
/// over the loops from `firstLoop` on. Allocations do not count as accesses;
/// deallocations count as writes. An op that reads a tensor that is a view of a
/// buffer reads the buffer.
MemoryAccesses collectAccesses(Operation *op, LoopIndices &indices,
                               unsigned firstLoop);

/// True unless two different indices of `memref` can name the same element.
/// Unknown strides and sizes are assumed to be harmless.
bool hasDistinctElements(Value memref);

/// True if the boxes are proved to have no element in common.
bool areApart(BoundContext &context, const Box &a, const Box &b);

/// The first two accesses for which `meet` holds and at least one of which is a
/// write.
using AccessPair = std::pair<const MemoryAccess *, const MemoryAccess *>;
std::optional<AccessPair> findPair(
    const MemoryAccesses &a, const MemoryAccesses &b,
    llvm::function_ref<bool(const MemoryAccess &, const MemoryAccess &)> meet);

/// True if the order of the two sets may matter, that is, unless they are
/// proved to be independent.
bool mayConflict(AliasAnalysis &aliases, BoundContext &context,
                 const MemoryAccesses &a, const MemoryAccesses &b);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_ANALYSIS_LOOPS_MEMORYACCESS_H
