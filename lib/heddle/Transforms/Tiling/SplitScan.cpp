//===- SplitScan.cpp - A scan in blocks that are independent --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With a[0] the start, t[i] the combination of block i, and c the body: the
// start of block i + 1 is c(.. c(c(a[0], t[0]), t[1]) .., t[i]). The scan has
// the same value there, because c is associative:
// c(c(a, x), y) = c(a, c(x, y)).
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Tiling/SplitScan.h"

#include "heddle/Analysis/Spaces/MemorySpace.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::heddle;
using linalg_ext::ScanOp;

/// True if `body` is one op that is associative for all values of its two
/// arguments. Sums and products of floats round; the maximum and the minimum of
/// floats that ignore NaNs leave the sign of a zero open.
static bool isAssociative(Block &body) {
  Operation *yield = body.getTerminator();
  Operation *op = yield->getOperand(0).getDefiningOp();
  if (!op || op != &body.front() || op->getNextNode() != yield ||
      !isa<arith::AddIOp, arith::MulIOp, arith::AndIOp, arith::OrIOp,
           arith::XOrIOp, arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp,
           arith::MinUIOp, arith::MaximumFOp, arith::MinimumFOp>(op))
    return false;
  Value first = op->getOperand(0), second = op->getOperand(1);
  return first != second && llvm::is_contained(body.getArguments(), first) &&
         llvm::is_contained(body.getArguments(), second);
}

std::optional<Reason> heddle::checkSplitScan(Operation *op, int64_t block) {
  auto scan = dyn_cast<ScanOp>(op);
  if (!scan)
    return Reason(op, "expects linalg_ext.scan to split, but got " + quote(op));
  if (scan->getNumResults() == 0)
    return Reason(op, quote(op) + " on memrefs is not split");
  if (!isMemoryEffectFree(op))
    return Reason(op, "the body of " + quote(op) +
                          " has side effects, or does not say that it has "
                          "none");
  if (hasEncodedOperand(op))
    return Reason(op, quote(op) + " has an operand with an encoding, which "
                                  "reshapes of its blocks would drop");
  auto type = cast<RankedTensorType>(scan.getInput().getType());
  int64_t size = type.getDimSize(scan.getDimension());
  if (ShapedType::isStatic(size) && size <= block)
    return Reason(op, "expects 'block' to be less than " + Twine(size) +
                          ", what " + quote(op) + " goes along, but got " +
                          Twine(block));
  if (llvm::is_contained(type.getShape(), 0))
    return Reason(op, quote(op) + " has no elements");
  if (!scan.getAssociative() && !isAssociative(scan.getBody().front()))
    return Reason(op, "the body of " + quote(op) +
                          " is not known to be associative ('associative' on "
                          "the op says that it is, up to rounding)");
  return std::nullopt;
}

namespace {
class ScanSplitter {
public:
  ScanSplitter(RewriterBase &rewriter, ScanOp scan, int64_t block)
      : rewriter(rewriter), scan(scan), loc(scan.getLoc()), block(block),
        dim(scan.getDimension()) {}

  SplitScanResult run();

private:
  OpFoldResult compute(AffineExpr expr) {
    return affine::makeComposedFoldedAffineApply(rewriter, loc, expr, {size});
  }
  OpFoldResult getIndex(int64_t number) {
    return rewriter.getIndexAttr(number);
  }
  struct Slice {
    SmallVector<OpFoldResult> offsets, sizes, strides;
  };
  Slice getSlice(Value tensor, OpFoldResult offset, OpFoldResult extent);
  Value getPart(Value tensor, OpFoldResult offset, OpFoldResult extent);
  Value insertPart(Value part, Value tensor, OpFoldResult offset,
                   OpFoldResult extent);
  Value expand(Value tensor);
  Value collapse(Value tensor, Type like);
  linalg::GenericOp combineBlocks(Value blocks);
  void createBody(OpBuilder &builder, ValueRange args);
  ScanOp createScan(Value input, Value output, Value start, int64_t along,
                    bool inclusive);
  SmallVector<ReassociationIndices> getGroups(int64_t rank);

