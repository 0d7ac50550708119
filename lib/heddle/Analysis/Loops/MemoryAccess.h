//===- MemoryAccess.h - Which elements of which buffer ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an op with all that is in it reads and writes in memory, as boxes of
// buffers, and whether two buffers can be one. Which order of two accesses is
// allowed is decided elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ANALYSIS_LOOPS_MEMORYACCESS_H
#define HEDDLE_LIB_ANALYSIS_LOOPS_MEMORYACCESS_H

#include "LoopIndices.h"
#include "heddle/Analysis/Bounds/Box.h"

#include "mlir/Analysis/AliasAnalysis.h"

namespace mlir::heddle {

/// One op reads or writes one buffer.
struct MemoryAccess {
  Operation *op = nullptr;
  bool isWrite = false;
  /// The buffer as `op` names it.
  Value memref;
  /// The value that `memref` is a window of; `box` is in its coordinates.
  Value root;
  /// The elements, if they are known: no other element is touched.
  std::optional<Box> box;
};

struct MemoryAccesses {
  SmallVector<MemoryAccess> list;
  /// An op of which nothing is known, if there is one.
  Operation *unknown = nullptr;

  bool empty() const { return list.empty() && !unknown; }
};

/// What `op` and the ops in it may touch. Boxes are widened over the loops from
/// `firstLoop` on. Allocations are no accesses, deallocations are writes.
MemoryAccesses collectAccesses(Operation *op, LoopIndices &indices,
                               unsigned firstLoop);

/// True if elements of `memref` with different indices are different, as far as
/// can be seen; strides and sizes that are not known are taken to be so.
bool hasDistinctElements(Value memref);

/// The buffer that all views of it lead back to.
Value getBaseBuffer(Value memref);

/// The number of the function argument that `value` is, or none.
std::optional<unsigned> getFunctionArgument(Value value);

/// True if the buffers of the two memrefs have no element in common. Two
/// arguments of a function may be one buffer unless one is `llvm.noalias`.
bool areDistinctBuffers(AliasAnalysis &aliases, Value a, Value b);

/// True if the boxes are proved to have no element in common.
bool areApart(BoundContext &context, const Box &a, const Box &b);

/// The first two accesses of which one is a write and that `meet`.
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
