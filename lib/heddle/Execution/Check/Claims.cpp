//===- Claims.cpp - What code declares of extents and addresses -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Claims.h"

#include "heddle/Analysis/Bounds/ExtentRule.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
/// The conjunction of what one op declares.
class Conjunction {
public:
  Conjunction(RewriterBase &rewriter, Location loc)
      : rewriter(rewriter), loc(loc) {}

  void add(Value holds) {
    all = all ? arith::AndIOp::create(rewriter, loc, all, holds).getResult()
              : holds;
  }
  void addEqual(OpFoldResult a, OpFoldResult b) {
    std::optional<int64_t> known = getConstantIntValue(a);
    if (a == b || (known && known == getConstantIntValue(b)))
      return;
    Value left = getValueOrCreateConstantIndexOp(rewriter, loc, a);
    Value right = getValueOrCreateConstantIndexOp(rewriter, loc, b);
    add(arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, left,
                              right));
  }
  OpFoldResult getDim(Value shaped, int64_t dim) {
    auto type = cast<ShapedType>(shaped.getType());
    if (!type.isDynamicDim(dim))
      return rewriter.getIndexAttr(type.getDimSize(dim));
    if (isa<MemRefType>(type))
      return memref::DimOp::create(rewriter, loc, shaped, dim).getResult();
    return tensor::DimOp::create(rewriter, loc, shaped, dim).getResult();
  }
  Value multiply(OpFoldResult a, OpFoldResult b) {
    return arith::MulIOp::create(
        rewriter, loc, getValueOrCreateConstantIndexOp(rewriter, loc, a),
        getValueOrCreateConstantIndexOp(rewriter, loc, b));
  }
  /// The address of the first element of the buffer that `memref` views, plus
  /// the offset of the view, in bytes; null if elements are not whole bytes.
  Value getAddress(Value memref, bool withOffset) {
    Value base =
        memref::ExtractAlignedPointerAsIndexOp::create(rewriter, loc, memref);
    if (!withOffset)
      return base;
    Type element = cast<MemRefType>(memref.getType()).getElementType();
    if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() % 8 != 0)
      return {};
    auto view = memref::ExtractStridedMetadataOp::create(rewriter, loc, memref);
    Value bytes =
        multiply(view.getOffset(),
                 rewriter.getIndexAttr(element.getIntOrFloatBitWidth() / 8));
    return arith::AddIOp::create(rewriter, loc, base, bytes);
  }

  Value all;

private:
  RewriterBase &rewriter;
  Location loc;
};
} // namespace

/// A slice that is inserted has the extents of its source.
template <typename InsertOp>
static void addInsertion(InsertOp insert, Conjunction &claim) {
  llvm::SmallBitVector dropped = insert.getDroppedDims();
  int64_t next = 0;
  for (auto [i, size] : llvm::enumerate(insert.getMixedSizes()))
    if (!dropped.test(i))
      claim.addEqual(size, claim.getDim(insert.getSource(), next++));
}

/// A slice lies within its source, unless it is empty along some dim. What it
/// is wrong about may not be read: it may be the destination of an op that
/// reads nothing of it.
static void addBounds(OffsetSizeAndStrideOpInterface slice, Value source,
                      Conjunction &claim, RewriterBase &rewriter) {
  Location loc = slice.getLoc();
  auto isKnown = [](OpFoldResult number) {
    return getConstantIntValue(number).has_value();
  };
  auto makeIndex = [&](OpFoldResult number) {
    return getValueOrCreateConstantIndexOp(rewriter, loc, number);
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(rewriter, loc, predicate, a, b).getResult();
  };
  Value zero = makeIndex(rewriter.getIndexAttr(0));
  Value one = makeIndex(rewriter.getIndexAttr(1));
  Value isEmpty = arith::ConstantIntOp::create(rewriter, loc, 0, 1);
  Value isInside;
  for (auto [dim, numbers] : llvm::enumerate(
           llvm::zip_equal(slice.getMixedOffsets(), slice.getMixedSizes(),
                           slice.getMixedStrides()))) {
    auto [offset, size, stride] = numbers;
    Value count = makeIndex(size);
    if (!isKnown(size))
      isEmpty =
          arith::OrIOp::create(rewriter, loc, isEmpty,
                               compare(arith::CmpIPredicate::sle, count, zero));
    OpFoldResult extent = claim.getDim(source, dim);
    if ((isKnown(offset) && isKnown(size) && isKnown(stride) &&
         isKnown(extent)) ||
        (isZeroInteger(offset) && size == extent))
      continue;
    Value first = makeIndex(offset);
    Value way = claim.multiply(
        arith::SubIOp::create(rewriter, loc, count, one).getResult(), stride);
    Value last = arith::AddIOp::create(rewriter, loc, first, way);
    Value begins = compare(arith::CmpIPredicate::sge, first, zero);
    Value ends = compare(arith::CmpIPredicate::slt, last, makeIndex(extent));
    Value inside = arith::AndIOp::create(rewriter, loc, begins, ends);
    isInside = isInside ? arith::AndIOp::create(rewriter, loc, isInside, inside)
                        : inside;
  }
  if (isInside)
    claim.add(arith::OrIOp::create(rewriter, loc, isEmpty, isInside));
}

