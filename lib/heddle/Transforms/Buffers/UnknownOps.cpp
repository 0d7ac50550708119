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
// Canonicalization makes of a load from the `to_buffer` of a tensor an op that
// reads the tensor. What reads a tensor that stays is made a read of its buffer
// again, after the last canonicalization. All reads share one `to_buffer`,
// right after the tensor is computed.
//
// An op with regions may run them more than once. One-shot bufferization
// assumes for unknown ops that they do not, so such an op is refused.
//
//===----------------------------------------------------------------------===//

#include "UnknownOps.h"

#include "BufferCauses.h"
#include "heddle/Analysis/Spaces/MemorySpace.h"
#include "heddle/Transforms/Elementwise/StructureTensors.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::heddle;
using bufferization::AllocTensorOp;
using bufferization::BufferizableOpInterface;
using bufferization::ToBufferOp;
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

LogicalResult heddle::checkAllKnown(Operation *root) {
  SmallVector<Operation *> unknown = findUnknownOps(root);
  if (unknown.empty())
    return success();
  Operation *op = unknown.front();
  return op->emitError()
         << quote(op) << " has no bufferization; "
         << (canBeStructured(op)
                 ? "the pass 'heddle-structure-tensors' makes a structured op "
                   "of it before"
                 : "'allow_unknown_ops' keeps it on tensors");
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

/// The one `to_buffer` of `tensor`, which stands right after it is computed.
static Value getBuffer(RewriterBase &rewriter, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  BaseMemRefType bufferType =
      bufferization::getMemRefTypeWithFullyDynamicLayout(type,
                                                         getMemorySpace(type));
  SmallVector<ToBufferOp> buffers;
  for (Operation *user : tensor.getUsers())
    if (auto buffer = dyn_cast<ToBufferOp>(user);
        buffer && buffer.getType() == bufferType)
      buffers.push_back(buffer);
  rewriter.setInsertionPointAfterValue(tensor);
  Value first =
      ToBufferOp::create(rewriter, tensor.getLoc(), bufferType, tensor);
  for (ToBufferOp buffer : buffers)
    rewriter.replaceOp(buffer, first);
  return first;
}

void heddle::readBuffersOfUnknownOps(RewriterBase &rewriter, Operation *root) {
  SmallVector<Operation *> reads;
  root->walk([&](Operation *op) {
    if (isa<tensor::ExtractOp, tensor::DimOp>(op) &&
        isa<RankedTensorType>(op->getOperand(0).getType()))
      reads.push_back(op);
  });
  llvm::MapVector<Value, SmallVector<Operation *>> readsOf;
  for (Operation *op : reads)
    readsOf[op->getOperand(0)].push_back(op);
  for (auto &[tensor, ops] : readsOf) {
    Value buffer = getBuffer(rewriter, tensor);
    for (Operation *op : ops) {
      rewriter.setInsertionPoint(op);
      if (auto extract = dyn_cast<tensor::ExtractOp>(op))
        rewriter.replaceOpWithNewOp<memref::LoadOp>(op, buffer,
                                                    extract.getIndices());
      else
        rewriter.replaceOpWithNewOp<memref::DimOp>(
            op, buffer, cast<tensor::DimOp>(op).getIndex());
    }
  }
}
