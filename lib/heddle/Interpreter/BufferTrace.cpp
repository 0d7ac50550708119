//===- BufferTrace.cpp - Which step made a tensor or a buffer? ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks for new ops after each step. An op that is made from another op at its
// location keeps the line of that op.
//
//===----------------------------------------------------------------------===//

#include "BufferTrace.h"

#include "heddle/Analysis/Reasons/ScheduleLine.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::heddle;

/// Calls `visit` with each op that allocates or copies, or that bufferization
/// may allocate or copy for.
template <typename Visit>
static void forEachTracedOp(ModuleOp payload, Visit visit) {
  payload.walk([&](Operation *op) {
    if (llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>) ||
        isa<memref::AllocOp, memref::AllocaOp, memref::CopyOp, linalg::CopyOp,
            tensor::ParallelInsertSliceOp, func::ReturnOp>(op))
      visit(op);
  });
}

BufferTrace::Identity BufferTrace::identify(Operation *op) {
  return {op, op->getParentOp(), op->getName().getAsOpaquePointer(),
          op->getLoc().getAsOpaquePointer()};
}

BufferTrace::BufferTrace(ModuleOp payload) : payload(payload) {
  forEachTracedOp(payload, [&](Operation *op) { known.insert(identify(op)); });
}

void BufferTrace::noteStep(Operation *step) {
  IRRewriter rewriter(payload.getContext());
  llvm::DenseSet<Identity> next;
  forEachTracedOp(payload, [&](Operation *op) {
    if (!known.contains(identify(op)) && !getScheduleLine(op->getLoc()))
      rewriter.modifyOpInPlace(op, [&] {
        op->setLoc(addScheduleLine(op->getLoc(), step->getLoc()));
      });
    next.insert(identify(op));
  });
  known = std::move(next);
}
