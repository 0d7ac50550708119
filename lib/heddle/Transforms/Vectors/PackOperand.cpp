//===- PackOperand.cpp - Operands in contiguous copies --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The copy is a linalg op before its reader, so that tiling and fusion can
// handle it.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Vectors/PackOperand.h"

#include "heddle/Analysis/Fusion/RowPadding.h"
#include "heddle/Analysis/Fusion/TileLimits.h"
#include "heddle/Analysis/Vectors/VectorChoice.h"
#include "heddle/Transforms/Emission/PaddedRows.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::heddle;

/// The order of the dims of an operand that has the dim of the lanes last.
static SmallVector<int64_t> getReadOrder(linalg::LinalgOp op, AffineMap map) {
  SmallVector<int64_t> order;
  std::optional<int64_t> last;
  std::optional<unsigned> laneDim = getLaneDim(op);
  for (auto [position, expr] : llvm::enumerate(map.getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (dim && dim.getPosition() == laneDim)
      last = position;
    else
      order.push_back(position);
  }
  if (last)
    order.push_back(*last);
  return order;
}

/// Lets `op` read `value`, whose dims are in another order than those of
/// `input`.
static FailureOr<linalg::LinalgOp> readInOrder(RewriterBase &rewriter,
                                               linalg::LinalgOp op,
                                               unsigned input, Value value,
                                               ArrayRef<int64_t> order) {
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic) {
    rewriter.setInsertionPoint(op);
    FailureOr<linalg::GenericOp> made = linalg::generalizeNamedOp(rewriter, op);
    if (failed(made))
      return failure();
    generic = *made;
  }
  auto maps = generic.getIndexingMapsArray();
  SmallVector<unsigned> positions(order.begin(), order.end());
  maps[input] = maps[input].getSubMap(positions);
  rewriter.modifyOpInPlace(generic, [&] {
    generic->setOperand(input, value);
    generic.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  });
  return linalg::LinalgOp(generic);
}

static SmallVector<int64_t> getOrder(linalg::LinalgOp op, OpOperand *input,
                                     const PackOperandOptions &options) {
  return options.order ? *options.order
                       : getReadOrder(op, op.getMatchingIndexingMap(input));
}

/// Writes on the copy what holds for each part of it, too.
static void annotateCopy(linalg::LinalgOp copy,
                         const PackOperandOptions &options) {
  Builder builder(copy.getContext());
  if (options.maxTileBytes)
    copy->setAttr(kMaxTileBytesAttrName,
                  builder.getI64IntegerAttr(*options.maxTileBytes));
  if (options.rowMultiple && copy.getNumParallelLoops() > 1)
    copy->setAttr(kRowMultipleAttrName,
                  builder.getI64IntegerAttr(*options.rowMultiple));
}

/// Lets `copy`, which writes a whole operand into an empty tensor, write into
/// padded rows.
static void padWholeRows(RewriterBase &rewriter, linalg::LinalgOp copy) {
  std::optional<int64_t> multiple = getRowMultiple(copy);
  if (!multiple)
    return;
  OpOperand &init = *copy.getDpsInitOperand(0);
  auto empty = init.get().getDefiningOp<tensor::EmptyOp>();
  rewriter.setInsertionPoint(copy);
  SmallVector<OpFoldResult> sizes = empty.getMixedSizes();
  AffineExpr size = rewriter.getAffineSymbolExpr(0);
  OpFoldResult length = affine::makeComposedFoldedAffineApply(
      rewriter, copy.getLoc(), size.ceilDiv(*multiple) * *multiple,
      sizes.back());
  Value rows = createPaddedRows(rewriter, copy, empty.getType(), sizes, length);
  rewriter.modifyOpInPlace(copy, [&] { init.set(rows); });
  rewriter.eraseOp(empty);
}

LogicalResult heddle::checkPackOperand(RewriterBase &rewriter,
                                       linalg::LinalgOp op,
                                       const PackOperandOptions &options) {
  if (!op.hasPureTensorSemantics())
    return rewriter.notifyMatchFailure(
        op, "it is on buffers: pack its operands before bufferization");
  if (options.operand < 0 || options.operand >= op.getNumDpsInputs())
    return rewriter.notifyMatchFailure(op, [&](Diagnostic &diag) {
      diag << "expects 'operand' to be in [0, " << op.getNumDpsInputs()
           << "), but got " << options.operand;
    });
  OpOperand *input = op.getDpsInputOperand(options.operand);
  auto type = dyn_cast<RankedTensorType>(input->get().getType());
  if (!type || type.getRank() == 0)
    return rewriter.notifyMatchFailure(op, [&](Diagnostic &diag) {
      diag << "operand " << options.operand << " has no dims, but the type "
           << input->get().getType();
    });
  SmallVector<int64_t> sorted = getOrder(op, input, options);
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(0, type.getRank())))
    return rewriter.notifyMatchFailure(op, [&](Diagnostic &diag) {
      diag << "expects 'transpose' to be a permutation of 0 to "
           << type.getRank() - 1 << ", the dims of operand " << options.operand;
    });
  int64_t last = type.getDimSize(getOrder(op, input, options).back());
  if (options.rowMultiple &&
      last > std::numeric_limits<int64_t>::max() - *options.rowMultiple)
    return rewriter.notifyMatchFailure(op, [&](Diagnostic &diag) {
      diag << "rows of " << last
           << " elements are too long for 'pad = " << *options.rowMultiple
           << "'";
    });
  return success();
}

FailureOr<PackedOperand>
heddle::packOperand(RewriterBase &rewriter, linalg::LinalgOp op,
                    const PackOperandOptions &options) {
  if (failed(checkPackOperand(rewriter, op, options)))
    return failure();
  OpOperand *input = op.getDpsInputOperand(options.operand);
  auto type = cast<RankedTensorType>(input->get().getType());
  SmallVector<int64_t> order = getOrder(op, input, options);
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, input->get());
  SmallVector<OpFoldResult> ordered;
  for (int64_t dim : order)
    ordered.push_back(sizes[dim]);
  Value empty =
      tensor::EmptyOp::create(rewriter, loc, ordered, type.getElementType());
  bool isSorted = llvm::is_sorted(order);
  linalg::LinalgOp copy =
      isSorted ? linalg::LinalgOp(
                     linalg::CopyOp::create(rewriter, loc, input->get(), empty))
               : linalg::LinalgOp(linalg::TransposeOp::create(
                     rewriter, loc, input->get(), empty, order));
  annotateCopy(copy, options);
  padWholeRows(rewriter, copy);
  if (isSorted) {
    rewriter.modifyOpInPlace(op, [&] { input->set(copy->getResult(0)); });
    return PackedOperand{op, copy};
  }
  FailureOr<linalg::LinalgOp> reader = readInOrder(
      rewriter, op, input->getOperandNumber(), copy->getResult(0), order);
  if (failed(reader))
    return failure();
  return PackedOperand{*reader, copy};
}
