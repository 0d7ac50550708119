//===- DeadOps.h - Erase ops and what only they needed ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Erases ops together with the pure ops that lose their last use thereby. It
// does not sweep over the whole IR: ops that were dead before stay.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_CLEANUP_DEADOPS_H
#define HEDDLE_TRANSFORMS_CLEANUP_DEADOPS_H

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::heddle {

/// Erases `ops`, which have no uses and are listed users before producers, then
/// every pure op that only erased ops used and that is not in `kept`: slices,
/// sizes, empties. The time is linear in the number of erased ops.
void eraseDeadOps(RewriterBase &rewriter, ArrayRef<Operation *> ops,
                  const llvm::DenseSet<Operation *> &kept = {});

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_CLEANUP_DEADOPS_H
