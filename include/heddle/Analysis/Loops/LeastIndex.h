//===- LeastIndex.h - How small an index may be -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounds over the loops around an op, for questions that upstream's bounds of
// values cannot answer.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_LOOPS_LEASTINDEX_H
#define HEDDLE_ANALYSIS_LOOPS_LEASTINDEX_H

#include "mlir/IR/OpDefinition.h"

#include <optional>

namespace mlir::heddle {

/// A constant that `index`, an operand of `user`, is never below; nothing if
/// none is known.
std::optional<int64_t> getLeastIndex(OpFoldResult index, Operation *user);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_LOOPS_LEASTINDEX_H
