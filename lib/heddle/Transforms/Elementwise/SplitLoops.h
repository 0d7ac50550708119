//===- SplitLoops.h - Several loops in place of one -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits the loops of one generic. ElementwiseReshapes.h explains the purpose.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_ELEMENTWISE_SPLITLOOPS_H
#define HEDDLE_LIB_TRANSFORMS_ELEMENTWISE_SPLITLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// The extents into which each loop is split; a single extent for a loop that
/// stays.
using LoopFactors = SmallVector<SmallVector<int64_t>>;

/// Splits the loops of `op` in place. Operands are expanded before it, and
/// results are collapsed for their users: an operand that was collapsed, or a
/// user that expands, needs no reshape any more.
///
/// Requires: operands have static extents where a loop is split, and their maps
/// use such a loop only as a whole result.
void splitLoops(RewriterBase &rewriter, linalg::GenericOp op,
                const LoopFactors &factors);

/// Makes input `number` the first one.
void moveInputToFront(RewriterBase &rewriter, linalg::GenericOp op,
                      unsigned number);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_ELEMENTWISE_SPLITLOOPS_H
