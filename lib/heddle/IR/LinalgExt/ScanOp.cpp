//===- ScanOp.cpp - scan --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A point of the iteration space combines one element: the accumulator lives in
// memory between two points.
//
//===----------------------------------------------------------------------===//

#include "heddle/IR/LinalgExt/LinalgExt.h"

using namespace mlir;
using namespace mlir::linalg_ext;

LogicalResult ScanOp::verify() {
  if (failed(shared::verifyDimension(*this, getDimension())))
    return failure();
  return shared::verifyStructuredOp(*this);
}

LogicalResult ScanOp::verifyRegions() {
  Type element = cast<ShapedType>(getInput().getType()).getElementType();
  return shared::verifyBody(*this, {element, element}, element);
}

SmallVector<utils::IteratorType> ScanOp::getLoopIteratorTypes() {
  SmallVector<utils::IteratorType> types(
      cast<ShapedType>(getInput().getType()).getRank(),
      utils::IteratorType::parallel);
  types[getDimension()] = utils::IteratorType::reduction;
  return types;
}

SmallVector<int64_t> ScanOp::getOperandDims(unsigned operand) {
  int64_t rank = cast<ShapedType>(getInput().getType()).getRank();
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (operand == 2)
    dims.erase(dims.begin() + getDimension());
  return dims;
}

bool ScanOp::readsDestination(unsigned operand) { return operand == 2; }

bool ScanOp::mayShareBuffer(unsigned, unsigned output) { return output == 1; }

LogicalResult ScanOp::generateScalarImplementation(OpBuilder &builder,
                                                   Location loc,
                                                   ValueRange indices) {
  SmallVector<Value> row(indices);
  row.erase(row.begin() + getDimension());
  Value element = memref::LoadOp::create(builder, loc, getInput(), indices);
  Value before = memref::LoadOp::create(builder, loc, getAccumulator(), row);
  Value after =
      shared::inlineBody(builder, getBody().front(), {before, element}).front();
  memref::StoreOp::create(builder, loc, getInclusive() ? after : before,
                          getOutput(), indices);
  memref::StoreOp::create(builder, loc, after, getAccumulator(), row);
  return success();
}
