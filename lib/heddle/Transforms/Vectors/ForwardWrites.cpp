//===- ForwardWrites.cpp - Vectors that are written and read again --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A masked write between two ops on one tile is not needed if the second op
// reads under the same mask. Upstream forwards writes without masks only.
//
//===----------------------------------------------------------------------===//

#include "VectorSteps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::heddle;

/// True if both transfers access the same elements of their tensors.
template <typename TransferT>
static bool isSamePlace(TransferT op, vector::TransferWriteOp write) {
  return op.getMask() && op.getMask() == write.getMask() &&
         op.getIndices() == write.getIndices() &&
         op.getPermutationMap().isMinorIdentity() &&
         op.getPermutationMap() == write.getPermutationMap() &&
         op.getVectorType() == write.getVectorType() &&
         !op.hasOutOfBoundsDim() && !write.hasOutOfBoundsDim();
}

namespace {
struct ForwardWrite : OpRewritePattern<vector::TransferReadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferReadOp read,
                                PatternRewriter &rewriter) const override {
    auto write = read.getBase().getDefiningOp<vector::TransferWriteOp>();
    if (!write || !isSamePlace(read, write))
      return failure();
    Value vector = write.getVector();
    if (!read.getPadding().getDefiningOp<ub::PoisonOp>()) {
      Value padding = vector::BroadcastOp::create(
          rewriter, read.getLoc(), read.getVectorType(), read.getPadding());
      vector = arith::SelectOp::create(rewriter, read.getLoc(), read.getMask(),
                                       vector, padding);
    }
    rewriter.replaceOp(read, vector);
    return success();
  }
};

/// A write that is overwritten is not needed.
struct DropOverwritten : OpRewritePattern<vector::TransferWriteOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferWriteOp op,
                                PatternRewriter &rewriter) const override {
    auto write = op.getBase().getDefiningOp<vector::TransferWriteOp>();
    if (!write || !isSamePlace(op, write))
      return failure();
    rewriter.modifyOpInPlace(op,
                             [&] { op.getBaseMutable().set(write.getBase()); });
    return success();
  }
};
} // namespace

void heddle::populateForwardWritesPatterns(RewritePatternSet &patterns) {
  patterns.add<ForwardWrite, DropOverwritten>(patterns.getContext());
}
