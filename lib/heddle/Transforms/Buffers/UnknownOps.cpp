//===- UnknownOps.cpp - Ops that stay on tensors --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An unknown op has tensors but no BufferizableOpInterface. One-shot
// bufferization leaves it as it is, between a `to_tensor` of each buffer that
// it reads and a `to_buffer` of each tensor that it computes. It treats the
// results as new tensors. But a later step that bufferizes the op may give a
// result the buffer of an operand, or write into that buffer.
//
// The rule: a buffer that an unknown op reads is a copy for this operand alone.
//
// Why this is enough: the copy is written once, before the op. Nothing else
// refers to it but the operand, so no write of another op changes it while a
// result of the op is alive, and no other op sees a write by this one. In a
// loop, each iteration allocates a copy: a buffer with a `to_tensor` is not
// taken out of loops. What bufferized ops read from a result is its
// `to_buffer`, into which one-shot bufferization does not write; that op counts
// as a write for the next analysis, so that an op that overwrites the result
// later gets a copy then. A tensor that one unknown op takes from another one
// has no buffer yet, so it is not copied.
//
// An op with regions may run them more than once. One-shot bufferization
// assumes for unknown ops that they do not, so such an op is refused.
//
//===----------------------------------------------------------------------===//

#include "UnknownOps.h"

#include "BufferCauses.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::heddle;
using bufferization::AllocTensorOp;
using bufferization::BufferizableOpInterface;
using bufferization::ToTensorOp;

static bool isUnknown(Operation *op) {
  return !isa<BufferizableOpInterface>(op) &&
         (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TensorType>) ||
          llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>));
}

static SmallVector<Operation *> findUnknownOps(Operation *root) {
  SmallVector<Operation *> unknown;
  root->walk([&](Operation *op) {
    if (isUnknown(op))
      unknown.push_back(op);
  });
  return unknown;
}

static LogicalResult checkUnknown(Operation *op) {
  if (op->getNumRegions() != 0)
    return op->emitError()
           << quote(op)
           << " cannot stay on tensors, because it has regions, and "
              "bufferization does not know how often they run";
  for (Type type : op->getOperandTypes())
    if (isa<UnrankedTensorType>(type))
      return op->emitError()
             << quote(op)
             << " cannot stay on tensors, because it takes an unranked one";
  return success();
}

static Value copyForUnknownOp(RewriterBase &rewriter, Operation *op,
                              Value value) {
  Location loc = getCopyLocation(
      op, quote(op) + " stays on tensors, and what it reads must not change");
  auto type = cast<RankedTensorType>(value.getType());
  // An empty tensor has no contents to copy.
  if (auto empty = value.getDefiningOp<tensor::EmptyOp>())
    return AllocTensorOp::create(rewriter, loc, type, empty.getDynamicSizes());
  return AllocTensorOp::create(rewriter, loc, type, ValueRange(), value);
}

LogicalResult heddle::isolateUnknownOps(RewriterBase &rewriter,
                                        Operation *root) {
  SmallVector<Operation *> unknown = findUnknownOps(root);
  for (Operation *op : unknown)
    if (failed(checkUnknown(op)))
      return failure();
  for (Operation *op : unknown)
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      Operation *maker = value.getDefiningOp();
      if (!isa<TensorType>(value.getType()) || (maker && isUnknown(maker)))
        continue;
      rewriter.setInsertionPoint(op);
      Value copy = copyForUnknownOp(rewriter, op, value);
      rewriter.modifyOpInPlace(op, [&] { operand.set(copy); });
    }
  return success();
}

void heddle::markIsolatedTensors(RewriterBase &rewriter, Operation *root) {
  for (Operation *op : findUnknownOps(root))
    for (Value value : op->getOperands())
      if (auto tensor = value.getDefiningOp<ToTensorOp>())
        rewriter.modifyOpInPlace(tensor, [&] {
          tensor.setRestrict(true);
          tensor.setWritable(true);
        });
}
