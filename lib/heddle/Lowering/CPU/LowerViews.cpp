//===- LowerViews.cpp - Views that upstream lowers wrong ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites views whose dropped dims upstream misreads, if bufferization did
// not make them: views of payloads on buffers and views from other passes.
// Also rewrites reshapes on which upstream's lowering crashes.
//
//===----------------------------------------------------------------------===//

#include "heddle/Lowering/Passes.h"
#include "heddle/Transforms/Buffers/DroppedDims.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_LOWERVIEWSPASS
#include "heddle/Lowering/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

/// True if a dim of the source becomes several whose extents are dynamic.
/// Upstream computes the one dynamic extent of a group from the source, and
/// crashes if there are more, although the op has all of them.
static bool hasSeveralDynamicExtents(memref::ExpandShapeOp op) {
  MemRefType type = op.getResultType();
  return llvm::any_of(op.getReassociationIndices(),
                      [&](ReassociationIndices group) {
                        return llvm::count_if(group, [&](int64_t dim) {
                                 return type.isDynamicDim(dim);
                               }) > 1;
                      });
}

/// Replaces `op` by a cast with its extents, and strides that follow from them.
static void castToExtents(RewriterBase &rewriter, memref::ExpandShapeOp op) {
  Location loc = op.getLoc();
  MemRefType type = op.getResultType();
  SmallVector<int64_t> known;
  int64_t knownOffset;
  if (failed(type.getStridesAndOffset(known, knownOffset)))
    return;
  rewriter.setInsertionPoint(op);
  auto source =
      memref::ExtractStridedMetadataOp::create(rewriter, loc, op.getSrc());
  SmallVector<OpFoldResult> extents = op.getMixedOutputShape();
  SmallVector<OpFoldResult> strides(type.getRank());
  for (auto [number, group] : llvm::enumerate(op.getReassociationIndices())) {
    Value stride = source.getStrides()[number];
    for (int64_t dim : llvm::reverse(group)) {
      strides[dim] = ShapedType::isDynamic(known[dim])
                         ? OpFoldResult(stride)
                         : rewriter.getIndexAttr(known[dim]);
      stride = arith::MulIOp::create(
          rewriter, loc, stride,
          getValueOrCreateConstantIndexOp(rewriter, loc, extents[dim]));
    }
  }
  OpFoldResult offset = ShapedType::isDynamic(knownOffset)
                            ? OpFoldResult(source.getOffset())
                            : rewriter.getIndexAttr(knownOffset);
  rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
      op, type, source.getBaseBuffer(), offset, extents, strides);
}

namespace {
struct LowerViews : heddle::impl::LowerViewsPassBase<LowerViews> {
  using LowerViewsPassBase::LowerViewsPassBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    heddle::separateDroppedDims(rewriter, getOperation());
    SmallVector<memref::ExpandShapeOp> expansions;
    getOperation()->walk([&](memref::ExpandShapeOp op) {
      if (hasSeveralDynamicExtents(op))
        expansions.push_back(op);
    });
    for (memref::ExpandShapeOp op : expansions)
      castToExtents(rewriter, op);
  }
};
} // namespace
