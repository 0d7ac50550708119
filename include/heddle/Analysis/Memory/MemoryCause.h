//===- MemoryCause.h - Why a buffer or a copy exists ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A location that keeps, next to the place in the payload, why the op there
// allocates or copies. Who finds the cause is in Transforms/Buffers.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_MEMORY_MEMORYCAUSE_H
#define HEDDLE_ANALYSIS_MEMORY_MEMORYCAUSE_H

#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/IR/Location.h"

#include <optional>

namespace mlir::heddle {

/// A location at the place of `cause` that holds its text and its notes. Ops
/// that are made from this one at its location have the same cause. Diagnostics
/// show the place.
Location addMemoryCause(const Reason &cause);

/// The cause in `location`, if it has one; its place is that of the op.
std::optional<Reason> getMemoryCause(Location location);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_MEMORY_MEMORYCAUSE_H