  RewriterBase &rewriter;
  ScanOp scan;
  Location loc;
  int64_t block, dim;
  /// The number of elements, the number of elements in blocks, and the number
  /// of blocks.
  OpFoldResult size, inBlocks, numBlocks;
};
} // namespace

/// The elements from `offset` on along the scanned dim.
ScanSplitter::Slice ScanSplitter::getSlice(Value tensor, OpFoldResult offset,
                                           OpFoldResult extent) {
  Slice slice;
  slice.sizes = tensor::getMixedSizes(rewriter, loc, tensor);
  slice.offsets.assign(slice.sizes.size(), getIndex(0));
  slice.strides.assign(slice.sizes.size(), getIndex(1));
  slice.offsets[dim] = offset;
  slice.sizes[dim] = extent;
  return slice;
}

Value ScanSplitter::getPart(Value tensor, OpFoldResult offset,
                            OpFoldResult extent) {
  Slice slice = getSlice(tensor, offset, extent);
  return tensor::ExtractSliceOp::create(rewriter, loc, tensor, slice.offsets,
                                        slice.sizes, slice.strides);
}

Value ScanSplitter::insertPart(Value part, Value tensor, OpFoldResult offset,
                               OpFoldResult extent) {
  Slice slice = getSlice(tensor, offset, extent);
  return tensor::InsertSliceOp::create(
      rewriter, loc, part, tensor, slice.offsets, slice.sizes, slice.strides);
}

/// Dims `dim` and `dim + 1` of the blocks are one dim of the tensor.
SmallVector<ReassociationIndices> ScanSplitter::getGroups(int64_t rank) {
  SmallVector<ReassociationIndices> groups;
  for (int64_t next = 0; next < rank; ++next) {
    groups.push_back({next});
    if (next == dim)
      groups.back().push_back(++next);
  }
  return groups;
}

Value ScanSplitter::expand(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, tensor);
  SmallVector<int64_t> shape(type.getShape());
  sizes[dim] = numBlocks;
  shape[dim] = getConstantIntValue(numBlocks).value_or(ShapedType::kDynamic);
  sizes.insert(sizes.begin() + dim + 1, getIndex(block));
  shape.insert(shape.begin() + dim + 1, block);
  return tensor::ExpandShapeOp::create(
      rewriter, loc, RankedTensorType::get(shape, type.getElementType()),
      tensor, getGroups(shape.size()), sizes);
}

Value ScanSplitter::collapse(Value tensor, Type like) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  return tensor::CollapseShapeOp::create(rewriter, loc, like, tensor,
                                         getGroups(rank));
}

/// The combination of a block may wrap around although no prefix does.
static void dropOverflowFlags(RewriterBase &rewriter, Block &body) {
  body.walk([&](arith::ArithIntegerOverflowFlagsInterface op) {
    rewriter.modifyOpInPlace(op, [&] {
      op->setAttr(op.getIntegerOverflowAttrName(),
                  arith::IntegerOverflowFlagsAttr::get(
                      op->getContext(), arith::IntegerOverflowFlags::none));
    });
  });
}

/// The body of the scan, for elements and accumulators of a generic.
void ScanSplitter::createBody(OpBuilder &builder, ValueRange args) {
  IRMapping mapping;
  Block &body = scan.getBody().front();
  mapping.map(body.getArguments(), ValueRange{args[1], args[0]});
  for (Operation &op : body.without_terminator())
    builder.clone(op, mapping);
  linalg::YieldOp::create(
      builder, loc,
      mapping.lookupOrDefault(body.getTerminator()->getOperand(0)));
}

