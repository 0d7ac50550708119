//===- StructuredTiling.cpp - Tiles of structured ops ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TilingInterface for all structured ops. A tile is the op on slices. A dim of
// an operand is cut like the iteration dim that indexes it.
//
//===----------------------------------------------------------------------===//

#include "heddle/IR/LinalgExt/LinalgExt.h"
#include "heddle/IR/ValueBounds/ValueBounds.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::linalg_ext;

namespace {
/// A dimension of an operand.
struct OperandDim {
  Value value;
  int64_t dim;
};
} // namespace

/// A dimension that iteration dim `loop` indexes.
static OperandDim findOperandDim(LinalgExtOp op, int64_t loop) {
  for (OpOperand &operand : op->getOpOperands())
    if (isa<ShapedType>(operand.get().getType()))
      for (auto [dim, index] :
           llvm::enumerate(op.getOperandDims(operand.getOperandNumber())))
        if (index == loop)
          return {operand.get(), static_cast<int64_t>(dim)};
  llvm_unreachable("each iteration dim indexes an operand");
}

static OpFoldResult getSize(OpBuilder &builder, Location loc, OperandDim dim) {
  if (isa<TensorType>(dim.value.getType()))
    return tensor::getMixedSize(builder, loc, dim.value, dim.dim);
  return memref::getMixedSize(builder, loc, dim.value, dim.dim);
}

/// True if a range is known to cover all of a dimension.
static bool isWhole(OpFoldResult offset, OpFoldResult size, OperandDim dim) {
  if (!isZeroInteger(offset))
    return false;
  auto type = cast<ShapedType>(dim.value.getType());
  std::optional<int64_t> constant = getConstantIntValue(size);
  if (constant && !type.isDynamicDim(dim.dim))
    return *constant == type.getDimSize(dim.dim);
  return heddle::isProvablyEqual(size, {dim.value, dim.dim});
}

static bool isReduction(Operation *op, int64_t loop) {
  return cast<TilingInterface>(op).getLoopIteratorTypes()[loop] ==
         utils::IteratorType::reduction;
}

SmallVector<Range> shared::getIterationDomain(Operation *op,
                                              OpBuilder &builder) {
  auto structured = cast<LinalgExtOp>(op);
  OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
  SmallVector<Range> domain;
  size_t rank = cast<TilingInterface>(op).getLoopIteratorTypes().size();
  for (size_t loop = 0; loop < rank; ++loop)
    domain.push_back(
        {zero, getSize(builder, op->getLoc(), findOperandDim(structured, loop)),
         one});
  return domain;
}

/// The part of `operand` that a tile of the iteration space accesses.
static void getPart(OpBuilder &builder, LinalgExtOp op, unsigned operand,
                    shared::Indices offsets, shared::Indices sizes,
                    SmallVectorImpl<OpFoldResult> &partOffsets,
                    SmallVectorImpl<OpFoldResult> &partSizes) {
  Value value = op->getOperand(operand);
  for (auto [dim, loop] : llvm::enumerate(op.getOperandDims(operand))) {
    partOffsets.push_back(loop < 0 ? builder.getIndexAttr(0) : offsets[loop]);
    partSizes.push_back(loop < 0 ? getSize(builder, op.getLoc(),
                                           {value, static_cast<int64_t>(dim)})
                                 : sizes[loop]);
  }
}

/// The slice of `operand` for a tile; the operand itself if the tile covers all
/// of it.
static Value createSlice(OpBuilder &builder, LinalgExtOp op, unsigned operand,
                         shared::Indices offsets, shared::Indices sizes,
                         TilingResult &result) {
  Value value = op->getOperand(operand);
  auto type = dyn_cast<ShapedType>(value.getType());
  if (!type)
    return value;
  SmallVector<OpFoldResult> partOffsets, partSizes;
  getPart(builder, op, operand, offsets, sizes, partOffsets, partSizes);
  auto isAll = [&](int64_t dim) {
    return op.getOperandDims(operand)[dim] < 0 ||
           (isZeroInteger(partOffsets[dim]) && !type.isDynamicDim(dim) &&
            getConstantIntValue(partSizes[dim]) == type.getDimSize(dim));
  };
  if (llvm::all_of(llvm::seq<int64_t>(0, type.getRank()), isAll))
    return value;
  SmallVector<OpFoldResult> strides(type.getRank(), builder.getIndexAttr(1));
  Operation *slice;
  if (isa<TensorType>(type))
    slice = tensor::ExtractSliceOp::create(builder, op.getLoc(), value,
                                           partOffsets, partSizes, strides);
  else
    slice = memref::SubViewOp::create(builder, op.getLoc(), value, partOffsets,
                                      partSizes, strides);
  result.generatedSlices.push_back(slice);
  return slice->getResult(0);
}

FailureOr<TilingResult> shared::tile(Operation *op, OpBuilder &builder,
                                     Indices offsets, Indices sizes) {
  auto structured = cast<LinalgExtOp>(op);
  for (size_t loop = 0; loop < offsets.size(); ++loop)
    if (structured.isIndivisible(loop) &&
        !isWhole(offsets[loop], sizes[loop], findOperandDim(structured, loop)))
      return failure();
  TilingResult result;
  SmallVector<Value> operands;
  for (unsigned operand = 0; operand < op->getNumOperands(); ++operand)
    operands.push_back(
        createSlice(builder, structured, operand, offsets, sizes, result));
  Operation *tiled = structured.createTile(builder, offsets, operands);
  result.tiledOps.push_back(tiled);
  result.tiledValues.assign(tiled->result_begin(), tiled->result_end());
  return result;
}

