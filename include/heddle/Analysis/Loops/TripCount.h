//===- TripCount.h - How often a loop runs ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The number of iterations of a loop of any kind, if its bounds are constants,
// and whether a loop may end before it begins.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_LOOPS_TRIPCOUNT_H
#define HEDDLE_ANALYSIS_LOOPS_TRIPCOUNT_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::heddle {

/// The number of iterations of `loop`, over all of its dims, or nullopt if it
/// is not known. A number that is too large for an int64_t is the largest one.
/// Upstream's getStaticTripCount is for loops of one dim.
std::optional<int64_t> getTripCount(LoopLikeOpInterface loop);

/// True if `a`, a number of index or integer type, is known to be at most `b`.
/// Both are signed.
bool isAtMost(OpFoldResult a, OpFoldResult b);

/// True if the end of `loop` is known not to be before its begin. A loop that
/// ends before its begin has no iterations, but upstream's peeling runs some:
/// it splits a loop at end - (end - begin) mod step and runs the rest. A loop
/// from 0 to -1 by 8, for example, is split at -8, and the rest runs from -8
/// to -1.
bool endsAfterBegin(scf::ForOp loop);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_LOOPS_TRIPCOUNT_H
