//===- DegenerateTensors.cpp - Extents of 0 and 1 -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk that handles each op by itself. Only static extents are known to be
// 0 or 1, and only these cause problems upstream.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/DegenerateTensors.h"

#include "DeepNests.h"

#include "heddle/Transforms/Passes.h"

#include "Emission/PaddedTensor.h"
#include "Emission/RankReduction.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_SIMPLIFYDEGENERATETENSORSPASS
#include "heddle/Transforms/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

static bool hasNoElements(Type type) {
  auto shaped = dyn_cast<RankedTensorType>(type);
  return shaped && llvm::is_contained(shaped.getShape(), 0);
}

/// Sets the stride to 1 where `slice` has size 1.
template <typename SliceOp>
static void resetUnitStrides(RewriterBase &rewriter, SliceOp slice) {
  SmallVector<int64_t> strides(slice.getStaticStrides());
  for (auto [size, stride] : llvm::zip_equal(slice.getStaticSizes(), strides))
    if (size == 1 && !ShapedType::isDynamic(stride))
      stride = 1;
  if (ArrayRef(strides) != slice.getStaticStrides())
    rewriter.modifyOpInPlace(slice, [&] { slice.setStaticStrides(strides); });
}

/// A pad of nothing is a fill, a pad to nothing an empty tensor.
static void replaceDegeneratePad(RewriterBase &rewriter, tensor::PadOp pad) {
  RankedTensorType type = pad.getResultType();
  bool isEmpty = hasNoElements(type);
  if (!isEmpty && !heddle::hasNoSource(pad))
    return;
  rewriter.setInsertionPoint(pad);
  ReifiedRankedShapedTypeDims extents;
  if (failed(reifyResultShapes(rewriter, pad, extents)))
    return;
  Value result =
      tensor::EmptyOp::create(rewriter, pad.getLoc(), extents.front(),
                              type.getElementType(), type.getEncoding());
  if (!isEmpty)
    result = heddle::fillWithPadding(rewriter, pad, result, {})->getResult(0);
  rewriter.replaceOp(pad, result);
}

/// A reshape of a tensor without elements is an empty tensor.
static void replaceDegenerateReshape(RewriterBase &rewriter, Operation *op) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (!hasNoElements(op->getOperand(0).getType()))
    return;
  rewriter.setInsertionPoint(op);
  ReifiedRankedShapedTypeDims extents;
  if (failed(reifyResultShapes(rewriter, op, extents)))
    return;
  Value empty =
      tensor::EmptyOp::create(rewriter, op->getLoc(), extents.front(),
                              type.getElementType(), type.getEncoding());
  if (empty.getType() != type)
    empty = tensor::CastOp::create(rewriter, op->getLoc(), type, empty);
  rewriter.replaceOp(op, empty);
}

void heddle::simplifyDegenerateTensors(RewriterBase &rewriter,
                                       Operation *root) {
  root->walk([&](Operation *op) {
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
      resetUnitStrides(rewriter, slice);
    } else if (auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(op)) {
      if (hasNoElements(insert.getSourceType()))
        rewriter.eraseOp(insert);
      else
        resetUnitStrides(rewriter, insert);
    } else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op)) {
      if (hasNoElements(insert.getType()) ||
          hasNoElements(insert.getSourceType()))
        rewriter.replaceOp(insert, insert.getDest());
      else
        resetUnitStrides(rewriter, insert);
    } else if (auto pad = dyn_cast<tensor::PadOp>(op)) {
      replaceDegeneratePad(rewriter, pad);
    } else if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op)) {
      replaceDegenerateReshape(rewriter, op);
    }
  });
  root->walk([&](Operation *op) { makeSteppedSliceWhole(rewriter, op); });
}

namespace {
struct SimplifyDegenerateTensorsPass
    : heddle::impl::SimplifyDegenerateTensorsPassBase<
          SimplifyDegenerateTensorsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    if (failed(heddle::flattenDeepNests(rewriter, getOperation())))
      return signalPassFailure();
    heddle::simplifyDegenerateTensors(rewriter, getOperation());
  }
};
} // namespace
