//===- MemoryCause.h - Why a buffer or a copy exists ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A location that holds, besides the place in the payload, the reason why the
// op there allocates or copies. Transforms/Buffers finds these reasons.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_MEMORY_MEMORYCAUSE_H
#define HEDDLE_ANALYSIS_MEMORY_MEMORYCAUSE_H

#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/IR/Location.h"

#include <optional>

namespace mlir::heddle {

/// A location at the place of `cause` that holds its text and its notes. Ops
/// that are later made from an op with this location have the same cause.
/// Diagnostics show the place.
Location addMemoryCause(const Reason &cause);

/// The cause in `location`, if it has one. The place of the cause is the place
/// of the op.
std::optional<Reason> getMemoryCause(Location location);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_MEMORY_MEMORYCAUSE_H
