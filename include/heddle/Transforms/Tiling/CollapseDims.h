//===- CollapseDims.h - One dim of several ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes one iteration dim of several that are next to each other.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_TILING_COLLAPSEDIMS_H
#define HEDDLE_TRANSFORMS_TILING_COLLAPSEDIMS_H

#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Why the dims of `op` cannot be collapsed so; none if they can.
std::optional<Reason> checkCollapseDims(Operation *op,
                                        ArrayRef<ReassociationIndices> groups);

/// Replaces `op` by a generic with one dim for each group. Its operands are
/// reshaped before it, and its results after it. Returns the generic.
/// Requires: checkCollapseDims finds no reason.
Operation *collapseDims(RewriterBase &rewriter, Operation *op,
                        ArrayRef<ReassociationIndices> groups);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_TILING_COLLAPSEDIMS_H
