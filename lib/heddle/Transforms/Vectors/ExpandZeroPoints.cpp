//===- ExpandZeroPoints.cpp - Products without zero points ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: over k, the sum of (a - za) * (b - zb) is the sum of a * b, minus zb
// times the sum of a, minus za times the sum of b, plus K * za * zb.
//
// Proof: integers of w bits that wrap around are a commutative ring, in which
// the product distributes over the sum, whatever the order of the terms. The
// op extends a, b, za and zb to the w bits of the sum, or cuts za and zb off,
// before it computes; the new ops do the same. With K = 0 all sums are empty
// and K * za * zb is 0.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Vectors/ExpandZeroPoints.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::heddle;

bool heddle::hasZeroPoints(Operation *op) {
  if (!isa<linalg::QuantizedMatmulOp, linalg::QuantizedBatchMatmulOp>(op))
    return false;
  auto linalgOp = cast<linalg::LinalgOp>(op);
  auto getType = [&](unsigned operand) {
    return dyn_cast<IntegerType>(
        getElementTypeOrSelf(op->getOperand(operand).getType()));
  };
  IntegerType sum = getType(4);
  if (!linalgOp.hasPureTensorSemantics() || !sum)
    return false;
  for (unsigned factor : {0, 1})
    if (!getType(factor) || getType(factor).getWidth() > sum.getWidth())
      return false;
  return getType(2) && getType(3);
}

/// `value` with the width of `type`, as a signed number.
static Value convert(OpBuilder &builder, Location loc, Value value, Type type) {
  unsigned from = value.getType().getIntOrFloatBitWidth();
  unsigned to = type.getIntOrFloatBitWidth();
  if (from < to)
    return arith::ExtSIOp::create(builder, loc, type, value);
  if (from > to)
    return arith::TruncIOp::create(builder, loc, type, value);
  return value;
}

/// The sums of `input`, which is read through `map`, along `dim` of its dims.
static Value sumAlong(RewriterBase &rewriter, Location loc, Value input,
                      unsigned dim, Type sum) {
  unsigned rank = cast<RankedTensorType>(input.getType()).getRank();
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, input);
  sizes.erase(sizes.begin() + dim);
  Value zero =
      arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(sum));
  Value empty = tensor::EmptyOp::create(rewriter, loc, sizes, sum);
  Value start = linalg::FillOp::create(rewriter, loc, zero, empty).getResult(0);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators[dim] = utils::IteratorType::reduction;
  AffineMap all = rewriter.getMultiDimIdentityMap(rank);
  auto sums = linalg::GenericOp::create(
      rewriter, loc, start.getType(), input, start,
      ArrayRef{all, all.dropResult(dim)}, iterators,
      [&](OpBuilder &b, Location loc, ValueRange args) {
        Value wide = convert(b, loc, args[0], sum);
        Value added = arith::AddIOp::create(b, loc, args[1], wide);
        linalg::YieldOp::create(b, loc, added);
      });
  return sums.getResult(0);
}

/// `init - zb * rows - za * columns + both`.
static Value makeStart(RewriterBase &rewriter, Location loc, Value init,
                       ValueRange inputs) {
  unsigned rank = cast<RankedTensorType>(init.getType()).getRank();
  AffineMap all = rewriter.getMultiDimIdentityMap(rank);
  AffineMap scalar = AffineMap::get(rank, 0, rewriter.getContext());
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto start = linalg::GenericOp::create(
      rewriter, loc, init.getType(), inputs, init,
      ArrayRef{all.dropResult(rank - 1), all.dropResult(rank - 2), scalar,
               scalar, scalar, all},
      iterators, [&](OpBuilder &b, Location loc, ValueRange args) {
        Value row = arith::MulIOp::create(b, loc, args[0], args[3]);
        Value column = arith::MulIOp::create(b, loc, args[1], args[2]);
        Value result = arith::AddIOp::create(b, loc, args[5], args[4]);
        result = arith::SubIOp::create(b, loc, result, row);
        result = arith::SubIOp::create(b, loc, result, column);
        linalg::YieldOp::create(b, loc, result);
      });
  return start.getResult(0);
}

linalg::LinalgOp heddle::expandZeroPoints(RewriterBase &rewriter,
                                          linalg::LinalgOp op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  Value a = op->getOperand(0), b = op->getOperand(1), init = op->getOperand(4);
  auto type = cast<RankedTensorType>(init.getType());
  Type sum = type.getElementType();
  unsigned rank = type.getRank();
  Value za = convert(rewriter, loc, op->getOperand(2), sum);
  Value zb = convert(rewriter, loc, op->getOperand(3), sum);
  Value rows = sumAlong(rewriter, loc, a, rank - 1, sum);
  Value columns = sumAlong(rewriter, loc, b, rank - 2, sum);
  Value dim = arith::ConstantIndexOp::create(rewriter, loc, rank - 1);
  Value extent = rewriter.createOrFold<tensor::DimOp>(loc, a, dim);
  Value count = arith::IndexCastOp::create(rewriter, loc, sum, extent);
  Value zeroPoints = arith::MulIOp::create(rewriter, loc, za, zb);
  Value both = arith::MulIOp::create(rewriter, loc, count, zeroPoints);
  Value start = makeStart(rewriter, loc, init, {rows, columns, za, zb, both});
  linalg::LinalgOp product;
  if (isa<linalg::QuantizedMatmulOp>(op))
    product = linalg::MatmulOp::create(rewriter, loc, TypeRange{type},
                                       ValueRange{a, b}, ValueRange{start});
  else
    product = linalg::BatchMatmulOp::create(
        rewriter, loc, TypeRange{type}, ValueRange{a, b}, ValueRange{start});
  rewriter.replaceOp(op, product->getResults());
  return product;
}