LogicalResult
shared::getResultTilePosition(Operation *op, OpBuilder &builder,
                              unsigned result, Indices offsets, Indices sizes,
                              SmallVector<OpFoldResult> &resultOffsets,
                              SmallVector<OpFoldResult> &resultSizes) {
  OpOperand *init = cast<DestinationStyleOpInterface>(op).getTiedOpOperand(
      op->getResult(result));
  resultOffsets.clear();
  resultSizes.clear();
  getPart(builder, cast<LinalgExtOp>(op), init->getOperandNumber(), offsets,
          sizes, resultOffsets, resultSizes);
  return success();
}

//===----------------------------------------------------------------------===//
// From a part of an operand to a tile
//===----------------------------------------------------------------------===//

bool shared::hasDomainTile(Operation *op, unsigned operand, Indices offsets,
                           Indices sizes) {
  Value value = op->getOperand(operand);
  for (auto [dim, loop] :
       llvm::enumerate(cast<LinalgExtOp>(op).getOperandDims(operand)))
    if ((loop < 0 || isReduction(op, loop)) &&
        !isWhole(offsets[dim], sizes[dim], {value, static_cast<int64_t>(dim)}))
      return false;
  return true;
}

LogicalResult
shared::getDomainTile(Operation *op, OpBuilder &builder, unsigned operand,
                      Indices offsets, Indices sizes,
                      SmallVectorImpl<OpFoldResult> &domainOffsets,
                      SmallVectorImpl<OpFoldResult> &domainSizes) {
  return getDomainTileOfOperands(
      op, builder, operand, SmallVector<OpFoldResult>(offsets),
      SmallVector<OpFoldResult>(sizes), domainOffsets, domainSizes);
}

FailureOr<TilingResult> shared::tileResult(Operation *op, OpBuilder &builder,
                                           unsigned result, Indices offsets,
                                           Indices sizes) {
  OpOperand *init = cast<DestinationStyleOpInterface>(op).getTiedOpOperand(
      op->getResult(result));
  SmallVector<OpFoldResult> domainOffsets, domainSizes;
  if (failed(getDomainTile(op, builder, init->getOperandNumber(), offsets,
                           sizes, domainOffsets, domainSizes)))
    return failure();
  FailureOr<TilingResult> tiled = tile(op, builder, domainOffsets, domainSizes);
  if (succeeded(tiled))
    tiled->tiledValues = {tiled->tiledValues[result]};
  return tiled;
}

bool shared::haveDomainTile(Operation *op, ArrayRef<unsigned> operands,
                            ArrayRef<SmallVector<OpFoldResult>> offsets,
                            ArrayRef<SmallVector<OpFoldResult>> sizes) {
  auto structured = cast<LinalgExtOp>(op);
  llvm::SmallDenseMap<int64_t, std::pair<OpFoldResult, OpFoldResult>> ranges;
  for (auto [operand, starts, lengths] :
       llvm::zip_equal(operands, offsets, sizes)) {
    if (!hasDomainTile(op, operand, starts, lengths))
      return false;
    for (auto [dim, loop] :
         llvm::enumerate(structured.getOperandDims(operand))) {
      if (loop < 0)
        continue;
      auto [entry, isNew] = ranges.try_emplace(loop, starts[dim], lengths[dim]);
      if (!isEqualConstantIntOrValue(entry->second.first, starts[dim]) ||
          !isEqualConstantIntOrValue(entry->second.second, lengths[dim]))
        return false;
    }
  }
  return true;
}

LogicalResult
shared::getDomainTileOfOperands(Operation *op, OpBuilder &builder,
                                ArrayRef<unsigned> operands,
                                ArrayRef<SmallVector<OpFoldResult>> offsets,
                                ArrayRef<SmallVector<OpFoldResult>> sizes,
                                SmallVectorImpl<OpFoldResult> &domainOffsets,
                                SmallVectorImpl<OpFoldResult> &domainSizes) {
  if (operands.empty() || !haveDomainTile(op, operands, offsets, sizes))
    return failure();
  domainOffsets.clear();
  domainSizes.clear();
  for (const Range &range : getIterationDomain(op, builder)) {
    domainOffsets.push_back(range.offset);
    domainSizes.push_back(range.size);
  }
  for (auto [operand, starts, lengths] :
       llvm::zip_equal(operands, offsets, sizes))
    for (auto [dim, loop] :
         llvm::enumerate(cast<LinalgExtOp>(op).getOperandDims(operand)))
      if (loop >= 0 && !isReduction(op, loop)) {
        domainOffsets[loop] = starts[dim];
        domainSizes[loop] = lengths[dim];
      }
  return success();
}

FailureOr<TilingResult>
shared::tileOperands(Operation *op, OpBuilder &builder,
                     ArrayRef<unsigned> operands,
                     ArrayRef<SmallVector<OpFoldResult>> offsets,
                     ArrayRef<SmallVector<OpFoldResult>> sizes) {
  SmallVector<OpFoldResult> domainOffsets, domainSizes;
  if (failed(getDomainTileOfOperands(op, builder, operands, offsets, sizes,
                                     domainOffsets, domainSizes)))
    return failure();
  return tile(op, builder, domainOffsets, domainSizes);
}
