//===- FoldedLoops.cpp - Handles to loops that are folded -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folding replaces a loop by values of its body. If one of these is the result
// of an inner loop, handle tracking would take the inner loop for the
// replacement of the outer one. So this listener records which loops are moved
// out of a loop.
//
//===----------------------------------------------------------------------===//

#include "FoldedLoops.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::heddle;

FoldedLoops::FoldedLoops(transform::TransformRewriter &rewriter,
                         const transform::TransformState &state,
                         transform::TransformOpInterface op)
    : ForwardingListener(rewriter.getListener()), rewriter(rewriter),
      previous(rewriter.getListener()), state(state), op(op) {
  rewriter.setListener(this);
}

FoldedLoops::~FoldedLoops() { rewriter.setListener(previous); }

void FoldedLoops::notifyOperationInserted(Operation *inserted,
                                          OpBuilder::InsertPoint from) {
  if (from.isSet()) {
    Operation *parent = from.getBlock()->getParentOp();
    inlined.insert(parent);
    if (isa<LoopLikeOpInterface>(inserted))
      movedOutOf[inserted] = parent;
  }
  ForwardingListener::notifyOperationInserted(inserted, from);
}

/// True if no loop takes the place of `loop`. A loop that was moved out of
/// `loop` does not count.
bool FoldedLoops::isFolded(Operation *loop, ValueRange values) const {
  return llvm::none_of(values, [&](Value value) {
    Operation *def = value.getDefiningOp();
    return def && def->getName() == loop->getName() &&
           movedOutOf.lookup(def) != loop;
  });
}

/// True if an op that runs or may run after `op` uses `handle`.
static bool mayBeUsedAfter(Value handle, Operation *op) {
  return llvm::any_of(handle.getUsers(), [&](Operation *user) {
    // Stop at a sequence that may be included: the order of its ops says
    // nothing about its caller.
    for (Operation *around = op;
         around && !around->hasTrait<OpTrait::IsIsolatedFromAbove>();
         around = around->getParentOp()) {
      Operation *ancestor = around->getBlock()->findAncestorOpInBlock(*user);
      if (ancestor)
        return ancestor != around && around->isBeforeInBlock(ancestor);
    }
    return true;
  });
}

/// Drops `loop` from its handles. `what` says what happens to it.
void FoldedLoops::drop(Operation *loop, StringRef what) {
  SmallVector<Value> handles;
  if (failed(state.getHandlesForPayloadOp(loop, handles,
                                          /*includeOutOfScope=*/true)))
    return;
  if (llvm::any_of(handles,
                   [&](Value handle) { return mayBeUsedAfter(handle, op); })) {
    InFlightDiagnostic remark =
        op->emitRemark() << what << ", which the handles to it no longer name";
    remark.attachNote(loop->getLoc()) << "the loop";
  }
  (void)rewriter.notifyPayloadOperationReplaced(loop, nullptr);
}

static constexpr StringRef kFolds = "folds a loop of at most one iteration";

void FoldedLoops::notifyOperationReplaced(Operation *replaced,
                                          ValueRange values) {
  if (isa<LoopLikeOpInterface>(replaced) && isFolded(replaced, values))
    drop(replaced, kFolds);
  ForwardingListener::notifyOperationReplaced(replaced, values);
}

void FoldedLoops::notifyOperationErased(Operation *erased) {
  // The uses of its results may have been replaced without a notification.
  if (isa<LoopLikeOpInterface>(erased))
    drop(erased, inlined.contains(erased) ? kFolds : "erases a loop");
  inlined.erase(erased);
  movedOutOf.erase(erased);
  ForwardingListener::notifyOperationErased(erased);
}
