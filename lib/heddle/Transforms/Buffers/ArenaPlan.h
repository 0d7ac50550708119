//===- ArenaPlan.h - Which buffer gets which place --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plan of one arena. Nothing is changed here; PlanMemory.cpp does that.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_BUFFERS_ARENAPLAN_H
#define HEDDLE_LIB_TRANSFORMS_BUFFERS_ARENAPLAN_H

#include "BufferReferences.h"
#include "DynamicPlaces.h"
#include "heddle/Analysis/Memory/ArenaPacking.h"
#include "heddle/Transforms/Buffers/PlanMemory.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include <memory>

namespace mlir::heddle {

/// A buffer that is placed.
struct ArenaBuffer {
  memref::AllocOp alloc;
  /// Null if nothing frees it.
  memref::DeallocOp dealloc;
  LiveInterval live;
  /// In the memory of its scope.
  int64_t offset = 0;
};

/// A parallel loop whose iterations have memory of their own, or the function.
struct ArenaScope {
  /// Null for the function.
  LoopLikeOpInterface loop;
  /// The iterations of each dim of the loop.
  SmallVector<int64_t, 3> trips;
  SmallVector<int64_t, 3> lowerBounds, steps;
  /// The bytes of one iteration; all of them are `live.bytes` together.
  int64_t bytes = 0;
  LiveInterval live;
  /// Of the first iteration, in the memory of the scope around it.
  int64_t offset = 0;
  std::vector<ArenaBuffer> buffers;
  std::vector<std::unique_ptr<ArenaScope>> inner;
};

struct ArenaPlan {
  ArenaScope scope;
  /// Places after those of the scope.
  DynamicPlaces dynamic;
  int64_t alignment = 64;
  PlannedMemory summary;

  bool isEmpty() const { return summary.numPlaced == 0 && dynamic.empty(); }
};

/// Plans the arena of `function`. `references` are those of its module.
ArenaPlan planArena(func::FuncOp function, BufferReferences &references,
                    const PlanMemoryOptions &options);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_BUFFERS_ARENAPLAN_H
