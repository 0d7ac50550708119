//===- StructuredOps.cpp - What structured ops share ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifier, effects, bufferization and loops of the structured ops. Tiling is
// in StructuredTiling.cpp.
//
//===----------------------------------------------------------------------===//

#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::linalg_ext;

Operation *shared::cloneOnto(OpBuilder &builder, Operation *op,
                             ValueRange operands) {
  SmallVector<Type> types;
  for (OpOperand &init :
       cast<DestinationStyleOpInterface>(op).getDpsInitsMutable())
    if (Type type = operands[init.getOperandNumber()].getType();
        isa<RankedTensorType>(type))
      types.push_back(type);
  return mlir::clone(builder, op, types, operands);
}

FailureOr<SmallVector<Operation *>> shared::createLoops(RewriterBase &rewriter,
                                                        Operation *op) {
  rewriter.setInsertionPoint(op);
  FailureOr<SmallVector<scf::ForOp>> loops =
      scf::lowerToLoopsUsingSCFForOp(rewriter, cast<TilingInterface>(op));
  if (failed(loops))
    return failure();
  return SmallVector<Operation *>(loops->begin(), loops->end());
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

LogicalResult shared::verifyDimension(Operation *op, int64_t dimension) {
  int64_t rank = cast<ShapedType>(op->getOperand(0).getType()).getRank();
  if (dimension >= 0 && dimension < rank)
    return success();
  return op->emitOpError("expects 'dimension' in [0, ")
         << rank << "), but got " << dimension;
}

/// Checks the ranks, and that static extents of one iteration dim agree.
static LogicalResult verifyExtents(LinalgExtOp op) {
  struct Extent {
    int64_t size;
    unsigned operand, dim;
  };
  llvm::SmallDenseMap<int64_t, Extent> known;
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<ShapedType>(operand.get().getType());
    if (!type)
      continue;
    unsigned number = operand.getOperandNumber();
    SmallVector<int64_t> dims = op.getOperandDims(number);
    if (type.getRank() != static_cast<int64_t>(dims.size()))
      return op.emitOpError("expects operand #")
             << number << " to have rank " << dims.size() << ", but got "
             << type.getRank();
    for (auto [dim, loop] : llvm::enumerate(dims)) {
      if (loop < 0 || type.isDynamicDim(dim))
        continue;
      int64_t size = type.getDimSize(dim);
      auto [entry, isNew] =
          known.try_emplace(loop, Extent{size, number, unsigned(dim)});
      const Extent &first = entry->second;
      if (first.size != size)
        return op.emitOpError("expects dim ")
               << dim << " of operand #" << number << " to have extent "
               << first.size << " like dim " << first.dim << " of operand #"
               << first.operand << ", but got " << size;
    }
  }
  return success();
}

LogicalResult shared::verifyStructuredOp(Operation *op) {
  auto dps = cast<DestinationStyleOpInterface>(op);
  bool onTensors = isa<TensorType>(op->getOperand(0).getType());
  for (Value operand : op->getOperands())
    if (isa<ShapedType>(operand.getType()) &&
        isa<TensorType>(operand.getType()) != onTensors)
      return op->emitOpError(
          "expects its operands to be all tensors or all memrefs");
  if (failed(verifyExtents(cast<LinalgExtOp>(op))))
    return failure();
  int64_t numResults = onTensors ? dps.getNumDpsInits() : 0;
  if (op->getNumResults() != numResults)
    return op->emitOpError("expects ") << numResults << " results on "
                                       << (onTensors ? "tensors" : "memrefs")
                                       << ", but got " << op->getNumResults();
  for (auto [number, result] : llvm::enumerate(op->getResultTypes())) {
    Type expected = dps.getDpsInitOperand(number)->get().getType();
    if (result != expected)
      return op->emitOpError("expects result #")
             << number << " to have the type of its destination, " << expected
             << ", but got " << result;
  }
  return success();
}

