//===- LeastIndex.h - How small an index may be -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lower bounds of index values in terms of the loops around an op, where
// upstream's ValueBoundsConstraintSet finds none.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_LOOPS_LEASTINDEX_H
#define HEDDLE_ANALYSIS_LOOPS_LEASTINDEX_H

#include "mlir/IR/OpDefinition.h"

#include <optional>

namespace mlir::heddle {

/// A constant lower bound of `index`, an operand of `user`; nullopt if none is
/// known.
std::optional<int64_t> getLeastIndex(OpFoldResult index, Operation *user);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_LOOPS_LEASTINDEX_H
