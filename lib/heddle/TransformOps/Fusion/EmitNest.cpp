//===- EmitNest.cpp - The nest of a plan, for a transform op --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Observers see the plan before it is emitted. Afterwards, live handles follow
// the ops.
//
//===----------------------------------------------------------------------===//

#include "EmitNest.h"

#include "heddle/TransformOps/Reports/FailureReasons.h"
#include "heddle/TransformOps/Reports/PlanObserver.h"
#include "heddle/Transforms/Cleanup/DeadOps.h"

using namespace mlir;
using namespace mlir::heddle;

FailureOr<FuseExtResult>
heddle::emitNest(transform::TransformOpInterface op, bool explain,
                 transform::TransformRewriter &rewriter, const FusionPlan &plan,
                 const DenseSet<Operation *> &waiting) {
  notifyPlanObservers(plan, op);
  if (explain)
    plan.remark();

  FailureReasons listener(rewriter);
  FailureOr<FuseExtResult> result = emitFusionPlan(rewriter, plan);
  if (failed(result)) {
    InFlightDiagnostic error =
        op->emitError(listener.getFirst("an op did not tile as planned"));
    listener.attachTo(*error.getUnderlyingDiagnostic());
    return failure();
  }
  for (auto &[original, tiled] : result->tiled)
    if (!tiled.empty())
      (void)rewriter.notifyPayloadOperationReplaced(original, tiled.front());
  eraseDeadOps(rewriter, result->deadOriginals, waiting);
  return result;
}
