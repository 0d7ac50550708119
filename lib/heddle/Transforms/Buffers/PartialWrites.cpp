//===- PartialWrites.cpp - Destinations written in part -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These changes cost nothing at run time: canonicalization on buffers folds the
// selection and the index, and a slice of a whole tensor is a view.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/PartialWrites.h"

#include "heddle/Analysis/Destinations/Destinations.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_PINPARTIALWRITESPASS
#include "heddle/Transforms/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

/// Whether `user` takes its extents from elsewhere.
static bool isSliceOrDim(Operation *user) {
  return isa<tensor::ExtractSliceOp, tensor::DimOp>(user);
}

/// Makes the body of `op` read the destination `init`.
static void readDestination(RewriterBase &rewriter, linalg::LinalgOp op,
                            OpOperand &init) {
  BlockArgument held = op.getMatchingBlockArgument(&init);
  if (heddle::bodyReads(op, init))
    return;
  OpOperand *yielded = op.getMatchingYieldValue(&init);
  rewriter.setInsertionPoint(yielded->getOwner());
  Location loc = op.getLoc();
  auto always =
      arith::ConstantOp::create(rewriter, loc, rewriter.getBoolAttr(true));
  Value value =
      arith::SelectOp::create(rewriter, loc, always, yielded->get(), held);
  rewriter.modifyOpInPlace(yielded->getOwner(), [&] { yielded->set(value); });
}

/// Makes the users of the result that belongs to `init` use a slice with the
/// extents of `init`.
static void pinExtents(RewriterBase &rewriter, linalg::LinalgOp op,
                       OpOperand &init) {
  OpResult result = op.getTiedOpResult(&init);
  if (llvm::all_of(result.getUsers(), isSliceOrDim))
    return;
  rewriter.setInsertionPoint(op);
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, op.getLoc(), init.get());
  rewriter.setInsertionPointAfter(op);
  SmallVector<OpFoldResult> zeros(sizes.size(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(sizes.size(), rewriter.getIndexAttr(1));
  auto slice = tensor::ExtractSliceOp::create(rewriter, op.getLoc(), result,
                                              zeros, sizes, ones);
  rewriter.replaceUsesWithIf(result, slice, [](OpOperand &use) {
    return !isSliceOrDim(use.getOwner());
  });
}

/// Whether upstream takes `write` to overwrite its destination, but it does
/// not.
static bool seemsToOverwrite(vector::TransferWriteOp write) {
  bufferization::BufferizationOptions options;
  bufferization::AnalysisState state(options);
  return isa<RankedTensorType>(write.getShapedType()) &&
         !heddle::overwritesDestination(write) &&
         !state.bufferizesToMemoryRead(write.getBaseMutable());
}

/// Hides that an index of `write` is 0. Upstream takes a write from an index
/// that it does not know for a partial one.
static void hideIndex(RewriterBase &rewriter, vector::TransferWriteOp write) {
  rewriter.setInsertionPoint(write);
  OpOperand &index = write.getIndicesMutable()[0];
  Value same =
      arith::AddIOp::create(rewriter, write.getLoc(), index.get(), index.get());
  rewriter.modifyOpInPlace(write, [&] { index.set(same); });
}

/// Writes what a tensor without dims holds where the mask is off.
static void writeAlways(RewriterBase &rewriter, vector::TransferWriteOp write) {
  rewriter.setInsertionPoint(write);
  Location loc = write.getLoc();
  Value element =
      tensor::ExtractOp::create(rewriter, loc, write.getBase(), ValueRange());
  Value old = vector::BroadcastOp::create(rewriter, loc, write.getVectorType(),
                                          element);
  Value isWritten = vector::ExtractOp::create(rewriter, loc, write.getMask(),
                                              ArrayRef<int64_t>{0});
  Value value =
      arith::SelectOp::create(rewriter, loc, isWritten, write.getVector(), old);
  rewriter.modifyOpInPlace(write, [&] {
    write.getValueToStoreMutable().assign(value);
    write.getMaskMutable().clear();
  });
}

void heddle::pinPartialWrites(RewriterBase &rewriter, Operation *root) {
  root->walk([&](vector::TransferWriteOp write) {
    if (!seemsToOverwrite(write))
      return;
    if (write.getIndices().empty())
      writeAlways(rewriter, write);
    else
      hideIndex(rewriter, write);
  });
  root->walk([&](linalg::LinalgOp op) {
    // The bodies of other ops cannot be changed.
    if (!isa<linalg::GenericOp, linalg::ReduceOp>(op))
      return;
    for (OpOperand &init : op.getDpsInitsMutable()) {
      auto type = dyn_cast<RankedTensorType>(init.get().getType());
      if (!type || overwritesDestination(op, init))
        continue;
      readDestination(rewriter, op, init);
      if (!type.hasStaticShape() && !reachesAllElements(op, init))
        pinExtents(rewriter, op, init);
    }
  });
}

namespace {
struct PinPartialWritesPass
    : heddle::impl::PinPartialWritesPassBase<PinPartialWritesPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    heddle::pinPartialWrites(rewriter, getOperation());
  }
};
} // namespace
