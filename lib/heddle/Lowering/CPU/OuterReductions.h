//===- OuterReductions.h - Reductions of the rows of a vector ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions that need no shuffle.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_LOWERING_CPU_OUTERREDUCTIONS_H
#define HEDDLE_LIB_LOWERING_CPU_OUTERREDUCTIONS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Combines the rows of a vector one after the other, where only outer dims are
/// reduced:
///   %r = vector.multi_reduction <add>, %v, %a [0] : vector<2x16xf32> to
///   vector<16xf32>
/// becomes
///   %0 = vector.extract %v[0] : vector<16xf32> from vector<2x16xf32>
///   %s = arith.addf %0, %a : vector<16xf32>
///   %1 = vector.extract %v[1] : vector<16xf32> from vector<2x16xf32>
///   %r = arith.addf %1, %s : vector<16xf32>
/// Upstream's InnerReduction would transpose the vector and reduce each of its
/// columns by itself. Reductions under a mask stay as they are.
void populateOuterReductionPatterns(RewritePatternSet &patterns);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_LOWERING_CPU_OUTERREDUCTIONS_H
