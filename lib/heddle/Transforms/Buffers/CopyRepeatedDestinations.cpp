//===- CopyRepeatedDestinations.cpp - Inserts of each trip ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If a slice is written and inserted again at the same place, one-shot
// bufferization of MLIR 22 does not see that the next iteration reads changed
// contents. Without such a slice it copies the destination in each iteration
// itself, so that the copy here costs nothing. Obsolete when upstream always
// makes that copy.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/CopyRepeatedDestinations.h"

#include "BufferCauses.h"
#include "heddle/Analysis/Destinations/Destinations.h"
#include "heddle/Transforms/Buffers/CopyBeforeWrite.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_COPYREPEATEDDESTINATIONSPASS
#include "heddle/Transforms/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

/// True if each iteration of a loop inserts into a value from outside of it.
static bool hasRepeatedDestination(tensor::InsertSliceOp insert) {
  return heddle::isRepeated(insert.getDest().getParentRegion()->getParentOp(),
                            insert);
}

/// The slices that `insert` may insert at the place from which they were
/// extracted.
static SmallVector<tensor::ExtractSliceOp>
findTakenSlices(tensor::InsertSliceOp insert) {
  SmallVector<tensor::ExtractSliceOp> taken;
  for (Operation *user : insert.getDest().getUsers()) {
    auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
    if (slice && slice->getBlock() == insert->getBlock() &&
        slice->isBeforeInBlock(insert) &&
        slice.getMixedOffsets() == insert.getMixedOffsets() &&
        slice.getMixedSizes() == insert.getMixedSizes() &&
        slice.getMixedStrides() == insert.getMixedStrides())
      taken.push_back(slice);
  }
  return taken;
}

void heddle::copyRepeatedDestinations(RewriterBase &rewriter, Operation *root) {
  SmallVector<tensor::InsertSliceOp> inserts;
  root->walk([&](tensor::InsertSliceOp insert) {
    if (hasRepeatedDestination(insert))
      inserts.push_back(insert);
  });
  for (tensor::InsertSliceOp insert : inserts) {
    SmallVector<tensor::ExtractSliceOp> taken = findTakenSlices(insert);
    Operation *first = insert;
    for (tensor::ExtractSliceOp slice : taken)
      if (slice->isBeforeInBlock(first))
        first = slice;
    rewriter.setInsertionPoint(first);
    Value copy = bufferization::AllocTensorOp::create(
        rewriter,
        getCopyLocation(insert,
                        "each iteration of a loop inserts into a tensor "
                        "from outside of it"),
        insert.getDestType(), ValueRange(), insert.getDest());
    for (tensor::ExtractSliceOp slice : taken)
      rewriter.modifyOpInPlace(slice,
                               [&] { slice.getSourceMutable().set(copy); });
    rewriter.modifyOpInPlace(insert,
                             [&] { insert.getDestMutable().set(copy); });
  }
}

namespace {
struct CopyRepeatedDestinationsPass
    : heddle::impl::CopyRepeatedDestinationsPassBase<
          CopyRepeatedDestinationsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    heddle::copyRepeatedDestinations(rewriter, getOperation());
    heddle::copyInUnseenLoops(rewriter, getOperation());
  }
};
} // namespace