/// All elements of each block, from its first one.
linalg::GenericOp ScanSplitter::combineBlocks(Value blocks) {
  auto type = cast<RankedTensorType>(blocks.getType());
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, blocks);
  SmallVector<OpFoldResult> offsets(sizes.size(), getIndex(0));
  SmallVector<OpFoldResult> strides(sizes.size(), getIndex(1));
  sizes[dim + 1] = getIndex(1);
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + dim + 1);
  Value first = tensor::ExtractSliceOp::create(
      rewriter, loc, RankedTensorType::get(shape, type.getElementType()),
      blocks, offsets, sizes, strides);
  offsets[dim + 1] = getIndex(1);
  sizes[dim + 1] = getIndex(block - 1);
  Value others = tensor::ExtractSliceOp::create(rewriter, loc, blocks, offsets,
                                                sizes, strides);
  AffineMap all = rewriter.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  loops[dim + 1] = utils::IteratorType::reduction;
  auto totals = linalg::GenericOp::create(
      rewriter, loc, TypeRange{first.getType()}, ValueRange{others},
      ValueRange{first}, ArrayRef<AffineMap>{all, all.dropResult(dim + 1)},
      loops, [&](OpBuilder &builder, Location, ValueRange args) {
        createBody(builder, args);
      });
  dropOverflowFlags(rewriter, *totals.getBody());
  return totals;
}

/// The scan `op` with other operands.
ScanOp ScanSplitter::createScan(Value input, Value output, Value start,
                                int64_t along, bool inclusive) {
  auto copy = ScanOp::create(
      rewriter, loc, TypeRange{output.getType(), start.getType()}, input,
      output, start, along, inclusive, scan.getAssociative());
  rewriter.cloneRegionBefore(scan.getBody(), copy.getBody(),
                             copy.getBody().end());
  return copy;
}

SplitScanResult ScanSplitter::run() {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(scan);
  Value input = scan.getInput(), output = scan.getOutput();
  size = tensor::getMixedSize(rewriter, loc, input, dim);
  AffineExpr extent = rewriter.getAffineDimExpr(0);
  numBlocks = compute(extent.floorDiv(block));
  inBlocks = compute(extent.floorDiv(block) * block);
  OpFoldResult left = compute(extent - extent.floorDiv(block) * block);
  bool isMultiple = isZeroInteger(left);
  auto getBlocks = [&](Value tensor) {
    return expand(isMultiple ? tensor : getPart(tensor, getIndex(0), inBlocks));
  };
  Value elements = getBlocks(input);
  linalg::GenericOp totals = combineBlocks(elements);
  Value total = totals.getResult(0);
  Value empty = tensor::EmptyOp::create(
      rewriter, loc, tensor::getMixedSizes(rewriter, loc, total),
      getElementTypeOrSelf(total.getType()));
  ScanOp starts = createScan(total, empty, scan.getAccumulator(), dim,
                             /*inclusive=*/false);
  dropOverflowFlags(rewriter, starts.getBody().front());
  ScanOp blocks = createScan(elements, getBlocks(output), starts->getResult(0),
                             dim + 1, scan.getInclusive());
  blocks->setDiscardableAttrs(scan->getDiscardableAttrDictionary());
  Value end = starts->getResult(1);
  if (isMultiple) {
    rewriter.replaceAllUsesWith(
        scan->getResults(),
        {collapse(blocks->getResult(0), output.getType()), end});
    return {totals, starts, blocks};
  }
  SmallVector<int64_t> shape(
      cast<RankedTensorType>(output.getType()).getShape());
  shape[dim] = getConstantIntValue(inBlocks).value_or(ShapedType::kDynamic);
  Type partType = RankedTensorType::get(shape, getElementTypeOrSelf(output));
  output = insertPart(collapse(blocks->getResult(0), partType), output,
                      getIndex(0), inBlocks);
  Value outputRest = getPart(output, inBlocks, left);
  Value inputRest = getPart(input, inBlocks, left);
  ScanOp others =
      createScan(inputRest, outputRest, end, dim, scan.getInclusive());
  output = insertPart(others->getResult(0), output, inBlocks, left);
  rewriter.replaceAllUsesWith(scan->getResults(),
                              {output, others->getResult(1)});
  return {totals, starts, blocks};
}

SplitScanResult heddle::splitScan(RewriterBase &rewriter, Operation *op,
                                  int64_t block) {
  return ScanSplitter(rewriter, cast<ScanOp>(op), block).run();
}
