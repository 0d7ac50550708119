//===- ComputeAt.cpp - A producer in a loop that exists -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the tile and lets the slices read it. The plan has proved all that is
// needed.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Fusion/ComputeAt.h"

#include "heddle/Analysis/Bounds/KnownDim.h"
#include "heddle/Analysis/Footprint/ExtentTable.h"
#include "heddle/Analysis/Footprint/Footprint.h"
#include "heddle/Analysis/Mistakes/Mistake.h"
#include "heddle/Transforms/Emission/BoundEmitter.h"
#include "heddle/Transforms/Emission/Emission.h"
#include "heddle/Transforms/Emission/TileEmitter.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
class ProducerEmitter {
public:
  ProducerEmitter(RewriterBase &rewriter, const ComputeAtPlan &plan)
      : rewriter(rewriter), plan(plan), extents(plan.getExtents()),
        bounds(rewriter, extents, plan.producer),
        tiles(rewriter, extents, bounds) {}

  Operation *emit();

private:
  void enterLoops();
  Value getTile(OpOperand &operand);
  void replaceSlice(const SliceRead &read, Value tile, const Box &box,
                    ArrayRef<OpFoldResult> starts);
  void replaceDims();
  void replaceStarts();

  RewriterBase &rewriter;
  const ComputeAtPlan &plan;
  ExtentTable &extents;
  BoundEmitter bounds;
  TileEmitter tiles;
};
} // namespace

/// `value - by` in front of the rewriter.
static OpFoldResult subtract(RewriterBase &rewriter, Location loc,
                             OpFoldResult value, OpFoldResult by) {
  AffineExpr a, b;
  bindDims(rewriter.getContext(), a, b);
  return affine::makeComposedFoldedAffineApply(rewriter, loc, a - b,
                                               {value, by});
}

/// Enters the bodies of the loops. The variables of bounds count from 0.
void ProducerEmitter::enterLoops() {
  for (auto [level, op] : llvm::enumerate(plan.loops)) {
    auto loop = cast<LoopLikeOpInterface>(op);
    rewriter.setInsertionPointToStart(&op->getRegion(0).front());
    SmallVector<Value> variables;
    for (auto [variable, low] : llvm::zip_equal(*loop.getLoopInductionVars(),
                                                *loop.getLoopLowerBounds()))
      variables.push_back(
          isZeroInteger(low)
              ? variable
              : getValueOrCreateConstantIndexOp(
                    rewriter, op->getLoc(),
                    subtract(rewriter, op->getLoc(), variable, low)));
    bounds.enterLoops(op, variables,
                      /*isPerfect=*/level + 1 < plan.loops.size());
  }
}

/// The part of `operand` that the tile reads. If one value is two destinations,
/// each gets a copy, because bufferization in place would give both the same
/// buffer.
Value ProducerEmitter::getTile(OpOperand &operand) {
  auto footprint = cast<FootprintOpInterface>(plan.producer);
  unsigned number = operand.getOperandNumber();
  OperandRole role = footprint.getOperandRole(number);
  if (role == OperandRole::Whole)
    return operand.get();
  Location loc = plan.producer->getLoc();
  Box box = footprint.getOperandBox(extents, number, plan.iteration);
  Type whole = operand.get().getType();
  if (role == OperandRole::UnreadDestination)
    return tiles.makeDestination(plan.producer, box, whole);
  Value tile = tiles.extract(loc, operand.get(), box, {},
                             extents.getExtents(operand.get()));
  auto dps = dyn_cast<DestinationStyleOpInterface>(plan.producer);
  bool isShared = role == OperandRole::ReadDestination && dps &&
                  llvm::count(dps.getDpsInits(), operand.get()) > 1;
  if (!isShared)
    return tile;
  Value empty = tiles.makeEmpty(loc, box, whole);
  tile = tiles.matchType(loc, tile, box);
  return linalg::CopyOp::create(rewriter, loc, tile, empty).getResult(0);
}

/// True if a slice with these bounds is known to be out of bounds of `tile`,
/// which verifiers reject. Such a slice is never executed, or has no elements.
static bool leaves(Value tile, ArrayRef<OpFoldResult> offsets,
                   tensor::ExtractSliceOp slice) {
  if (startsAtEnd(tile, offsets))
    return true;
  auto type = cast<RankedTensorType>(tile.getType());
  SmallVector<OpFoldResult> sizes = slice.getMixedSizes(),
                            strides = slice.getMixedStrides();
  for (unsigned dim = 0; dim < offsets.size(); ++dim) {
    std::optional<int64_t> start = getConstantIntValue(offsets[dim]);
    std::optional<int64_t> size = getConstantIntValue(sizes[dim]);
    std::optional<int64_t> stride = getConstantIntValue(strides[dim]);
    if (start && size && stride && *size > 0 && !type.isDynamicDim(dim) &&
        *start + (*size - 1) * *stride >= type.getDimSize(dim))
      return true;
  }
  return false;
}

