//===- MixedSizes.h - Sizes from numbers, params and handles ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a list of sizes of a transform op for each of its targets. Each op
// checks itself whether the sizes suit its purpose.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMOPS_OPERANDS_MIXEDSIZES_H
#define HEDDLE_LIB_TRANSFORMOPS_OPERANDS_MIXEDSIZES_H

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

namespace mlir::heddle {

/// Reads `mixed`, whose entries are numbers or operands of `op`, into one list
/// per target: `sizes[i]` is for `targets[i]`. An operand has one value for all
/// targets or one per target; constants in the payload become numbers. `what`
/// names an entry in messages ("tile size").
///
/// On failure (silenceable): a value is missing, is negative, is not an index,
/// or does not dominate its target.
DiagnosedSilenceableFailure
readMixedSizes(transform::TransformState &state,
               transform::TransformOpInterface op, StringRef what,
               ArrayRef<OpFoldResult> mixed, ArrayRef<Operation *> targets,
               SmallVectorImpl<SmallVector<OpFoldResult>> &sizes);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMOPS_OPERANDS_MIXEDSIZES_H
