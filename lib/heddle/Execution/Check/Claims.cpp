//===- Claims.cpp - What code declares of extents and addresses -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Claims.h"
#include "ClaimConjunction.h"

#include "heddle/Analysis/Bounds/ExtentRule.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::heddle;

std::string heddle::formatLine(Location loc) {
  auto place = loc->findInstanceOf<FileLineColLoc>();
  if (!place || place.getLine() == 0)
    return "";
  return ("line " + Twine(place.getLine()) + " of " +
          llvm::sys::path::filename(place.getFilename().strref()))
      .str();
}

/// The address of the first element of the buffer that `memref` views, plus the
/// offset of the view, in bytes; null if elements are not whole bytes.
static Value getAddress(Value memref, bool withOffset,
                        ClaimConjunction &claim) {
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(
      claim.rewriter, claim.loc, memref);
  if (!withOffset)
    return base;
  Type element = cast<MemRefType>(memref.getType()).getElementType();
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() % 8 != 0)
    return {};
  auto view = memref::ExtractStridedMetadataOp::create(claim.rewriter,
                                                       claim.loc, memref);
  Value bytes = claim.times(
      view.getOffset(),
      claim.rewriter.getIndexAttr(element.getIntOrFloatBitWidth() / 8));
  return claim.plus(base, bytes);
}

void ClaimConjunction::addEqual(OpFoldResult a, OpFoldResult b) {
  std::optional<int64_t> known = getConstantIntValue(a);
  if (a == b || (known && known == getConstantIntValue(b)))
    return;
  add(compare(arith::CmpIPredicate::eq, a, b));
}

OpFoldResult ClaimConjunction::getDim(Value shaped, int64_t dim) {
  auto type = cast<ShapedType>(shaped.getType());
  if (!type.isDynamicDim(dim))
    return rewriter.getIndexAttr(type.getDimSize(dim));
  if (isa<MemRefType>(type))
    return memref::DimOp::create(rewriter, loc, shaped, dim).getResult();
  return tensor::DimOp::create(rewriter, loc, shaped, dim).getResult();
}

/// A slice that is inserted has the extents of its source.
template <typename InsertOp>
static void addInsertion(InsertOp insert, ClaimConjunction &claim) {
  llvm::SmallBitVector dropped = insert.getDroppedDims();
  int64_t next = 0;
  for (auto [i, size] : llvm::enumerate(insert.getMixedSizes()))
    if (!dropped.test(i))
      claim.addEqual(size, claim.getDim(insert.getSource(), next++));
}

