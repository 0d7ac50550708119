//===- ScheduleLine.h - The schedule line behind an op ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A location that holds, besides the place in the payload, the line of the
// schedule that made the op.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_REASONS_SCHEDULELINE_H
#define HEDDLE_ANALYSIS_REASONS_SCHEDULELINE_H

#include "mlir/IR/Location.h"

#include <optional>

namespace mlir::heddle {

/// The location of an op at `payload` that the schedule step at `step` made.
/// Diagnostics show `payload`.
Location addScheduleLine(Location payload, Location step);

/// The location of the step, if `location` has one.
std::optional<Location> getScheduleLine(Location location);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_REASONS_SCHEDULELINE_H
