//===- Cleanup.h - Simplify IR between two transformations ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Simplifies chosen ops: common subexpressions, constants, canonical forms and
// unused symbols. DeadOps.h erases the ops that an emitted nest leaves dead.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_CLEANUP_CLEANUP_H
#define HEDDLE_TRANSFORMS_CLEANUP_CLEANUP_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Simplifies what is inside each of `roots`, which must not contain one
/// another: common subexpressions are merged, constants propagated, ops brought
/// to canonical form, and slices and reshapes of `tensor.empty` become separate
/// empties. The roots themselves stay. Listeners of `rewriter` are notified of
/// every change.
///
/// On failure: constants could not be propagated through a root; the IR is
/// valid and computes the same as before.
LogicalResult cleanUp(RewriterBase &rewriter, ArrayRef<Operation *> roots);

/// Erases the private symbols of `table` that are not used, and then those
/// that only erased symbols used. Keeps the symbols for which `keep` holds.
void eraseUnusedSymbols(RewriterBase &rewriter, Operation *table,
                        llvm::function_ref<bool(Operation *)> keep);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_CLEANUP_CLEANUP_H
