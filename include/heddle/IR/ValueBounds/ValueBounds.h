//===- ValueBounds.h - Upstream's value bounds, safely ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The questions to upstream's ValueBoundsConstraintSet that this project asks,
// with less known where upstream would crash. Nothing else calls that class.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_IR_VALUEBOUNDS_VALUEBOUNDS_H
#define HEDDLE_IR_VALUEBOUNDS_VALUEBOUNDS_H

#include "mlir/Interfaces/ValueBoundsOpInterface.h"

namespace mlir::heddle {

/// An index value, or the extent of a dim of a shaped value, or a constant.
using BoundVariable = ValueBoundsConstraintSet::Variable;

/// A constant that `variable` is never above (`UB`; the bound itself may be
/// reached) or never below (`LB`); failure if none is known.
FailureOr<int64_t> computeConstantBound(presburger::BoundType type,
                                        const BoundVariable &variable);

/// True if it is proved that `a` is at least `b`.
bool isProvablyAtLeast(const BoundVariable &a, const BoundVariable &b);

/// True if it is proved that `a` is equal to `b`.
bool isProvablyEqual(const BoundVariable &a, const BoundVariable &b);

/// Creates an upper bound of the index `value` that may be reached, computed
/// from values that are defined outside of `op`, right before `op`. On failure
/// none is known, and the IR is untouched.
FailureOr<OpFoldResult> reifyUpperBoundOutside(RewriterBase &rewriter,
                                               Location loc, Value value,
                                               Operation *op);

/// The first op inside of `root` whose subset (a slice, a transfer) upstream
/// crashes on when it compares the offsets and sizes with those of another one;
/// null if there is none.
Operation *findIncomparableSubset(Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_IR_VALUEBOUNDS_VALUEBOUNDS_H
