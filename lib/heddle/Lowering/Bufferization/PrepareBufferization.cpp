//===- PrepareBufferization.cpp - Tensor ops that do not bufferize --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decomposes the tensor ops that one-shot bufferization does not know. It tiles
// and fuses nothing: the unscheduled payload must keep its structure.
//
//===----------------------------------------------------------------------===//

#include "heddle/IR/LinalgExt/LinalgExt.h"
#include "heddle/Lowering/Passes.h"
#include "heddle/Transforms/Buffers/DecomposeTensorOps.h"
#include "heddle/Transforms/Elementwise/StructureTensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_PREPAREBUFFERIZATIONPASS
#include "heddle/Lowering/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

namespace {

struct PrepareBufferization
    : heddle::impl::PrepareBufferizationPassBase<PrepareBufferization> {

  LogicalResult decompose(Operation *op, RewriterBase &rewriter) {
    rewriter.setInsertionPoint(op);
    auto aggregated = cast<linalg::AggregatedOpInterface>(op);
    FailureOr<SmallVector<Value>> results =
        aggregated.decomposeOperation(rewriter);
    if (failed(results) || results->size() != op->getNumResults())
      return failure();
    rewriter.replaceOp(op, *results);
    return success();
  }

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    bool hasConcat = false;
    getOperation()->walk([&](Operation *op) {
      hasConcat |= isa<tensor::ConcatOp>(op);
      bool onTensors = op->getNumResults() != 0;
      // Heddle's ops can be bufferized without decomposition.
      if (onTensors && isa<linalg::AggregatedOpInterface>(op) &&
          !isa<linalg_ext::LinalgExtOp>(op))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    heddle::structureTensors(rewriter, getOperation());
    if (failed(heddle::decomposeTensorOps(rewriter, getOperation())))
      return signalPassFailure();
    for (Operation *op : ops) {
      if (succeeded(decompose(op, rewriter)))
        continue;
      op->emitOpError("expects an op that can be decomposed for "
                      "bufferization, but it has no decomposition here");
      return signalPassFailure();
    }
    if (!hasConcat)
      return;
    RewritePatternSet patterns(&getContext());
    tensor::populateDecomposeTensorConcatPatterns(patterns);
    // Nothing is folded: an insertion of all of a view of memory is no view.
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
