//===- BoundClaims.cpp - What lies within an array ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounds of slices, of the elements that an op reads or writes, and of the
// windows of structured ops. An index that leaves its dim may still be an
// address within the array, but the op has no meaning then.
//
// The largest index of a window: let e be an affine expression of the loops'
// indices in which each index occurs once, under sums, products with constants
// and divisions by positive constants. Each of these is monotone, so e is
// monotone in each index, rising or falling by the signs of the factors around
// it. Since no index occurs twice, e is largest where each rising index is the
// last one and each falling index is 0, and smallest in the opposite corner.
// Both corners are iterations unless some loop has none. So e lies within the
// extent in all iterations if and only if both corners do. An expression with a
// remainder, or with an index twice, is left alone.
//
//===----------------------------------------------------------------------===//

#include "ClaimConjunction.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/VectorInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::heddle;
using arith::CmpIPredicate;

static bool isKnown(OpFoldResult number) {
  return getConstantIntValue(number).has_value();
}

/// Whether the verifier of an op knows the number.
static bool isStatic(OpFoldResult number) { return isa<Attribute>(number); }

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

void heddle::addSliceBounds(OffsetSizeAndStrideOpInterface slice, Value array,
                            ClaimConjunction &claim) {
  OpBuilder &builder = claim.rewriter;
  Attribute zero = builder.getIndexAttr(0), minusOne = builder.getIndexAttr(-1);
  Value isEmpty = arith::ConstantIntOp::create(builder, claim.loc, 0, 1);
  Value isInside;
  for (auto [dim, numbers] : llvm::enumerate(
           llvm::zip_equal(slice.getMixedOffsets(), slice.getMixedSizes(),
                           slice.getMixedStrides()))) {
    auto [offset, size, stride] = numbers;
    if (isZeroInteger(size))
      return;
    if (!isStatic(size))
      isEmpty =
          claim.either(isEmpty, claim.compare(CmpIPredicate::sle, size, zero));
    OpFoldResult extent = claim.getDim(array, dim);
    // The verifier knows no constants that are operands.
    if ((isStatic(offset) && isStatic(size) && isStatic(stride) &&
         isStatic(extent)) ||
        (isZeroInteger(offset) && isOneInteger(stride) && size == extent))
      continue;
    Value way = claim.times(claim.plus(size, minusOne), stride);
    Value last = claim.plus(offset, way);
    Value begins = claim.compare(CmpIPredicate::ult, offset, extent);
    Value ends = claim.compare(CmpIPredicate::ult, last, extent);
    Value inside = claim.both(begins, ends);
    isInside = isInside ? claim.both(isInside, inside) : inside;
  }
  if (isInside)
    claim.add(claim.either(isEmpty, isInside));
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// Notes for each dim of `expr` whether it rises (1) or falls (-1) with it.
/// Returns false if a dim occurs twice, or if it may do neither.
static bool findDirections(AffineExpr expr, int sign,
                           MutableArrayRef<int> directions) {
  if (isa<AffineConstantExpr>(expr))
    return true;
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    int &direction = directions[dim.getPosition()];
    return direction == 0 && (direction = sign);
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (expr.getKind() == AffineExprKind::Add)
    return findDirections(binary.getLHS(), sign, directions) &&
           findDirections(binary.getRHS(), sign, directions);
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!constant || constant.getValue() == 0 ||
      expr.getKind() == AffineExprKind::Mod)
    return false;
  return findDirections(binary.getLHS(), constant.getValue() < 0 ? -sign : sign,
                        directions);
}

/// Whether `expr`, over all iterations, is an index of dim `dim` of `operand`;
/// null if that is not known.
static Value computeWindow(AffineExpr expr, OpFoldResult extent,
                           ArrayRef<OpFoldResult> extents,
                           ClaimConjunction &claim) {
  OpBuilder &builder = claim.rewriter;
  SmallVector<int> directions(extents.size(), 0);
  if (!findDirections(expr, 1, directions))
    return {};
  SmallVector<Value> smallest, largest;
  Value zero = claim.makeIndex(builder.getIndexAttr(0));
  for (auto [direction, loop] : llvm::zip_equal(directions, extents)) {
    if (direction != 0 && !loop)
      return {};
    Value last =
        direction == 0 ? zero : claim.plus(loop, builder.getIndexAttr(-1));
    smallest.push_back(direction < 0 ? last : zero);
    largest.push_back(direction > 0 ? last : zero);
  }
  Value first = affine::expandAffineExpr(builder, claim.loc, expr, smallest,
                                         /*symbolValues=*/{});
  Value last = affine::expandAffineExpr(builder, claim.loc, expr, largest,
                                        /*symbolValues=*/{});
  Value begins =
      claim.compare(CmpIPredicate::sge, first, builder.getIndexAttr(0));
  Value ends = claim.compare(CmpIPredicate::slt, last, extent);
  return claim.both(begins, ends);
}

