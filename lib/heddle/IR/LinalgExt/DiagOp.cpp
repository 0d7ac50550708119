//===- DiagOp.cpp - diag --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The iteration space is that of the output. A point of it is on the diagonal
// or not. The rewrites of products are in ScaleByDiag.cpp.
//
//===----------------------------------------------------------------------===//

#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::linalg_ext;

//===----------------------------------------------------------------------===//
// Verifier and structure
//===----------------------------------------------------------------------===//

/// True if the last two extents are known and differ.
static bool isOblong(ShapedType type) {
  ArrayRef<int64_t> last = type.getShape().take_back(2);
  return last[0] != last[1] && !ShapedType::isDynamic(last[0]) &&
         !ShapedType::isDynamic(last[1]);
}

LogicalResult DiagOp::verify() {
  if (cast<ShapedType>(getInput().getType()).getRank() == 0)
    return emitOpError("expects an input of rank 1 or more, but got 0");
  if (!getOffsets().empty() && getOffsets().size() != 2)
    return emitOpError("expects 2 offsets or none, but got ")
           << getOffsets().size();
  if (failed(shared::verifyStructuredOp(*this)))
    return failure();
  auto output = cast<ShapedType>(getOutput().getType());
  if (getOffsets().empty() && isOblong(output))
    return emitOpError("expects square matrices without offsets, but got ")
           << output.getShape().drop_back().back() << " x "
           << output.getShape().back();
  return success();
}

SmallVector<utils::IteratorType> DiagOp::getLoopIteratorTypes() {
  int64_t rank = cast<ShapedType>(getInput().getType()).getRank() + 1;
  return SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel);
}

SmallVector<int64_t> DiagOp::getOperandDims(unsigned operand) {
  if (operand != 0 && operand != getOperation()->getNumOperands() - 1)
    return {};
  int64_t rank = cast<ShapedType>(getInput().getType()).getRank();
  return llvm::to_vector(llvm::seq<int64_t>(0, operand == 0 ? rank : rank + 1));
}

bool DiagOp::readsDestination(unsigned) { return false; }

Operation *DiagOp::createTile(OpBuilder &builder,
                              ArrayRef<OpFoldResult> offsets,
                              ValueRange operands) {
  Location loc = getLoc();
  Value input = operands.front(), output = operands.back();
  SmallVector<Value> starts;
  ArrayRef<OpFoldResult> last = offsets.take_back(2);
  if (!getOffsets().empty() || !isZeroInteger(last[0]) ||
      !isZeroInteger(last[1]) || isOblong(cast<ShapedType>(output.getType())))
    for (auto [number, start] : llvm::enumerate(last)) {
      OpFoldResult sum = start;
      AffineExpr a, b;
      bindDims(getContext(), a, b);
      if (!getOffsets().empty())
        sum = affine::makeComposedFoldedAffineApply(
            builder, loc, a + b, {OpFoldResult(getOffsets()[number]), start});
      starts.push_back(getValueOrCreateConstantIndexOp(builder, loc, sum));
    }
  SmallVector<Type> types;
  if (isa<RankedTensorType>(output.getType()))
    types.push_back(output.getType());
  auto tile = DiagOp::create(builder, loc, types, input, starts, output);
  tile->setDiscardableAttrs(getOperation()->getDiscardableAttrDictionary());
  return tile;
}

//===----------------------------------------------------------------------===//
// Loops and linalg
//===----------------------------------------------------------------------===//

/// The element of the result with these two indices: `value` on the diagonal,
/// else zero.
static Value createElement(OpBuilder &builder, Location loc, DiagOp op,
                           Value value, Value row, Value column) {
  if (!op.getOffsets().empty()) {
    row = arith::AddIOp::create(builder, loc, row, op.getOffsets()[0]);
    column = arith::AddIOp::create(builder, loc, column, op.getOffsets()[1]);
  }
  Value isDiagonal = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::eq, row, column);
  Value zero = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(value.getType()));
  return arith::SelectOp::create(builder, loc, isDiagonal, value, zero);
}

LogicalResult DiagOp::generateScalarImplementation(OpBuilder &builder,
                                                   Location loc,
                                                   ValueRange indices) {
  Value value =
      memref::LoadOp::create(builder, loc, getInput(), indices.drop_back());
  Value element = createElement(builder, loc, *this, value,
                                indices.drop_back().back(), indices.back());
  memref::StoreOp::create(builder, loc, element, getOutput(), indices);
  return success();
}

FailureOr<SmallVector<Value>> DiagOp::decomposeOperation(OpBuilder &builder) {
  if (getOperation()->getNumResults() == 0)
    return failure();
  int64_t rank = cast<ShapedType>(getOutput().getType()).getRank();
  AffineMap all = builder.getMultiDimIdentityMap(rank);
  auto generic = linalg::GenericOp::create(
      builder, getLoc(), getOutput().getType(), getInput(), getOutput(),
      {all.dropResult(rank - 1), all}, getLoopIteratorTypes(),
      [&](OpBuilder &inner, Location loc, ValueRange args) {
        Value row = linalg::IndexOp::create(inner, loc, rank - 2);
        Value column = linalg::IndexOp::create(inner, loc, rank - 1);
        linalg::YieldOp::create(
            inner, loc, createElement(inner, loc, *this, args[0], row, column));
      });
  return SmallVector<Value>{generic.getResult(0)};
}
