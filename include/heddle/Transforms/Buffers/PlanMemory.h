//===- PlanMemory.h - One arena for the buffers of a function ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places the temporary buffers of a function in one block of memory.
// Analysis/Memory/ArenaPacking.h packs them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_PLANMEMORY_H
#define HEDDLE_TRANSFORMS_BUFFERS_PLANMEMORY_H

#include "heddle/Transforms/Buffers/BufferChoices.h"

#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include <vector>

namespace mlir::heddle {

/// The attribute of an argument that is an arena.
inline constexpr StringLiteral kArenaAttrName = "heddle.arena";

struct PlanMemoryOptions {
  ArenaPlace place = ArenaPlace::Function;
  /// The most bytes of an arena on the stack.
  int64_t stackLimit = 64 << 10;
  /// The most bytes of a buffer in parallel loops: those of one iteration times
  /// the iterations.
  int64_t parallelLimit = 16 << 20;
};

struct PlannedMemory {
  func::FuncOp function;
  int64_t arenaBytes = 0;
  /// A lower bound of the size of the arena.
  int64_t lowerBound = 0;
  /// The sum of the sizes of the placed buffers.
  int64_t separateBytes = 0;
  unsigned numPlaced = 0;
  /// The number of buffers of dynamic sizes, and of their places, which come
  /// after the others. The bytes above do not include them.
  unsigned numDynamic = 0, numDynamicPlaces = 0;
  /// The reasons why other allocations stay.
  std::vector<Reason> kept;
};

/// The name of the function that returns the bytes of the arena of `function`.
std::string getArenaSizeName(func::FuncOp function);

/// Places the buffers of each of `functions` in an arena:
///
/// ```mlir
/// %a = memref.alloc() : memref<64xf32>
/// linalg.exp ins(%x) outs(%a)
/// %b = memref.alloc() : memref<64xf32>
/// linalg.negf ins(%a) outs(%b)
/// memref.dealloc %a : memref<64xf32>
/// ...
/// ```
/// ```mlir
/// %arena = memref.alloc() {alignment = 64} : memref<512xi8>
/// %a = memref.view %arena[%c0][] : memref<512xi8> to memref<64xf32>
/// linalg.exp ins(%x) outs(%a)
/// %b = memref.view %arena[%c256][] : memref<512xi8> to memref<64xf32>
/// linalg.negf ins(%a) outs(%b)
/// ...
/// ```
///
/// Buffers that are alive at one time share no byte. A buffer in parallel
/// loops has a place for each iteration. Buffers of dynamic sizes have places
/// after the others, if these sizes can be computed when the function begins.
/// Buffers of provably equal sizes share places. What is returned, yielded,
/// kept by another function, or freed under a condition stays an allocation.
///
/// A function without a buffer to place stays as it is. On failure nothing is
/// changed. The reason is that no function has a buffer to place, that an arena
/// is too large for the stack, that it would be there once for each call of a
/// recursion, or that an arena cannot be an argument.
FailureOr<std::vector<PlannedMemory>>
planMemory(RewriterBase &rewriter, ArrayRef<func::FuncOp> functions,
           const PlanMemoryOptions &options);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_PLANMEMORY_H
