//===- RaiseToLinalgExtOp.cpp - transform.heddle.raise_to_linalg_ext ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tries to raise each op, and says why an op stays. IR/LinalgExt decides which
// ops are recognized.
//
//===----------------------------------------------------------------------===//

#include "heddle/IR/LinalgExt/Patterns.h"
#include "heddle/TransformOps/LinalgExt/LinalgExtPatternOps.h"
#include "heddle/TransformOps/Reports/FailureReasons.h"
#include "heddle/Transforms/Cleanup/DeadOps.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

DiagnosedSilenceableFailure RaiseToLinalgExtOp::applyToTargets(
    transform::TransformRewriter &rewriter, ArrayRef<Operation *> targets,
    transform::TransformResults &results, transform::TransformState &) {
  llvm::SetVector<Operation *> candidates;
  for (Operation *target : targets)
    target->walk([&](Operation *op) {
      if (isa<linalg::LinalgOp, linalg::SoftmaxOp>(op))
        candidates.insert(op);
    });
  SmallVector<Operation *> raised, dead;
  for (Operation *op : candidates) {
    FailureReasons reasons(rewriter);
    FailureOr<Operation *> made = linalg_ext::raiseFromLinalg(rewriter, op);
    if (succeeded(made)) {
      raised.push_back(*made);
      dead.push_back(op);
      (void)rewriter.notifyPayloadOperationReplaced(op, *made);
    } else if (!reasons.empty()) {
      InFlightDiagnostic remark = mlir::emitRemark(getLoc())
                                  << "no op of linalg_ext is made of '"
                                  << op->getName() << "'";
      remark.attachNote(op->getLoc()) << "this op";
      reasons.attachTo(*remark.getUnderlyingDiagnostic());
    }
  }
  // Users come before producers.
  std::reverse(dead.begin(), dead.end());
  eraseDeadOps(rewriter, dead);
  results.set(cast<OpResult>(getRaised()), raised);
  return DiagnosedSilenceableFailure::success();
}
