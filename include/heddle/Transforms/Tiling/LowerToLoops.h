//===- LowerToLoops.h - An op on memrefs to scalar loops --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The transformation behind `transform.structured.lower_to_loops`. The lowering
// of a whole payload is in Lowering.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_TILING_LOWERTOLOOPS_H
#define HEDDLE_TRANSFORMS_TILING_LOWERTOLOOPS_H

#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Why `op` cannot be lowered to loops; none if it can.
std::optional<Reason> checkLowerToLoops(Operation *op);

/// How many loops there will be. Requires: `op` can be lowered.
int64_t countScalarLoops(Operation *op);

/// Replaces `op`, a structured op on memrefs, by scf.for loops that compute it
/// element by element. Returns them, each before those inside it and those
/// after it.
///
/// On failure (notifyMatchFailure has the reason) the IR is untouched, if
/// checkLowerToLoops finds a reason.
FailureOr<SmallVector<Operation *>> lowerToLoops(RewriterBase &rewriter,
                                                 Operation *op);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_TILING_LOWERTOLOOPS_H