void heddle::addWindowBounds(linalg::LinalgOp op,
                             ArrayRef<OpFoldResult> extents,
                             ClaimConjunction &claim) {
  Value isInside;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      AffineExpr simple =
          simplifyAffineExpr(expr, map.getNumDims(), map.getNumSymbols());
      if (isa<AffineDimExpr>(simple))
        continue;
      OpFoldResult extent = claim.getDim(operand.get(), dim);
      if (Value inside = computeWindow(simple, extent, extents, claim))
        isInside = isInside ? claim.both(isInside, inside) : inside;
    }
  }
  if (!isInside || llvm::any_of(extents, isZeroInteger))
    return;
  for (OpFoldResult extent : extents)
    if (extent && !isKnown(extent))
      isInside =
          claim.either(isInside, claim.compare(CmpIPredicate::eq, extent,
                                               claim.rewriter.getIndexAttr(0)));
  claim.add(isInside);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// One element at `indices` lies within `array`.
static void addElement(Value array, ValueRange indices,
                       ClaimConjunction &claim) {
  for (auto [dim, index] : llvm::enumerate(indices)) {
    auto type = cast<ShapedType>(array.getType());
    std::optional<int64_t> known = getConstantIntValue(index);
    if (known && *known >= 0 && !type.isDynamicDim(dim) &&
        *known < type.getDimSize(dim))
      continue;
    claim.add(
        claim.compare(CmpIPredicate::ult, index, claim.getDim(array, dim)));
  }
}

/// A vector that is not masked lies within its array along the dims of which
/// the op says so. Along dims that it does not have, it is at one element.
static void addTransfer(VectorTransferOpInterface op, ClaimConjunction &claim) {
  auto type = dyn_cast<ShapedType>(op.getBase().getType());
  VectorType vector = op.getVectorType();
  auto maskable = dyn_cast<vector::MaskableOpInterface>(op.getOperation());
  if (op.getMask() || (maskable && maskable.isMasked()) || !type ||
      isa<VectorType>(type.getElementType()) || vector.isScalable())
    return;
  OpBuilder &builder = claim.rewriter;
  SmallVector<int64_t> sizes(type.getRank(), 1);
  SmallVector<bool> isOpen(type.getRank(), false);
  for (auto [i, expr] : llvm::enumerate(op.getPermutationMap().getResults()))
    if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      sizes[dim.getPosition()] = vector.getDimSize(i);
      isOpen[dim.getPosition()] = !op.isDimInBounds(i);
    }
  for (auto [dim, index] : llvm::enumerate(op.getIndices())) {
    std::optional<int64_t> known = getConstantIntValue(index);
    if (isOpen[dim] || (known && *known >= 0 && !type.isDynamicDim(dim) &&
                        *known + sizes[dim] <= type.getDimSize(dim)))
      continue;
    OpFoldResult extent = claim.getDim(op.getBase(), dim);
    if (sizes[dim] == 1) {
      claim.add(claim.compare(CmpIPredicate::ult, index, extent));
      continue;
    }
    claim.add(
        claim.compare(CmpIPredicate::sge, index, builder.getIndexAttr(0)));
    Value end = claim.plus(index, builder.getIndexAttr(sizes[dim]));
    claim.add(claim.compare(CmpIPredicate::sle, end, extent));
  }
}

bool heddle::declaresAccess(Operation *op) {
  return isa<tensor::ExtractOp, tensor::InsertOp, memref::LoadOp,
             memref::StoreOp, affine::AffineLoadOp, affine::AffineStoreOp,
             vector::TransferReadOp, vector::TransferWriteOp>(op);
}

void heddle::addAccessBounds(Operation *op, ClaimConjunction &claim) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](tensor::ExtractOp extract) {
        addElement(extract.getTensor(), extract.getIndices(), claim);
      })
      .Case([&](tensor::InsertOp insert) {
        addElement(insert.getDest(), insert.getIndices(), claim);
      })
      .Case<memref::LoadOp, memref::StoreOp>([&](auto access) {
        addElement(access.getMemRef(), access.getIndices(), claim);
      })
      .Case<affine::AffineLoadOp, affine::AffineStoreOp>([&](auto access) {
        if (auto indices = affine::expandAffineMap(claim.rewriter, claim.loc,
                                                   access.getAffineMap(),
                                                   access.getMapOperands()))
          addElement(access.getMemRef(), *indices, claim);
      })
      .Case<vector::TransferReadOp, vector::TransferWriteOp>(
          [&](auto transfer) { addTransfer(transfer, claim); });
}
