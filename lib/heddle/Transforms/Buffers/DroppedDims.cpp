//===- DroppedDims.cpp - Views that drop dims of unknown stride -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule. A view that drops dims is rewritten if the sizes of the dims that
// upstream keeps are not the sizes of the result.
//
// Why it is enough. The strides of the dims that are kept become the strides of
// the result, in order. If the sizes agree, upstream and the shapes may still
// name different unit dims, but only in place of each other: the index of such
// a dim is 0, and its stride is not used.
//
// The defect is that of MLIR 22.1.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/DroppedDims.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

using namespace mlir;

static bool keepsOtherSizes(memref::SubViewOp view) {
  llvm::SmallBitVector dropped = view.getDroppedDims();
  if (dropped.none())
    return false;
  SmallVector<int64_t> kept;
  for (auto [dim, size] : llvm::enumerate(view.getStaticSizes()))
    if (!dropped.test(dim))
      kept.push_back(size);
  return ArrayRef(kept) != view.getType().getShape();
}

/// Drops the dims that the shapes name.
static void separate(RewriterBase &rewriter, memref::SubViewOp view) {
  auto type = cast<MemRefType>(memref::SubViewOp::inferResultType(
      view.getSourceType(), view.getStaticOffsets(), view.getStaticSizes(),
      view.getStaticStrides()));
  std::optional<SmallVector<ReassociationIndices>> groups =
      getReassociationIndicesForCollapse(type.getShape(),
                                         view.getType().getShape());
  if (!groups)
    return;
  rewriter.setInsertionPoint(view);
  Value whole = memref::SubViewOp::create(
      rewriter, view.getLoc(), type, view.getSource(), view.getMixedOffsets(),
      view.getMixedSizes(), view.getMixedStrides());
  Value result =
      memref::CollapseShapeOp::create(rewriter, view.getLoc(), whole, *groups);
  if (result.getType() != view.getType())
    result =
        memref::CastOp::create(rewriter, view.getLoc(), view.getType(), result);
  rewriter.replaceOp(view, result);
}

void heddle::separateDroppedDims(RewriterBase &rewriter, Operation *root) {
  OpBuilder::InsertionGuard guard(rewriter);
  SmallVector<memref::SubViewOp> views;
  root->walk([&](memref::SubViewOp view) {
    if (keepsOtherSizes(view))
      views.push_back(view);
  });
  for (memref::SubViewOp view : views)
    separate(rewriter, view);
}
