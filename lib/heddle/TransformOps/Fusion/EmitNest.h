//===- EmitNest.h - The nest of a plan, for a transform op ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code that the transform ops share that carry out fusion plans.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMOPS_FUSION_EMITNEST_H
#define HEDDLE_LIB_TRANSFORMOPS_FUSION_EMITNEST_H

#include "heddle/Analysis/Fusion/FusionPlan.h"
#include "heddle/Transforms/Fusion/FuseExt.h"

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

namespace mlir::heddle {

/// Emits `plan`, which `op` requested. Erases ops that become dead, except
/// targets in `waiting`. Live handles follow the ops to their tiled form. With
/// `explain`, remarks describe the plan. On failure, an error has been emitted.
FailureOr<FuseExtResult> emitNest(transform::TransformOpInterface op,
                                  bool explain,
                                  transform::TransformRewriter &rewriter,
                                  const FusionPlan &plan,
                                  const DenseSet<Operation *> &waiting);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMOPS_FUSION_EMITNEST_H
