//===- NarrowValues.h - Values with fewer lanes than a tile -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream reduces what a combiner takes if it is a vector over all loops of
// the op. A constant, a scalar operand and the index of the last loop are not:
// their sum over 8 elements becomes one addition.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_VECTORS_NARROWVALUES_H
#define HEDDLE_ANALYSIS_VECTORS_NARROWVALUES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::heddle {

/// The operands of combiners in the body of `op` that `linalg::vectorize` makes
/// no vector over all loops of: %c of `%sum + %c` with a constant %c.
SmallVector<OpOperand *> findNarrowReductions(linalg::LinalgOp op);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_VECTORS_NARROWVALUES_H
