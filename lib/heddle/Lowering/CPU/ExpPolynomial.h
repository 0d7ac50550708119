//===- ExpPolynomial.h - Exponentials of f32 as a polynomial -----*- C++ -*-==//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The polynomial that `math.exp` of f32 becomes.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_LOWERING_CPU_EXPPOLYNOMIAL_H
#define HEDDLE_LIB_LOWERING_CPU_EXPPOLYNOMIAL_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Adds a pattern that writes `math.exp` of f32, or of vectors of f32 with
/// static sizes, as arithmetic. The error is at most 1 unit of the last
/// place; results below 2^-126 are 0, results from 2^128 on are infinite, and
/// NaN stays NaN. Other ops stay as they are.
void populateExpPolynomialPattern(RewritePatternSet &patterns);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_LOWERING_CPU_EXPPOLYNOMIAL_H
