//===- DeadOps.cpp - Erase ops and what only they needed ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Erases from users to producers along the operands of what is erased. Values
// captured by regions count as operands of the op that holds the region.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Cleanup/DeadOps.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

void heddle::eraseDeadOps(RewriterBase &rewriter, ArrayRef<Operation *> ops,
                          const llvm::DenseSet<Operation *> &kept) {
  llvm::SetVector<Operation *> candidates;
  auto erase = [&](Operation *op) {
    // Ops that are erased together with `op` must not be visited later.
    op->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        if (Operation *producer = operand.getDefiningOp())
          candidates.insert(producer);
    });
    op->walk([&](Operation *nested) { candidates.remove(nested); });
    rewriter.eraseOp(op);
  };
  for (Operation *op : ops)
    erase(op);
  while (!candidates.empty()) {
    Operation *op = candidates.pop_back_val();
    // A loop whose results are not read may be the nest that was just made.
    if (isOpTriviallyDead(op) && !isa<LoopLikeOpInterface>(op) &&
        !kept.contains(op))
      erase(op);
  }
}