static void addCast(Value source, ShapedType result, Conjunction &claim,
                    OpBuilder &builder) {
  auto type = dyn_cast<ShapedType>(source.getType());
  if (!type || !type.hasRank() || !result.hasRank())
    return;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (!result.isDynamicDim(dim))
      claim.addEqual(claim.getDim(source, dim),
                     builder.getIndexAttr(result.getDimSize(dim)));
}

/// Strides and the offset are those that the result declares. A stride along
/// one element means nothing.
static void addLayout(memref::CastOp op, Conjunction &claim,
                      RewriterBase &rewriter) {
  auto source = dyn_cast<MemRefType>(op.getSource().getType());
  auto result = dyn_cast<MemRefType>(op.getType());
  SmallVector<int64_t> from, to;
  int64_t fromOffset, toOffset;
  if (!source || !result ||
      failed(source.getStridesAndOffset(from, fromOffset)) ||
      failed(result.getStridesAndOffset(to, toOffset)))
    return;
  auto isDeclared = [](auto pair) {
    return ShapedType::isDynamic(std::get<0>(pair)) &&
           !ShapedType::isDynamic(std::get<1>(pair));
  };
  bool declaresOffset = isDeclared(std::pair(fromOffset, toOffset));
  if (!declaresOffset && llvm::none_of(llvm::zip_equal(from, to), isDeclared))
    return;
  Location loc = op.getLoc();
  auto view =
      memref::ExtractStridedMetadataOp::create(rewriter, loc, op.getSource());
  if (declaresOffset)
    claim.addEqual(view.getOffset(), rewriter.getIndexAttr(toOffset));
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  for (auto [d, pair] : llvm::enumerate(llvm::zip_equal(from, to))) {
    if (!isDeclared(pair))
      continue;
    Value stride =
        arith::ConstantIndexOp::create(rewriter, loc, std::get<1>(pair));
    Value isEqual = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::eq, view.getStrides()[d], stride);
    Value isShort = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::ule, view.getSizes()[d], one);
    claim.add(arith::OrIOp::create(rewriter, loc, isEqual, isShort));
  }
}

/// The extents that a dim is expanded to have its extent as their product.
template <typename ExpandOp>
static void addExpansion(ExpandOp expand, Conjunction &claim) {
  SmallVector<OpFoldResult> sizes = expand.getMixedOutputShape();
  for (auto [dim, group] : llvm::enumerate(expand.getReassociationIndices())) {
    OpFoldResult product = sizes[group.front()];
    for (int64_t inner : ArrayRef(group).drop_front())
      product = claim.multiply(product, sizes[inner]);
    claim.addEqual(product, claim.getDim(expand.getSrc(), dim));
  }
}

/// Operands that the same loop runs over have the same extent.
static void addOperands(linalg::LinalgOp op, Conjunction &claim) {
  SmallVector<std::pair<Value, int64_t>> first(op.getNumLoops());
  forEachLoopExtent(op, [&](unsigned loop, Value operand, int64_t dim) {
    if (!isa<ShapedType>(operand.getType()))
      return;
    auto [other, otherDim] = first[loop];
    if (!other)
      first[loop] = {operand, dim};
    else if (other != operand || otherDim != dim)
      claim.addEqual(claim.getDim(other, otherDim), claim.getDim(operand, dim));
  });
}

