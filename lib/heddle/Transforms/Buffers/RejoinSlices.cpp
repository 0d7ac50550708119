//===- RejoinSlices.cpp - Two slices of the same elements -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One-shot bufferization knows that an insertion writes nothing new if what it
// inserts was computed in a slice of its own destination, at the same place. If
// both the destination and that slice are slices of a third tensor, it sees two
// writes into one buffer, and copies. The elements are the same, so one is a
// slice of the other. A copy with padded rows is such a slice (PaddedRows.h).
//
//===----------------------------------------------------------------------===//

#include "RejoinSlices.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Dominance.h"

using namespace mlir;

/// True if `insert` overwrites all elements of its destination, which is
/// `slice`.
static bool overwrites(tensor::InsertSliceOp insert,
                       tensor::ExtractSliceOp slice) {
  return insert.getDest() == slice.getResult() &&
         insert.getSource() != slice.getResult() &&
         llvm::all_of(insert.getMixedOffsets(), isZeroInteger) &&
         llvm::all_of(insert.getMixedStrides(), isOneInteger) &&
         isEqualConstantIntOrValueArray(insert.getMixedSizes(),
                                        slice.getMixedSizes());
}

static bool haveSameElements(tensor::ExtractSliceOp a,
                             tensor::ExtractSliceOp b) {
  return isEqualConstantIntOrValueArray(a.getMixedOffsets(),
                                        b.getMixedOffsets()) &&
         isEqualConstantIntOrValueArray(a.getMixedSizes(), b.getMixedSizes()) &&
         isEqualConstantIntOrValueArray(a.getMixedStrides(),
                                        b.getMixedStrides());
}

/// Makes `part`, which has the elements of `slice`, a slice of it.
static void sliceFrom(RewriterBase &rewriter, tensor::ExtractSliceOp part,
                      tensor::ExtractSliceOp slice) {
  rewriter.setInsertionPoint(part);
  size_t rank = slice.getType().getRank();
  SmallVector<OpFoldResult> zeros(rank, rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(rank, rewriter.getIndexAttr(1));
  rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
      part, part.getType(), slice.getResult(), zeros, part.getMixedSizes(),
      ones);
}

void heddle::rejoinSlices(RewriterBase &rewriter, Operation *root) {
  OpBuilder::InsertionGuard guard(rewriter);
  SmallVector<tensor::ExtractSliceOp> slices;
  root->walk([&](tensor::InsertSliceOp insert) {
    auto slice = insert.getDest().getDefiningOp<tensor::ExtractSliceOp>();
    if (slice && overwrites(insert, slice) &&
        slice.getType().getRank() == slice.getSourceType().getRank() &&
        slice.getSource().getDefiningOp<bufferization::AllocTensorOp>())
      slices.push_back(slice);
  });
  if (slices.empty())
    return;
  DominanceInfo dominance(root);
  for (tensor::ExtractSliceOp slice : slices)
    for (Operation *user : llvm::to_vector(slice.getSource().getUsers()))
      if (auto part = dyn_cast<tensor::ExtractSliceOp>(user);
          part && part.getSource() == slice.getSource() &&
          haveSameElements(part, slice) &&
          dominance.properlyDominates(slice.getOperation(),
                                      part.getOperation()))
        sliceFrom(rewriter, part, slice);
}
