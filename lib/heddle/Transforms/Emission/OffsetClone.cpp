//===- OffsetClone.cpp - A linalg op on a part of its loops ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's tiling moves linalg.index in the hidden body of a named op too,
// where the printed op does not show it.
//
//===----------------------------------------------------------------------===//

#include "OffsetClone.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"

using namespace mlir;
using namespace mlir::heddle;

/// True if the text of `op` has its body.
static bool printsBody(linalg::LinalgOp op) {
  return isa<linalg::GenericOp, linalg::MapOp, linalg::ReduceOp>(op);
}

linalg::LinalgOp heddle::cloneWithOffsets(RewriterBase &rewriter,
                                          linalg::LinalgOp op, TypeRange types,
                                          ValueRange operands,
                                          ArrayRef<OpFoldResult> offsets) {
  auto tile =
      cast<linalg::LinalgOp>(mlir::clone(rewriter, op, types, operands));
  if (!op.hasIndexSemantics())
    return tile;
  OpBuilder::InsertionGuard guard(rewriter);
  if (!printsBody(tile)) {
    DictionaryAttr attributes = op->getDiscardableAttrDictionary();
    FailureOr<linalg::GenericOp> generic =
        linalg::generalizeNamedOp(rewriter, tile);
    assert(succeeded(generic) && "every named op has a generic form");
    tile = *generic;
    rewriter.modifyOpInPlace(tile,
                             [&] { tile->setDiscardableAttrs(attributes); });
  }
  linalg::offsetIndices(rewriter, tile, offsets);
  return tile;
}
