//===- WatchMemory.h - Payload that reports its accesses --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface between the passes --heddle-watch-loops and
// --heddle-watch-accesses and the program that runs the code: the functions
// that the program has to provide, and the places in the payload that their
// arguments name. Execution/Run/MemoryWatch.h implements these functions.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LOWERING_CPU_WATCHMEMORY_H
#define HEDDLE_LOWERING_CPU_WATCHMEMORY_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::heddle {

/// The functions that watched code calls. All integers are 64 bits wide.
namespace watch {
/// Before a parallel loop: site, number of dims.
inline constexpr StringLiteral kEnter = "heddle_watch_enter";
/// For each dim after that: lower bound, upper bound, step.
inline constexpr StringLiteral kDim = "heddle_watch_dim";
/// At the start of each iteration, in the order of the induction variables.
inline constexpr StringLiteral kIteration = "heddle_watch_iteration";
/// After a parallel loop.
inline constexpr StringLiteral kLeave = "heddle_watch_leave";
/// At the start (1) and at the end (0) of the code that each thread of a team
/// runs.
inline constexpr StringLiteral kThread = "heddle_watch_thread";
/// Before malloc or free: site.
inline constexpr StringLiteral kHeap = "heddle_watch_heap";
/// After memory was allocated on the stack: pointer to the data, bytes before
/// and after the data that must not be accessed, bytes of data, site.
inline constexpr StringLiteral kStack = "heddle_watch_stack";
/// Before an access: pointer, bytes, site.
inline constexpr StringLiteral kRead = "heddle_watch_read";
inline constexpr StringLiteral kWrite = "heddle_watch_write";
inline constexpr StringLiteral kAtomic = "heddle_watch_atomic";
/// Before an access to up to 64 elements under a mask: pointer, bytes of an
/// element, mask, site.
inline constexpr StringLiteral kReadMasked = "heddle_watch_read_masked";
inline constexpr StringLiteral kWriteMasked = "heddle_watch_write_masked";
} // namespace watch

/// A place in the payload that watched code names by its number.
struct WatchSite {
  Location loc;
  /// The name of the op in the payload ("scf.forall"); "" for a load or a
  /// store.
  StringRef op;
  /// The type of the buffer, if the op allocates one.
  Type type;
};

/// The facts about watched code that are known before it runs. The attributes
/// live as long as the context.
struct WatchedCode {
  SmallVector<WatchSite> sites;
  /// The granularity of all accesses in bytes: 1, 2, 4 or 8.
  unsigned granule = 1;
};

/// Removes the attributes that the passes left at `module`, and returns their
/// contents.
WatchedCode takeWatchedCode(ModuleOp module);

/// Parallel loops of every dialect: scf.forall, scf.parallel, affine.parallel,
/// omp.wsloop.
bool isParallelLoop(Operation *op);

} // namespace mlir::heddle

#endif // HEDDLE_LOWERING_CPU_WATCHMEMORY_H