bool heddle::declaresShapes(Operation *op) {
  return isa<tensor::CastOp, memref::CastOp, tensor::ExtractSliceOp,
             memref::SubViewOp, tensor::InsertSliceOp,
             tensor::ParallelInsertSliceOp, tensor::ExpandShapeOp,
             memref::ExpandShapeOp, memref::AssumeAlignmentOp,
             memref::DistinctObjectsOp, LLVM::AssumeOp, linalg::LinalgOp>(op);
}

CheckedClaim heddle::emitClaim(RewriterBase &rewriter, Operation *op) {
  Location loc = op->getLoc();
  Conjunction claim(rewriter, loc);
  StringRef what = "the extents in ";
  llvm::TypeSwitch<Operation *>(op)
      .Case<tensor::CastOp, memref::CastOp>([&](auto cast) {
        if (auto type = dyn_cast<ShapedType>(cast.getType()))
          addCast(cast.getSource(), type, claim, rewriter);
        if (auto layout = dyn_cast<memref::CastOp>(*cast)) {
          what = "the extents and strides in ";
          addLayout(layout, claim, rewriter);
        }
      })
      .Case<tensor::InsertSliceOp, tensor::ParallelInsertSliceOp>(
          [&](auto insert) { addInsertion(insert, claim); })
      .Case<tensor::ExtractSliceOp, memref::SubViewOp>([&](auto slice) {
        what = "the bounds of ";
        addBounds(slice, slice.getSource(), claim, rewriter);
      })
      .Case<tensor::ExpandShapeOp, memref::ExpandShapeOp>(
          [&](auto expand) { addExpansion(expand, claim); })
      .Case([&](memref::AssumeAlignmentOp assume) {
        what = "the alignment of ";
        Value address = claim.getAddress(assume.getMemref(), true);
        if (!address)
          return;
        Value alignment = arith::ConstantIndexOp::create(rewriter, loc,
                                                         assume.getAlignment());
        Value rest = arith::RemUIOp::create(rewriter, loc, address, alignment);
        claim.addEqual(rest, rewriter.getIndexAttr(0));
      })
      .Case([&](memref::DistinctObjectsOp distinct) {
        what = "the arrays of ";
        SmallVector<Value> addresses;
        for (Value operand : distinct.getOperands())
          addresses.push_back(claim.getAddress(operand, false));
        for (auto [i, a] : llvm::enumerate(addresses))
          for (Value b : ArrayRef(addresses).take_front(i))
            claim.add(arith::CmpIOp::create(rewriter, loc,
                                            arith::CmpIPredicate::ne, a, b));
      })
      .Case([&](LLVM::AssumeOp assume) {
        what = "the condition of ";
        claim.add(assume.getCond());
      })
      .Case([&](linalg::LinalgOp structured) {
        what = "operands of one extent in ";
        addOperands(structured, claim);
      });
  return {claim.all, (what + "'" + op->getName().getStringRef() + "'").str()};
}

/// The extents of the array that `op` makes.
static SmallVector<OpFoldResult> getExtents(Operation *op) {
  return llvm::TypeSwitch<Operation *, SmallVector<OpFoldResult>>(op)
      .Case<tensor::ExtractSliceOp, memref::SubViewOp>(
          [](auto slice) { return slice.getMixedSizes(); })
      .Case<tensor::EmptyOp>([](auto empty) { return empty.getMixedSizes(); })
      .Case<memref::AllocOp, memref::AllocaOp>([](auto alloc) {
        return SmallVector<OpFoldResult>(alloc.getDynamicSizes());
      })
      .Default([](Operation *) { return SmallVector<OpFoldResult>(); });
}

CheckedClaim heddle::emitExtentClaim(RewriterBase &rewriter, Operation *op) {
  Location loc = op->getLoc();
  Conjunction claim(rewriter, loc);
  llvm::SmallPtrSet<Value, 4> seen;
  for (OpFoldResult extent : getExtents(op)) {
    auto value = dyn_cast<Value>(extent);
    if (!value || getConstantIntValue(extent) || !seen.insert(value).second ||
        value.getDefiningOp<tensor::DimOp>() ||
        value.getDefiningOp<memref::DimOp>())
      continue;
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    claim.add(arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::sge,
                                    value, zero));
  }
  StringRef name = op->getName().getStringRef();
  return {claim.all, ("extents of '" + name + "' that are not negative").str()};
}
