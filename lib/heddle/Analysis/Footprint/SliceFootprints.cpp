//===- SliceFootprints.cpp - Boxes of slices ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part that an extract_slice reads, and the parts that an insert_slice puts
// together.
//
//===----------------------------------------------------------------------===//

#include "FootprintFamilies.h"
#include "ResultFootprint.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
struct ExtractSliceFootprint
    : ResultFootprint<ExtractSliceFootprint, tensor::ExtractSliceOp> {
  StringRef getObstacle(tensor::ExtractSliceOp op) const {
    for (OpFoldResult stride : op.getMixedStrides())
      if (getConstantIntValue(stride).value_or(0) <= 0)
        return "has a stride that is not a positive constant";
    return "";
  }
  /// A slice is a view.
  bool needsExactBox(Operation *) const { return true; }
  Box getOperandBox(Operation *op, ExtentTable &extents, unsigned,
                    const Box &iteration) const {
    auto slice = cast<tensor::ExtractSliceOp>(op);
    BoundContext &context = extents.getContext();
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    Box box;
    unsigned kept = 0;
    for (auto [dim, offset] : llvm::enumerate(slice.getMixedOffsets())) {
      Bound start = extents.getNonNegativeIndex(offset);
      if (dropped[dim]) {
        box.dims.push_back({start, context.add(start, 1)});
        continue;
      }
      int64_t stride = *getConstantIntValue(slice.getMixedStrides()[dim]);
      const BoxRange &range = iteration.dims[kept++];
      Bound lo = context.add(start, context.mul(range.lo, stride));
      Bound hi = context.add(start, context.mul(range.hi, stride));
      if (stride != 1) {
        hi = context.add(hi, 1 - stride);
        if (canBeEmpty(context, range)) {
          Bound extent = extents.getExtent(slice.getSource(), dim);
          lo = context.min(lo, extent);
          hi = context.max(context.min(hi, extent), lo);
        }
      }
      box.dims.push_back({lo, hi});
    }
    return box;
  }
};

struct InsertSliceFootprint
    : ResultFootprint<InsertSliceFootprint, tensor::InsertSliceOp> {
  StringRef getObstacle(tensor::InsertSliceOp op) const {
    return op.hasUnitStride() ? "" : "inserts with a stride";
  }
  /// In a dimension that the source lacks, the box must contain the inserted
  /// index or is taken whole.
  Box getLegalIterationBox(Operation *op, ExtentTable &extents,
                           const Box &iteration) const {
    auto insert = cast<tensor::InsertSliceOp>(op);
    BoundContext &context = extents.getContext();
    llvm::SmallBitVector dropped = insert.getDroppedDims();
    Box legal = iteration;
    for (int dim : dropped.set_bits()) {
      BoxRange &range = legal.dims[dim];
      Bound at = extents.getNonNegativeIndex(insert.getMixedOffsets()[dim]);
      if (!context.isKnownLE(range.lo, at) ||
          !context.isKnownLE(context.add(at, 1), range.hi))
        range = {context.constant(0), extents.getExtent(insert.getDest(), dim)};
    }
    return legal;
  }
  Box getOperandBox(Operation *op, ExtentTable &extents, unsigned operand,
                    const Box &iteration) const {
    auto insert = cast<tensor::InsertSliceOp>(op);
    if (operand == 1)
      return iteration;
    Box box;
    llvm::SmallBitVector dropped = insert.getDroppedDims();
    for (auto [dim, range] : llvm::enumerate(iteration.dims))
      if (!dropped[dim])
        box.dims.push_back(shiftInto(
            extents.getContext(), range,
            extents.getNonNegativeIndex(insert.getMixedOffsets()[dim]),
            extents.getExtent(insert.getSource(), box.dims.size())));
    return box;
  }
  OperandRole getOperandRole(Operation *, unsigned operand) const {
    return operand == 0   ? OperandRole::Input
           : operand == 1 ? OperandRole::ReadDestination
                          : OperandRole::Whole;
  }
};
} // namespace

void heddle::registerSliceFootprints(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::ExtractSliceOp::attachInterface<ExtractSliceFootprint>(*context);
    tensor::InsertSliceOp::attachInterface<InsertSliceFootprint>(*context);
  });
}
