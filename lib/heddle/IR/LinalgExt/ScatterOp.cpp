//===- ScatterOp.cpp - scatter --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The iteration space is that of the updates. A point of it reads its index and
// updates one element.
//
//===----------------------------------------------------------------------===//

#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::linalg_ext;

//===----------------------------------------------------------------------===//
// Verifier and structure
//===----------------------------------------------------------------------===//

static ShapedType getShapedType(Value value) {
  return cast<ShapedType>(value.getType());
}

int64_t ScatterOp::getNumBatchDims() {
  return getShapedType(getIndices()).getRank() - 1;
}

int64_t ScatterOp::getIndexDepth() {
  return getShapedType(getIndices()).getShape().back();
}

LogicalResult ScatterOp::verify() {
  ShapedType indices = getShapedType(getIndices());
  if (indices.getRank() == 0)
    return emitOpError("expects indices of rank 1 or more, but got 0");
  if (indices.isDynamicDim(indices.getRank() - 1))
    return emitOpError("expects a static last dim of the indices");
  if (getShapedType(getUpdates()).getRank() < getNumBatchDims())
    return emitOpError("expects updates of rank ")
           << getNumBatchDims() << " or more, but got "
           << getShapedType(getUpdates()).getRank();
  return shared::verifyStructuredOp(*this);
}

LogicalResult ScatterOp::verifyRegions() {
  Type element = getShapedType(getSource()).getElementType();
  return shared::verifyBody(*this, {element, element}, element);
}

SmallVector<utils::IteratorType> ScatterOp::getLoopIteratorTypes() {
  SmallVector<utils::IteratorType> types(getShapedType(getUpdates()).getRank(),
                                         utils::IteratorType::parallel);
  // On tensors, every tile returns all of the indexed dims, so tiles along
  // batch dims are not independent.
  if (!getUniqueIndices() || getOperation()->getNumResults() != 0)
    for (int64_t dim = 0; dim < getNumBatchDims(); ++dim)
      types[dim] = utils::IteratorType::reduction;
  return types;
}

SmallVector<int64_t> ScatterOp::getOperandDims(unsigned operand) {
  int64_t batch = getNumBatchDims(),
          rank = getShapedType(getUpdates()).getRank();
  if (operand == 1)
    return llvm::to_vector(llvm::seq<int64_t>(0, rank));
  SmallVector<int64_t> dims;
  if (operand == 0) {
    dims = llvm::to_vector(llvm::seq<int64_t>(0, batch));
    dims.push_back(-1);
    return dims;
  }
  dims.assign(getIndexDepth(), -1);
  for (int64_t dim = batch; dim < rank; ++dim)
    dims.push_back(dim);
  return dims;
}

bool ScatterOp::readsDestination(unsigned) { return true; }

bool ScatterOp::combinesInAnyOrder() {
  if (getUniqueIndices())
    return true;
  SmallVector<Operation *> combiners;
  return matchReduction(getBody().getArgument(0), 0, combiners) &&
         combiners.size() == 1 &&
         combiners.front()->hasTrait<OpTrait::IsCommutative>();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Entry `k` of the index at the batch point `point`.
static Value loadIndex(OpBuilder &builder, Location loc, Value indices,
                       ValueRange point, int64_t k) {
  SmallVector<Value> position(point);
  position.push_back(arith::ConstantIndexOp::create(builder, loc, k));
  Value index;
  if (isa<TensorType>(indices.getType()))
    index = tensor::ExtractOp::create(builder, loc, indices, position);
  else
    index = memref::LoadOp::create(builder, loc, indices, position);
  if (index.getType().isIndex())
    return index;
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    index);
}

LogicalResult ScatterOp::generateScalarImplementation(OpBuilder &builder,
                                                      Location loc,
                                                      ValueRange indices) {
  int64_t batch = getNumBatchDims();
  SmallVector<Value> place;
  for (int64_t k = 0; k < getIndexDepth(); ++k)
    place.push_back(
        loadIndex(builder, loc, getIndices(), indices.take_front(batch), k));
  llvm::append_range(place, indices.drop_front(batch));
  Value update = memref::LoadOp::create(builder, loc, getUpdates(), indices);
  Value current = memref::LoadOp::create(builder, loc, getSource(), place);
  Value next =
      shared::inlineBody(builder, getBody().front(), {current, update}).front();
  memref::StoreOp::create(builder, loc, next, getSource(), place);
  return success();
}

//===----------------------------------------------------------------------===//
// Runtime verification
//===----------------------------------------------------------------------===//

static Value getSize(OpBuilder &builder, Location loc, Value value,
                     int64_t dim) {
  OpFoldResult size = isa<TensorType>(value.getType())
                          ? tensor::getMixedSize(builder, loc, value, dim)
                          : memref::getMixedSize(builder, loc, value, dim);
  return getValueOrCreateConstantIndexOp(builder, loc, size);
}

void ScatterOp::generateRuntimeVerification(
    OpBuilder &builder, Location loc,
    function_ref<std::string(Operation *, StringRef)> generateErrorMessage) {
  OpBuilder::InsertionGuard guard(builder);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  SmallVector<Value> sizes, point;
  for (int64_t k = 0; k < getIndexDepth(); ++k)
    sizes.push_back(getSize(builder, loc, getSource(), k));
  for (int64_t dim = 0; dim < getNumBatchDims(); ++dim) {
    Value size = getSize(builder, loc, getIndices(), dim);
    auto loop = scf::ForOp::create(builder, loc, zero, size, one);
    point.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
  for (auto [k, size] : llvm::enumerate(sizes)) {
    Value index = loadIndex(builder, loc, getIndices(), point, k);
    // As an unsigned number, a negative index is large.
    Value isInside = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, index, size);
    cf::AssertOp::create(
        builder, loc, isInside,
        generateErrorMessage(getOperation(), "index out of bounds along dim " +
                                                 std::to_string(k) +
                                                 " of the source"));
  }
}
