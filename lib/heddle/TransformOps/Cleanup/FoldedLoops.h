//===- FoldedLoops.h - Handles to loops that are folded ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What becomes of the handle to a loop of at most one iteration when the
// payload is simplified. Handles to other ops are upstream's to follow.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMOPS_CLEANUP_FOLDEDLOOPS_H
#define HEDDLE_LIB_TRANSFORMOPS_CLEANUP_FOLDEDLOOPS_H

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

namespace mlir::heddle {

/// Listens to `rewriter` from its construction to its destruction. A loop that
/// is replaced by what its body computes, or by what it starts from, is dropped
/// from the handles that name it, with a remark on `op` if one of them is used
/// later; so is one that is erased. A loop that is replaced by another loop
/// stays in them.
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
  /// Ops whose body, or a part of it, was moved out.
  DenseSet<Operation *> inlined;
  /// The loop that a loop was moved out of.
  DenseMap<Operation *, Operation *> movedOutOf;
};

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMOPS_CLEANUP_FOLDEDLOOPS_H
