//===- PaddedRows.cpp - Temporaries with padded rows ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slice of the columns that are used. Bufferization makes a subview of it, so
// nothing is copied.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Emission/PaddedRows.h"

#include "heddle/Analysis/Fusion/RowPadding.h"
#include "heddle/Analysis/Memory/MemoryCause.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::heddle;

/// The location of the buffer: why it is larger than its contents.
static Location explainRows(Operation *op) {
  std::string text = "it holds the result of " + quote(op);
  if (std::optional<int64_t> multiple = getRowMultiple(op))
    text += " with each row at a multiple of " + std::to_string(*multiple) +
            " elements";
  return addMemoryCause(Reason(op, text));
}

Value heddle::createPaddedRows(RewriterBase &rewriter, Operation *op,
                               RankedTensorType like,
                               ArrayRef<OpFoldResult> sizes,
                               OpFoldResult rowLength) {
  Location loc = op->getLoc();
  if (isEqualConstantIntOrValue(sizes.back(), rowLength))
    return tensor::EmptyOp::create(rewriter, loc, sizes, like.getElementType(),
                                   like.getEncoding());
  SmallVector<OpFoldResult> padded(sizes);
  padded.back() = rowLength;
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamic;
  dispatchIndexOpFoldResults(padded, dynamic, shape);
  auto rows = bufferization::AllocTensorOp::create(rewriter, explainRows(op),
                                                   like.clone(shape), dynamic);
  OpFoldResult zero = rewriter.getIndexAttr(0), one = rewriter.getIndexAttr(1);
  return tensor::ExtractSliceOp::create(
      rewriter, loc, rows.getResult(),
      SmallVector<OpFoldResult>(sizes.size(), zero), sizes,
      SmallVector<OpFoldResult>(sizes.size(), one));
}

bool heddle::isUnusedPaddedRows(Operation *op) {
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    op = slice.getSource().getDefiningOp();
  auto rows = dyn_cast_or_null<bufferization::AllocTensorOp>(op);
  return rows && !rows.getCopy();
}
