//===- SliceEmission.cpp - One tile of a slice ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tile of an extract_slice is made from the part of the source that it
// reads: strides and dropped dims remain. An insert_slice writes the part of
// its source that lies in the tile.
//
//===----------------------------------------------------------------------===//

#include "EmissionFamilies.h"
#include "RankReduction.h"

#include "heddle/Analysis/Footprint/Footprint.h"
#include "heddle/Transforms/Emission/Emission.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
struct ExtractSliceEmission
    : EmissionOpInterface::ExternalModel<ExtractSliceEmission,
                                         tensor::ExtractSliceOp> {
  SmallVector<Value> emitTile(Operation *op, RewriterBase &rewriter,
                              TileEmitter &tiles, const Box &iteration,
                              ArrayRef<Value> operands) const {
    auto extract = cast<tensor::ExtractSliceOp>(op);
    Value source = operands[0];
    ReducedSlice slice;
    slice.dropped = extract.getDroppedDims();
    if (slice.dropped.none() && extract.hasUnitStride())
      return {source};
    slice.offsets.assign(slice.dropped.size(), rewriter.getIndexAttr(0));
    SmallVector<OpFoldResult> sizes = tiles.getSizes(iteration);
    unsigned next = 0;
    for (unsigned dim = 0; dim < slice.dropped.size(); ++dim)
      slice.sizes.push_back(slice.dropped[dim]
                                ? OpFoldResult(rewriter.getIndexAttr(1))
                                : sizes[next++]);
    // The stride of a single element does not matter.
    slice.strides = extract.getMixedStrides();
    for (auto [size, stride] : llvm::zip_equal(slice.sizes, slice.strides))
      if (isOneInteger(size))
        stride = rewriter.getIndexAttr(1);
    if (startsAtEnd(source, slice.offsets))
      return {
          tiles.makeEmpty(op->getLoc(), iteration, extract.getResultType())};
    return {extractReduced(rewriter, op->getLoc(), source, slice)};
  }
};

struct InsertSliceEmission
    : EmissionOpInterface::ExternalModel<InsertSliceEmission,
                                         tensor::InsertSliceOp> {
  SmallVector<Value> emitTile(Operation *op, RewriterBase &, TileEmitter &tiles,
                              const Box &iteration,
                              ArrayRef<Value> operands) const {
    auto insert = cast<tensor::InsertSliceOp>(op);
    ExtentTable &extents = tiles.getExtents();
    Box part =
        cast<FootprintOpInterface>(op).getOperandBox(extents, 0, iteration);
    SmallVector<Bound> starts;
    for (OpFoldResult offset : insert.getMixedOffsets())
      starts.push_back(extents.getNonNegativeIndex(offset));
    return {tiles.insertPart(op->getLoc(), operands[0], operands[1], iteration,
                             starts, part, insert.getDroppedDims())};
  }
};
} // namespace

void heddle::registerSliceEmission(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::ExtractSliceOp::attachInterface<ExtractSliceEmission>(*context);
    tensor::InsertSliceOp::attachInterface<InsertSliceEmission>(*context);
  });
}
