//===- DecomposeTensorOps.cpp - Tensor ops without buffers ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's decompositions, for ops that have no BufferizableOpInterface in
// MLIR 22. The decomposition of tensor.pad writes the whole source even if an
// amount of padding is negative. So such a pad is first split into a slice and
// a pad.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/DecomposeTensorOps.h"

#include "heddle/Analysis/Spaces/MemorySpace.h"
#include "heddle/Transforms/Pads/NegativePads.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

static bool hasDecomposition(Operation *op) {
  return op->getNumResults() != 0 && isa<linalg::PackOp, linalg::UnPackOp,
                                         linalg::WinogradFilterTransformOp,
                                         linalg::WinogradInputTransformOp,
                                         linalg::WinogradOutputTransformOp>(op);
}

static LogicalResult decompose(RewriterBase &rewriter, Operation *op) {
  rewriter.setInsertionPoint(op);
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](linalg::PackOp pack) -> LogicalResult {
        return linalg::lowerPack(rewriter, pack);
      })
      .Case([&](linalg::UnPackOp unpack) -> LogicalResult {
        return linalg::lowerUnPack(rewriter, unpack);
      })
      .Case([&](linalg::WinogradFilterTransformOp filter) -> LogicalResult {
        return linalg::decomposeWinogradFilterTransformOp(rewriter, filter);
      })
      .Case([&](linalg::WinogradInputTransformOp input) -> LogicalResult {
        return linalg::decomposeWinogradInputTransformOp(rewriter, input);
      })
      .Case([&](linalg::WinogradOutputTransformOp output) -> LogicalResult {
        return linalg::decomposeWinogradOutputTransformOp(rewriter, output);
      });
}

/// True if `mask` masks an op that reads or writes a tensor.
static bool masksTensor(vector::MaskOp mask) {
  Operation *masked = mask.getMaskableOp();
  return masked && llvm::any_of(masked->getOperandTypes(),
                                llvm::IsaPred<RankedTensorType>);
}

/// Masked transfers become transfers with a mask: otherwise bufferization would
/// add ops to the region that masks them.
static LogicalResult lowerMaskedTransfers(Operation *root) {
  auto isFound = [](vector::MaskOp mask) {
    return masksTensor(mask) ? WalkResult::interrupt() : WalkResult::advance();
  };
  if (!root->walk(isFound).wasInterrupted())
    return success();
  RewritePatternSet patterns(root->getContext());
  vector::populateVectorMaskLoweringPatternsForSideEffectingOps(patterns);
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled)
      .enableConstantCSE(false);
  (void)applyPatternsGreedily(root, std::move(patterns), config);
  vector::MaskOp left;
  root->walk([&](vector::MaskOp mask) {
    if (!left && masksTensor(mask))
      left = mask;
  });
  if (!left)
    return success();
  return left.emitOpError(
             "expects an op on tensors to take the mask itself, and "
             "no values for the lanes without mask, but masks '")
         << left.getMaskableOp()->getName() << '\'';
}

/// Makes a copy of each cast to a tensor in another memory space. Upstream
/// takes such a cast for a view, whose buffer is in the space of the source.
static void copyIntoOtherSpaces(RewriterBase &rewriter, Operation *root) {
  SmallVector<tensor::CastOp> casts;
  root->walk([&](tensor::CastOp cast) {
    if (isa<RankedTensorType>(cast.getSource().getType()) &&
        isa<RankedTensorType>(cast.getType()) &&
        heddle::getMemorySpace(cast.getType()) !=
            heddle::getMemorySpace(cast.getSource().getType()))
      casts.push_back(cast);
  });
  for (tensor::CastOp cast : casts) {
    rewriter.setInsertionPoint(cast);
    Location loc = cast.getLoc();
    auto type = mlir::cast<RankedTensorType>(cast.getType());
    Value source = cast.getSource();
    auto shaped = RankedTensorType::get(
        type.getShape(), type.getElementType(),
        mlir::cast<RankedTensorType>(source.getType()).getEncoding());
    if (source.getType() != shaped)
      source = tensor::CastOp::create(rewriter, loc, shaped, source);
    Value empty = tensor::EmptyOp::create(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, source),
        type.getElementType(), type.getEncoding());
    rewriter.replaceOpWithNewOp<linalg::CopyOp>(cast, source, empty);
  }
}

LogicalResult heddle::decomposeTensorOps(RewriterBase &rewriter,
                                         Operation *root) {
  copyIntoOtherSpaces(rewriter, root);
  splitNegativePads(rewriter, root);
  if (failed(lowerMaskedTransfers(root)))
    return failure();
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (hasDecomposition(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    if (succeeded(decompose(rewriter, op)))
      continue;
    auto pack = dyn_cast<linalg::PackOp>(op);
    bool hasDynamicTile =
        pack && ShapedType::isDynamicShape(pack.getStaticInnerTiles());
    return op->emitOpError("expects an op that can be decomposed for "
                           "bufferization, but ")
           << (hasDynamicTile ? "the size of a tile is only known at run time"
                              : "it has no decomposition here");
  }
  return success();
}
