//===- VectorRows.h - Ops on rows instead of n-D vectors --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_LOWERING_CPU_VECTORROWS_H
#define HEDDLE_LIB_LOWERING_CPU_VECTORROWS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Computes those elementwise ops in `root` row by row that upstream converts
/// to LLVM for vectors of rank 1 alone.
void unrollRows(RewriterBase &rewriter, Operation *root);

/// Orders the factors so that the factor with the last dim of the sum is the
/// right one. Otherwise upstream transposes the whole sum in each iteration of
/// the loop that carries it.
void orderFactors(RewriterBase &rewriter, Operation *root);

/// Extends the factors of the contractions in `root` whose sum has a wider
/// type. Upstream lowers such matrix products, but not such contractions of
/// more dims.
void extendFactors(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_LOWERING_CPU_VECTORROWS_H
