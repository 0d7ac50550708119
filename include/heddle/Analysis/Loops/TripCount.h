//===- TripCount.h - How often a loop runs ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The number of iterations of a loop of any kind, if its bounds are constants.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_LOOPS_TRIPCOUNT_H
#define HEDDLE_ANALYSIS_LOOPS_TRIPCOUNT_H

#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::heddle {

/// The number of iterations of `loop`, over all of its dims, or nullopt if it
/// is not known. A number that is too large for an int64_t is the largest one.
/// Upstream's getStaticTripCount is for loops of one dim.
std::optional<int64_t> getTripCount(LoopLikeOpInterface loop);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_LOOPS_TRIPCOUNT_H
