//===- RowPadding.cpp - How long the rows of a temporary are --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only the last dim is padded. In row-major order, the row with the indices
// i_0 .. i_(r-2) begins at L * (i_0 * d_1 * ... * d_(r-2) + ... + i_(r-2)),
// where L is the length of a row in memory. If L is a multiple of N, so is
// that.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Fusion/RowPadding.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::heddle;

std::optional<int64_t> heddle::getRowMultiple(Operation *op) {
  auto multiple =
      op ? op->getAttrOfType<IntegerAttr>(kRowMultipleAttrName) : IntegerAttr();
  if (!multiple || !multiple.getType().isSignlessInteger(64) ||
      multiple.getInt() < 1)
    return std::nullopt;
  return multiple.getInt();
}

int64_t heddle::getRowLength(int64_t extent, int64_t multiple) {
  return llvm::alignTo(extent, multiple);
}

Box heddle::padRows(BoundContext &context, Operation *op, const Box &box) {
  std::optional<int64_t> multiple = getRowMultiple(op);
  if (!multiple || box.getRank() < 2)
    return box;
  Bound size = getSize(context, box.dims.back());
  std::optional<int64_t> most = context.getUpperBound(size);
  Bound length = most
                     ? context.constant(
                           getRowLength(std::max<int64_t>(0, *most), *multiple))
                     : context.mul(context.ceilDiv(size, *multiple), *multiple);
  Box padded = box;
  padded.dims.back() = {context.constant(0), length};
  return padded;
}
