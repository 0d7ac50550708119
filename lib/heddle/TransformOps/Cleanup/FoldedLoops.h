//===- FoldedLoops.h - Handles to loops that are folded ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Updates the handle to a loop of at most one iteration when simplification
// folds that loop. Upstream tracks handles to other ops.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMOPS_CLEANUP_FOLDEDLOOPS_H
#define HEDDLE_LIB_TRANSFORMOPS_CLEANUP_FOLDEDLOOPS_H

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

namespace mlir::heddle {

/// Listens to `rewriter` from its construction to its destruction. A loop that
/// is erased, or replaced by values of its body or by its initial values, is
/// dropped from the handles that name it. If one of these handles is used
/// later, `op` gets a remark. A loop that is replaced by another loop stays in
/// the handles.
class FoldedLoops : public RewriterBase::ForwardingListener {
public:
  FoldedLoops(transform::TransformRewriter &rewriter,
              const transform::TransformState &state,
              transform::TransformOpInterface op);
  ~FoldedLoops() override;

  using ForwardingListener::notifyOperationReplaced;
  void notifyOperationInserted(Operation *inserted,
                               OpBuilder::InsertPoint previous) override;
  void notifyOperationReplaced(Operation *replaced, ValueRange values) override;
  void notifyOperationErased(Operation *erased) override;

private:
  bool isFolded(Operation *loop, ValueRange values) const;
  void drop(Operation *loop, StringRef what);

  transform::TransformRewriter &rewriter;
  OpBuilder::Listener *previous;
  const transform::TransformState &state;
  transform::TransformOpInterface op;
  /// Ops from which the body, or a part of it, was moved out.
  DenseSet<Operation *> inlined;
  /// Per loop, the loop that it was moved out of.
  DenseMap<Operation *, Operation *> movedOutOf;
};

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMOPS_CLEANUP_FOLDEDLOOPS_H