LogicalResult shared::verifyBody(Operation *op, TypeRange arguments,
                                 TypeRange yielded) {
  Block &body = op->getRegion(0).front();
  if (TypeRange(body.getArgumentTypes()) != arguments)
    return op->emitOpError("expects a body with the arguments (")
           << arguments << "), but got (" << body.getArgumentTypes() << ")";
  Operation *yield = body.getTerminator();
  if (TypeRange(yield->getOperandTypes()) != yielded)
    return op->emitOpError("expects a body that yields (")
           << yielded << "), but got (" << yield->getOperandTypes() << ")";
  return success();
}

SmallVector<Value> shared::inlineBody(OpBuilder &builder, Block &body,
                                      ValueRange arguments) {
  IRMapping mapping;
  mapping.map(body.getArguments(), arguments);
  for (Operation &op : body.without_terminator())
    builder.clone(op, mapping);
  return llvm::map_to_vector(
      body.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

//===----------------------------------------------------------------------===//
// Shapes and effects
//===----------------------------------------------------------------------===//

LogicalResult shared::reifyResultShapes(Operation *op, OpBuilder &builder,
                                        ReifiedRankedShapedTypeDims &shapes) {
  auto dps = cast<DestinationStyleOpInterface>(op);
  for (OpResult result : op->getResults())
    shapes.push_back(tensor::getMixedSizes(
        builder, op->getLoc(), dps.getTiedOpOperand(result)->get()));
  return success();
}

void shared::getEffects(
    Operation *op,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  auto dps = cast<DestinationStyleOpInterface>(op);
  auto structured = cast<LinalgExtOp>(op);
  SideEffects::Resource *memory = SideEffects::DefaultResource::get();
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    bool isInit = dps.isDpsInit(&operand);
    if (!isInit || structured.readsDestination(operand.getOperandNumber()))
      effects.emplace_back(MemoryEffects::Read::get(), &operand, /*stage=*/0,
                           /*effectOnFullRegion=*/true, memory);
    if (isInit)
      effects.emplace_back(MemoryEffects::Write::get(), &operand, /*stage=*/1,
                           /*effectOnFullRegion=*/true, memory);
  }
}

//===----------------------------------------------------------------------===//
// Bufferization
//===----------------------------------------------------------------------===//

bool shared::maySharePairwise(Operation *op, ArrayRef<OpOperand *> operands) {
  auto dps = cast<DestinationStyleOpInterface>(op);
  auto structured = cast<LinalgExtOp>(op);
  auto mayShare = [&](OpOperand *a, OpOperand *b) {
    if (dps.isDpsInit(a) == dps.isDpsInit(b))
      return !dps.isDpsInit(a);
    if (dps.isDpsInit(a))
      std::swap(a, b);
    return structured.mayShareBuffer(a->getOperandNumber(),
                                     b->getOperandNumber());
  };
  for (auto [i, first] : llvm::enumerate(operands))
    for (OpOperand *second : operands.drop_front(i + 1))
      if (!mayShare(first, second))
        return false;
  return true;
}

LogicalResult
shared::bufferize(Operation *op, RewriterBase &rewriter,
                  const bufferization::BufferizationOptions &options,
                  bufferization::BufferizationState &state) {
  auto dps = cast<DestinationStyleOpInterface>(op);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  SmallVector<Value> operands, results;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<TensorType>(operand.get().getType())) {
      operands.push_back(operand.get());
      continue;
    }
    FailureOr<Value> buffer =
        bufferization::getBuffer(rewriter, operand.get(), options, state);
    if (failed(buffer))
      return failure();
    operands.push_back(*buffer);
    if (dps.isDpsInit(&operand))
      results.push_back(*buffer);
  }
  // The ops of the body are bufferized after this op, so the body is moved and
  // not cloned.
  Operation *buffered =
      cloneWithoutRegions(rewriter, op, TypeRange(), operands);
  for (auto [from, to] :
       llvm::zip_equal(op->getRegions(), buffered->getRegions()))
    rewriter.inlineRegionBefore(from, to, to.begin());
  bufferization::replaceOpWithBufferizedValues(rewriter, op, results);
  return success();
}
