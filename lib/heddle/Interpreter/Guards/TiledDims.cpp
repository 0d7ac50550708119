//===- TiledDims.cpp - Sizes of a step, and the dims it tiles -------------===//
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
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::TransformState;

/// The numbers that `operand` stands for; dynamic where they cannot be read.
static SmallVector<int64_t> readOperand(Value operand,
                                        const TransformState &state) {
  SmallVector<int64_t> numbers;
  auto add = [&](Attribute value) {
    auto number = dyn_cast_if_present<IntegerAttr>(value);
    numbers.push_back(number ? number.getValue().getSExtValue()
                             : ShapedType::kDynamic);
  };
  if (isa<transform::TransformParamTypeInterface>(operand.getType()))
    llvm::for_each(state.getParams(operand), add);
  else if (isa<transform::TransformHandleTypeInterface>(operand.getType()))
    for (Operation *op : state.getPayloadOps(operand)) {
      Attribute constant;
      matchPattern(op, m_Constant(&constant));
      add(constant);
    }
  return numbers;
}

SmallVector<int64_t> heddle::readSizes(Operation *op, StringRef sizesAttr,
                                       const TransformState &state) {
  SmallVector<int64_t> sizes;
  if (auto list = op->getAttrOfType<ArrayAttr>(sizesAttr))
    for (auto size : list.getAsRange<IntegerAttr>())
      sizes.push_back(size.getInt());
  auto list = op->getAttrOfType<DenseI64ArrayAttr>(sizesAttr);
  if (!list)
    return sizes;
  llvm::append_range(sizes, list.asArrayRef());
  unsigned next = 1;
  for (int64_t &size : sizes) {
    if (!ShapedType::isDynamic(size) || next >= op->getNumOperands())
      continue;
    // One number for all targets, or one for each.
    SmallVector<int64_t> numbers = readOperand(op->getOperand(next++), state);
    if (!numbers.empty() && llvm::all_equal(numbers))
      size = numbers.front();
  }
  return sizes;
}

static bool isTiled(int64_t size) { return size != 0; }

SmallVector<bool> heddle::findTiledPositions(Operation *op, StringRef sizesAttr,
                                             const TransformState &state) {
  return llvm::map_to_vector(readSizes(op, sizesAttr, state), isTiled);
}

void heddle::addPackedPositions(Operation *op, const TransformState &state,
                                SmallVectorImpl<bool> &tiled) {
  // The operands after those that are elements of lists.
  unsigned next = 1;
  for (NamedAttribute attr : op->getAttrDictionary())
    if (auto list = dyn_cast<DenseI64ArrayAttr>(attr.getValue()))
      next += llvm::count_if(list.asArrayRef(), ShapedType::isDynamic);
  for (; next < op->getNumOperands(); ++next)
    for (auto [position, size] :
         llvm::enumerate(readOperand(op->getOperand(next), state))) {
      tiled.resize(std::max(tiled.size(), position + 1));
      tiled[position] = tiled[position] || isTiled(size);
    }
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
