//===- LoopRewrites.h - Upstream's rewrites of loops on buffers -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Why an upstream rewrite of a loop may change what the loop computes. Each
// function returns the rest of a sentence that begins with the name of the
// transform op, or nothing if the rewrite is right.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_GUARDS_LOOPREWRITES_H
#define HEDDLE_LIB_INTERPRETER_GUARDS_LOOPREWRITES_H

#include "mlir/IR/Operation.h"
#include <optional>
#include <string>

namespace mlir::heddle {

/// `transform.loop.pipeline` lets an iteration read before earlier ones have
/// written.
std::optional<std::string> explainPipelining(Operation *loop);

/// `transform.loop.unroll_and_jam` lets the loops inside of several iterations
/// take turns.
std::optional<std::string> explainJamming(Operation *loop);

/// `transform.loop.peel {peel_front}` runs the first iteration in any case.
std::optional<std::string> explainPeeledFront(Operation *loop);

/// `transform.loop.peel` runs iterations of a loop that ends before it begins.
std::optional<std::string> explainPeeledRest(Operation *loop);

/// `transform.structured.hoist_redundant_vector_transfers` keeps a vector in
/// registers during a loop, and compares values of type memref, not buffers.
std::optional<std::string> explainHoistedTransfers(Operation *target);

/// `transform.memref.alloca_to_global` gives all iterations of a parallel loop
/// one buffer, and all open calls of a function that calls itself.
std::optional<std::string> explainGlobalBuffer(Operation *alloca);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_GUARDS_LOOPREWRITES_H
