//===- CopyBeforeWrite.cpp - A buffer of its own for each value -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies each tensor right before the op that may write into its buffer. The
// copy has that one use, so no decision of a later bufferization can make the
// write visible elsewhere. Upstream's `copy-before-write` does the same, but
// asks calls about an analysis that it has not run.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Passes.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ParallelCombiningOpInterface.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_COPYBEFOREWRITEPASS
#include "heddle/Execution/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;
using namespace mlir::bufferization;

/// True if `use` may have its buffer written by the op that has it, in a region
/// of that op, or in a callee.
static bool mayBeWritten(OpOperand &use, const AnalysisState &state) {
  Operation *op = use.getOwner();
  if (!isa<RankedTensorType>(use.get().getType()))
    return false;
  if (isa<CallOpInterface, LoopLikeOpInterface>(op))
    return true;
  // What is inserted in parallel goes into the loop's own copy.
  if (isa<ParallelCombiningOpInterface>(op))
    return false;
  auto bufferizable = dyn_cast<BufferizableOpInterface>(op);
  return bufferizable && bufferizable.bufferizesToMemoryWrite(use, state);
}

/// A tensor with the contents of `value`, for which a buffer is allocated.
static Value createCopy(RewriterBase &rewriter, Location loc, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  // An empty tensor has no contents.
  if (auto empty = value.getDefiningOp<tensor::EmptyOp>())
    return AllocTensorOp::create(rewriter, loc, type, empty.getDynamicSizes());
  return AllocTensorOp::create(rewriter, loc, type, ValueRange(), value);
}

namespace {
struct CopyBeforeWrite
    : heddle::impl::CopyBeforeWritePassBase<CopyBeforeWrite> {
  void runOnOperation() override {
    BufferizationOptions options;
    AnalysisState state(options);
    SmallVector<OpOperand *> written;
    getOperation()->walk([&](Operation *op) {
      for (OpOperand &use : op->getOpOperands())
        if (mayBeWritten(use, state))
          written.push_back(&use);
    });
    IRRewriter rewriter(&getContext());
    for (OpOperand *use : written) {
      Operation *op = use->getOwner();
      rewriter.setInsertionPoint(op);
      Value copy = createCopy(rewriter, op->getLoc(), use->get());
      rewriter.modifyOpInPlace(op, [&] { use->set(copy); });
    }
  }
};
} // namespace
