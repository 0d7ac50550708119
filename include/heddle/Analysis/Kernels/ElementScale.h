//===- ElementScale.h - Ops that cast or scale elements ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_KERNELS_ELEMENTSCALE_H
#define HEDDLE_ANALYSIS_KERNELS_ELEMENTSCALE_H

#include "mlir/IR/Value.h"

namespace mlir::heddle {

/// The operand whose elements `op` casts or scales; null if it does something
/// else. `op` is an elementwise op of linalg. Each element of its result is the
/// element of that operand in the same place, in another float type, times or
/// over a constant, or 0 where a condition says so: as casts of weights and the
/// mask of a dropout do.
Value getScaledOperand(Operation *op);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_KERNELS_ELEMENTSCALE_H