/// Makes a slice read `tile`, which holds the part `box` of the slice's source
/// and begins at `starts`.
void ProducerEmitter::replaceSlice(const SliceRead &read, Value tile,
                                   const Box &box,
                                   ArrayRef<OpFoldResult> starts) {
  auto slice = cast<tensor::ExtractSliceOp>(read.slice);
  Location loc = slice.getLoc();
  rewriter.setInsertionPoint(slice);
  if (slice.hasUnitStride() && slice.getDroppedDims().none() &&
      read.box == box) {
    if (tile.getType() != slice.getType())
      tile = tensor::CastOp::create(rewriter, loc, slice.getType(), tile);
    rewriter.replaceOp(slice, tile);
    return;
  }
  SmallVector<OpFoldResult> offsets;
  for (auto [offset, start] : llvm::zip_equal(slice.getMixedOffsets(), starts))
    offsets.push_back(isMistake("slice_not_moved")
                          ? OpFoldResult(rewriter.getIndexAttr(0))
                          : subtract(rewriter, loc, offset, start));
  if (!leaves(tile, offsets, slice)) {
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        slice, slice.getType(), tile, offsets, slice.getMixedSizes(),
        slice.getMixedStrides());
    return;
  }
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, size] : llvm::enumerate(slice.getMixedSizes()))
    if (!slice.getDroppedDims().test(dim))
      sizes.push_back(size);
  rewriter.replaceOpWithNewOp<tensor::EmptyOp>(slice, sizes,
                                               slice.getType().getElementType(),
                                               slice.getType().getEncoding());
}

void ProducerEmitter::replaceDims() {
  for (Operation *op : plan.dims) {
    auto dim = cast<tensor::DimOp>(op);
    rewriter.replaceOp(dim, emitOwnExtent(rewriter, extents, dim.getSource(),
                                          *getKnownDim(dim), dim));
  }
}

/// If a loop overwrites the value, the loop starts from the producer's
/// destination. Each tensor that loops carry starts from a separate empty
/// tensor.
void ProducerEmitter::replaceStarts() {
  auto dps = dyn_cast<DestinationStyleOpInterface>(plan.producer);
  for (OpOperand *use : plan.starts) {
    auto result = cast<OpResult>(use->get());
    Value start = dps ? dps.getTiedOpOperand(result)->get() : Value();
    if (!start ||
        (start.getDefiningOp<tensor::EmptyOp>() && !start.hasOneUse())) {
      BoundEmitter outside(rewriter, extents, use->getOwner());
      rewriter.setInsertionPoint(use->getOwner());
      auto type = cast<RankedTensorType>(result.getType());
      SmallVector<Value> sizes;
      for (int64_t dim = 0; dim < type.getRank(); ++dim)
        if (type.isDynamicDim(dim))
          sizes.push_back(outside.getValue(extents.getExtent(result, dim)));
      start = tensor::EmptyOp::create(rewriter, plan.producer->getLoc(), type,
                                      sizes);
    }
    rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(start); });
  }
}

Operation *ProducerEmitter::emit() {
  OpBuilder::InsertionGuard guard(rewriter);
  enterLoops();
  rewriter.setInsertionPoint(plan.first);
  SmallVector<Value> operands;
  for (OpOperand &operand : plan.producer->getOpOperands())
    operands.push_back(getTile(operand));
  SmallVector<Value> values =
      cast<EmissionOpInterface>(plan.producer)
          .emitTile(rewriter, tiles, plan.iteration, operands);
  auto footprint = cast<FootprintOpInterface>(plan.producer);
  SmallVector<Box> boxes;
  SmallVector<SmallVector<OpFoldResult>> starts;
  for (unsigned result = 0; result < values.size(); ++result) {
    boxes.push_back(footprint.getResultBox(extents, result, plan.iteration));
    starts.push_back(tiles.getOffsets(boxes.back()));
  }
  for (const SliceRead &read : plan.reads)
    replaceSlice(read, values[read.result], boxes[read.result],
                 starts[read.result]);
  replaceDims();
  replaceStarts();
  Operation *tiled = values.front().getDefiningOp();
  return tiled && plan.loops.back()->isProperAncestor(tiled) ? tiled : nullptr;
}

Operation *heddle::computeAt(RewriterBase &rewriter,
                             const ComputeAtPlan &plan) {
  return ProducerEmitter(rewriter, plan).emit();
}
