//===- TopkOp.cpp - topk --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A point of the iteration space inserts one element into the slots of its row.
//
//===----------------------------------------------------------------------===//

#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::linalg_ext;

//===----------------------------------------------------------------------===//
// Verifier and structure
//===----------------------------------------------------------------------===//

static Type getElement(Value value) {
  return cast<ShapedType>(value.getType()).getElementType();
}

LogicalResult TopkOp::verify() {
  if (failed(shared::verifyDimension(*this, getDimension())))
    return failure();
  if (getIndices() && getBase())
    return emitOpError("expects no 'base' for indices that are given");
  Type element = getElement(getOutputIndices());
  if (getIndices() && getElement(getIndices()) != element)
    return emitOpError("expects indices of one type, but got ")
           << getElement(getIndices()) << " and " << element;
  if (failed(shared::verifyStructuredOp(*this)))
    return failure();
  auto values = cast<ShapedType>(getOutputValues().getType());
  auto indices = cast<ShapedType>(getOutputIndices().getType());
  int64_t slots = values.getDimSize(getDimension());
  int64_t others = indices.getDimSize(getDimension());
  if (slots != others && !ShapedType::isDynamic(slots) &&
      !ShapedType::isDynamic(others))
    return emitOpError("expects as many slots for indices as for values, ")
           << slots << ", but got " << others;
  return success();
}

LogicalResult TopkOp::verifyRegions() {
  Type element = getElement(getValues());
  return shared::verifyBody(*this, {element, element},
                            IntegerType::get(getContext(), 1));
}

SmallVector<utils::IteratorType> TopkOp::getLoopIteratorTypes() {
  SmallVector<utils::IteratorType> types(
      cast<ShapedType>(getValues().getType()).getRank(),
      utils::IteratorType::parallel);
  types[getDimension()] = utils::IteratorType::reduction;
  return types;
}

SmallVector<int64_t> TopkOp::getOperandDims(unsigned operand) {
  Value value = getOperation()->getOperand(operand);
  if (value == getBase())
    return {};
  int64_t rank = cast<ShapedType>(getValues().getType()).getRank();
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  // All slots of a row.
  if (operand >= getOperation()->getNumOperands() - 2)
    dims[getDimension()] = -1;
  return dims;
}

bool TopkOp::readsDestination(unsigned) { return true; }

Operation *TopkOp::createTile(OpBuilder &builder,
                              ArrayRef<OpFoldResult> offsets,
                              ValueRange operands) {
  OpFoldResult start = offsets[getDimension()];
  if (getIndices() || isZeroInteger(start))
    return shared::cloneOnto(builder, getOperation(), operands);
  Location loc = getLoc();
  OpFoldResult base = start;
  if (getBase()) {
    AffineExpr a, b;
    bindDims(getContext(), a, b);
    base = affine::makeComposedFoldedAffineApply(
        builder, loc, a + b, {OpFoldResult(getBase()), start});
  }
  Value values = operands.front(), outputValues = operands.drop_back().back(),
        outputIndices = operands.back();
  SmallVector<Type> types;
  if (isa<RankedTensorType>(outputValues.getType()))
    types = {outputValues.getType(), outputIndices.getType()};
  auto tile =
      TopkOp::create(builder, loc, types, values, /*indices=*/Value(),
                     getValueOrCreateConstantIndexOp(builder, loc, base),
                     outputValues, outputIndices, getDimension());
  tile->setDiscardableAttrs(getOperation()->getDiscardableAttrDictionary());
  IRMapping mapping;
  getBody().cloneInto(&tile.getBody(), mapping);
  return tile;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The index of the element at `indices`.
static Value createIndex(OpBuilder &builder, Location loc, TopkOp op,
                         ValueRange indices) {
  if (op.getIndices())
    return memref::LoadOp::create(builder, loc, op.getIndices(), indices);
  Value index = indices[op.getDimension()];
  if (op.getBase())
    index = arith::AddIOp::create(builder, loc, op.getBase(), index);
  Type type = getElement(op.getOutputIndices());
  return type.isIndex() ? index
                        : arith::IndexCastOp::create(builder, loc, type, index);
}

/// Whether `a` comes strictly before `b`.
static Value createOrder(OpBuilder &builder, Location loc, TopkOp op, Value a,
                         Value b) {
  Block &body = op.getBody().front();
  Value before = shared::inlineBody(builder, body, {a, b}).front();
  Value after = shared::inlineBody(builder, body, {b, a}).front();
  Value yes = arith::ConstantIntOp::create(builder, loc, 1, 1);
  Value notAfter = arith::XOrIOp::create(builder, loc, after, yes);
  return arith::AndIOp::create(builder, loc, before, notAfter);
}

LogicalResult TopkOp::generateScalarImplementation(OpBuilder &builder,
                                                   Location loc,
                                                   ValueRange indices) {
  int64_t dim = getDimension();
  Value value = memref::LoadOp::create(builder, loc, getValues(), indices);
  Value index = createIndex(builder, loc, *this, indices);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value no = arith::ConstantIntOp::create(builder, loc, 0, 1);
  Value slots = getValueOrCreateConstantIndexOp(
      builder, loc, memref::getMixedSize(builder, loc, getOutputValues(), dim));
  // Carries the element for the next slot, and whether that slot and all later
  // slots shift by one.
  scf::ForOp::create(
      builder, loc, zero, slots, one, ValueRange{value, index, no},
      [&](OpBuilder &inner, Location loc, Value slot, ValueRange carried) {
        SmallVector<Value> place(indices);
        place[dim] = slot;
        Value oldValue =
            memref::LoadOp::create(inner, loc, getOutputValues(), place);
        Value oldIndex =
            memref::LoadOp::create(inner, loc, getOutputIndices(), place);
        Value before = createOrder(inner, loc, *this, carried[0], oldValue);
        Value moves = arith::OrIOp::create(inner, loc, carried[2], before);
        auto select = [&](Value a, Value b) -> Value {
          return arith::SelectOp::create(inner, loc, moves, a, b);
        };
        memref::StoreOp::create(inner, loc, select(carried[0], oldValue),
                                getOutputValues(), place);
        memref::StoreOp::create(inner, loc, select(carried[1], oldIndex),
                                getOutputIndices(), place);
        scf::YieldOp::create(inner, loc,
                             {select(oldValue, carried[0]),
                              select(oldIndex, carried[1]), moves});
      });
  return success();
}
