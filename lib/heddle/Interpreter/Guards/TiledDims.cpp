//===- TiledDims.cpp - Which dims an upstream op tiles --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes are read from attributes, params and handles; extents from types and,
// where those are dynamic, from the op that makes the tensor.
//
//===----------------------------------------------------------------------===//

#include "TiledDims.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::TransformState;

SmallVector<bool> heddle::findTiledPositions(Operation *op, StringRef sizesAttr,
                                             unsigned firstDynamic,
                                             const TransformState &state) {
  SmallVector<bool> tiled;
  if (auto list = op->getAttrOfType<ArrayAttr>(sizesAttr))
    for (auto size : list.getAsRange<IntegerAttr>())
      tiled.push_back(size.getInt() != 0);
  auto sizes = op->getAttrOfType<DenseI64ArrayAttr>(sizesAttr);
  if (!sizes)
    return tiled;
  for (int64_t size : sizes.asArrayRef()) {
    if (!ShapedType::isDynamic(size)) {
      tiled.push_back(size != 0);
      continue;
    }
    Value operand = op->getOperand(firstDynamic++);
    ArrayRef<Attribute> params;
    if (isa<transform::TransformParamTypeInterface>(operand.getType()))
      params = state.getParams(operand);
    tiled.push_back(params.empty() || llvm::any_of(params, [](Attribute param) {
                      auto integer = dyn_cast<IntegerAttr>(param);
                      return !integer || !integer.getValue().isZero();
                    }));
  }
  return tiled;
}

/// True if dim `dim` of `shaped` is known to have no elements: from its type or
/// from a size of the op that makes it.
static bool isEmptyAlong(Value shaped, int64_t dim) {
  auto type = cast<ShapedType>(shaped.getType());
  if (!type.isDynamicDim(dim))
    return type.getDimSize(dim) == 0;
  SmallVector<OpFoldResult> sizes;
  if (auto empty = shaped.getDefiningOp<tensor::EmptyOp>()) {
    sizes = empty.getMixedSizes();
  } else if (auto slice = shaped.getDefiningOp<tensor::ExtractSliceOp>()) {
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    for (auto [i, size] : llvm::enumerate(slice.getMixedSizes()))
      if (!dropped.test(i))
        sizes.push_back(size);
  }
  return !sizes.empty() && isZeroInteger(sizes[dim]);
}

std::optional<unsigned> heddle::findUntiledEmptyDim(linalg::LinalgOp op,
                                                    ArrayRef<bool> tiled) {
  std::optional<unsigned> found;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [position, result] : llvm::enumerate(map.getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(result);
      if (!dim || !isEmptyAlong(operand.get(), position))
        continue;
      unsigned number = dim.getPosition();
      bool isTiled = number < tiled.size() && tiled[number];
      if (!isTiled && number < found.value_or(op.getNumLoops()))
        found = number;
    }
  }
  return found;
}