static void addCast(Value source, ShapedType result, ClaimConjunction &claim,
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
static void addLayout(memref::CastOp op, ClaimConjunction &claim,
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
static void addExpansion(ExpandOp expand, ClaimConjunction &claim) {
  SmallVector<OpFoldResult> sizes = expand.getMixedOutputShape();
  for (auto [dim, group] : llvm::enumerate(expand.getReassociationIndices())) {
    OpFoldResult product = sizes[group.front()];
    for (int64_t inner : ArrayRef(group).drop_front())
      product = claim.times(product, sizes[inner]);
    claim.addEqual(product, claim.getDim(expand.getSrc(), dim));
  }
}

/// Operands that the same loop runs over have the same extent, and those that
/// several loops index together have an element for each iteration.
static void addOperands(linalg::LinalgOp op, ClaimConjunction &claim) {
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
  if (llvm::all_of(op.getIndexingMapsArray(),
                   [](AffineMap map) { return map.isProjectedPermutation(); }))
    return;
  SmallVector<OpFoldResult> extents(op.getNumLoops());
  for (auto [extent, place] : llvm::zip_equal(extents, first))
    if (place.first)
      extent = claim.getDim(place.first, place.second);
  addWindowBounds(op, extents, claim);
}

/// Two arrays have the same extents, but along dim `except`.
static void addSameExtents(Value a, Value b, ClaimConjunction &claim,
                           int64_t except = -1) {
  if (!isa<RankedTensorType, MemRefType>(a.getType()) ||
      !isa<RankedTensorType, MemRefType>(b.getType()))
    return;
  int64_t rank = cast<ShapedType>(a.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dim != except)
      claim.addEqual(claim.getDim(a, dim), claim.getDim(b, dim));
}

/// A view of bytes lies within them.
static void addView(memref::ViewOp view, ClaimConjunction &claim) {
  Type element = view.getType().getElementType();
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() % 8 != 0)
    return;
  OpFoldResult bytes =
      claim.rewriter.getIndexAttr(element.getIntOrFloatBitWidth() / 8);
  OperandRange sizes = view.getSizes();
  for (int64_t extent : view.getType().getShape()) {
    if (!ShapedType::isDynamic(extent)) {
      bytes = claim.times(bytes, claim.rewriter.getIndexAttr(extent));
      continue;
    }
    bytes = claim.times(bytes, sizes.front());
    sizes = sizes.drop_front();
  }
  Value shift = view.getByteShift();
  claim.add(claim.compare(arith::CmpIPredicate::sge, shift,
                          claim.rewriter.getIndexAttr(0)));
  claim.add(claim.compare(arith::CmpIPredicate::sle, claim.plus(shift, bytes),
                          claim.getDim(view.getSource(), 0)));
}

static void addAlignment(memref::AssumeAlignmentOp assume,
                         ClaimConjunction &claim) {
  Value address = getAddress(assume.getMemref(), /*withOffset=*/true, claim);
  if (!address)
    return;
  Value alignment = arith::ConstantIndexOp::create(claim.rewriter, claim.loc,
                                                   assume.getAlignment());
  Value rest =
      arith::RemUIOp::create(claim.rewriter, claim.loc, address, alignment);
  claim.addEqual(rest, claim.rewriter.getIndexAttr(0));
}

/// No two arrays begin in the same place.
static void addDistinct(memref::DistinctObjectsOp distinct,
                        ClaimConjunction &claim) {
  SmallVector<Value> addresses;
  for (Value operand : distinct.getOperands())
    addresses.push_back(getAddress(operand, /*withOffset=*/false, claim));
  for (auto [i, a] : llvm::enumerate(addresses))
    for (Value b : ArrayRef(addresses).take_front(i))
      claim.add(claim.compare(arith::CmpIPredicate::ne, a, b));
}

bool heddle::declaresShapes(Operation *op) {
  return isa<tensor::CastOp, memref::CastOp, tensor::ExtractSliceOp,
             memref::SubViewOp, tensor::InsertSliceOp,
             tensor::ParallelInsertSliceOp, tensor::ExpandShapeOp,
             memref::ExpandShapeOp, memref::AssumeAlignmentOp,
             memref::DistinctObjectsOp, LLVM::AssumeOp, linalg::LinalgOp,
             memref::CopyOp, memref::ViewOp, tensor::ConcatOp>(op) ||
         declaresAccess(op);
}

CheckedClaim heddle::emitClaim(RewriterBase &rewriter, Operation *op) {
  Location loc = op->getLoc();
  ClaimConjunction claim(rewriter, loc);
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
          [&](auto insert) {
            what = "the extents and bounds in ";
            addInsertion(insert, claim);
            addSliceBounds(insert, insert.getDest(), claim);
          })
      .Case<tensor::ExtractSliceOp, memref::SubViewOp>([&](auto slice) {
        what = "the bounds of ";
        addSliceBounds(slice, slice.getSource(), claim);
      })
      .Case<tensor::ExpandShapeOp, memref::ExpandShapeOp>(
          [&](auto expand) { addExpansion(expand, claim); })
      .Case([&](memref::AssumeAlignmentOp assume) {
        what = "the alignment of ";
        addAlignment(assume, claim);
      })
      .Case([&](memref::DistinctObjectsOp distinct) {
        what = "the arrays of ";
        addDistinct(distinct, claim);
      })
      .Case([&](LLVM::AssumeOp assume) {
        what = "the condition of ";
        claim.add(assume.getCond());
      })
      .Case([&](linalg::LinalgOp structured) {
        what = "the operands' extents in ";
        addOperands(structured, claim);
      })
      .Case([&](memref::CopyOp copy) {
        addSameExtents(copy.getSource(), copy.getTarget(), claim);
      })
      .Case([&](tensor::ConcatOp concat) {
        for (Value input : concat.getInputs().drop_front())
          addSameExtents(concat.getInputs().front(), input, claim,
                         concat.getDim());
      })
      .Case([&](memref::ViewOp view) {
        what = "the bounds of ";
        addView(view, claim);
      })
      .Default([&](Operation *) {
        what = "the bounds of ";
        addAccessBounds(op, claim);
      });
  return {claim.getAll(),
          (what + "'" + op->getName().getStringRef() + "'").str()};
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
  ClaimConjunction claim(rewriter, loc);
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
  return {claim.getAll(),
          ("extents of '" + name + "' that are not negative").str()};
}
