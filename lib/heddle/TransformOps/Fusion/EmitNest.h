//===- EmitNest.h - The nest of a plan, for a transform op ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the transform ops share that carry out fusion plans.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMOPS_FUSION_EMITNEST_H
#define HEDDLE_LIB_TRANSFORMOPS_FUSION_EMITNEST_H

#include "heddle/Analysis/Fusion/FusionPlan.h"
#include "heddle/Transforms/Fusion/FuseExt.h"

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

namespace mlir::heddle {

/// Emits `plan`, which `op` asked for. What becomes dead is erased, but no
/// target that is `waiting`, and live handles follow the ops to their tiled
/// form. With `explain` the plan is told in remarks. On failure an error was
/// emitted.
FailureOr<FuseExtResult> emitNest(transform::TransformOpInterface op,
                                  bool explain,
                                  transform::TransformRewriter &rewriter,
                                  const FusionPlan &plan,
                                  const DenseSet<Operation *> &waiting);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMOPS_FUSION_EMITNEST_H
