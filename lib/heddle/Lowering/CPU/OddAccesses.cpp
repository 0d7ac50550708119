//===- OddAccesses.cpp - Transfers of one element -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//===----------------------------------------------------------------------===//

#include "OddAccesses.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

/// True if `op` transfers one element of a buffer of scalars.
static bool isElementTransfer(VectorTransferOpInterface op) {
  auto buffer = dyn_cast<MemRefType>(op.getBase().getType());
  return buffer && op.getVectorType().getRank() == 0 &&
         buffer.getElementType().isIntOrIndexOrFloat();
}

/// Whether the one lane of `mask` is active.
static Value isActive(OpBuilder &builder, Location loc, Value mask) {
  return vector::ExtractOp::create(builder, loc, mask, ArrayRef<int64_t>{0});
}

namespace {
struct LoadElement : OpRewritePattern<vector::TransferReadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferReadOp op,
                                PatternRewriter &rewriter) const override {
    if (!isElementTransfer(op))
      return failure();
    Location loc = op.getLoc();
    auto load = [&](OpBuilder &builder) -> Value {
      return memref::LoadOp::create(builder, loc, op.getBase(),
                                    op.getIndices());
    };
    Value element;
    if (Value mask = op.getMask())
      element = scf::IfOp::create(
                    rewriter, loc, isActive(rewriter, loc, mask),
                    [&](OpBuilder &builder, Location) {
                      scf::YieldOp::create(builder, loc, load(builder));
                    },
                    [&](OpBuilder &builder, Location) {
                      scf::YieldOp::create(builder, loc, op.getPadding());
                    })
                    .getResult(0);
    else
      element = load(rewriter);
    rewriter.replaceOpWithNewOp<vector::BroadcastOp>(op, op.getVectorType(),
                                                     element);
    return success();
  }
};

struct StoreElement : OpRewritePattern<vector::TransferWriteOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferWriteOp op,
                                PatternRewriter &rewriter) const override {
    if (!isElementTransfer(op))
      return failure();
    Location loc = op.getLoc();
    Value element = vector::ExtractOp::create(rewriter, loc, op.getVector(),
                                              ArrayRef<int64_t>());
    auto store = [&](OpBuilder &builder) {
      memref::StoreOp::create(builder, loc, element, op.getBase(),
                              op.getIndices());
    };
    if (Value mask = op.getMask())
      scf::IfOp::create(rewriter, loc, isActive(rewriter, loc, mask),
                        [&](OpBuilder &builder, Location) {
                          store(builder);
                          scf::YieldOp::create(builder, loc);
                        });
    else
      store(rewriter);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void heddle::populateOddAccessPatterns(RewritePatternSet &patterns) {
  patterns.add<LoadElement, StoreElement>(patterns.getContext());
}
