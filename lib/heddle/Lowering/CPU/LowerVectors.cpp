//===- LowerVectors.cpp - Vectors of any rank to rank 1 -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order in which upstream's vector lowerings are applied on the CPU.
// ConvertToLLVM.cpp converts the rest (1-D transfers, FMAs, shuffles).
//
//===----------------------------------------------------------------------===//

#include "DotProducts.h"
#include "InnerUnitDims.h"
#include "LaneMasks.h"
#include "OddAccesses.h"
#include "OuterReductions.h"
#include "StridedReads.h"
#include "VectorRows.h"
#include "heddle/Analysis/Mistakes/Mistake.h"
#include "heddle/Lowering/Passes.h"
#include "heddle/Transforms/Cleanup/GatheredViews.h"

#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_LOWERVECTORSPASS
#include "heddle/Lowering/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

namespace {

using PopulateFn = llvm::function_ref<void(RewritePatternSet &)>;

/// Applies one set of patterns by itself.
LogicalResult applyStep(Operation *root, PopulateFn populate) {
  RewritePatternSet patterns(root->getContext());
  populate(patterns);
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled)
      .enableConstantCSE(false);
  return applyPatternsGreedily(root, std::move(patterns), config);
}

bool hasVectors(Operation *root) {
  return root
      ->walk([](Operation *op) {
        auto isVector = [](Type type) { return isa<VectorType>(type); };
        return llvm::any_of(op->getOperandTypes(), isVector) ||
                       llvm::any_of(op->getResultTypes(), isVector)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

struct LowerVectors : heddle::impl::LowerVectorsPassBase<LowerVectors> {
  using LowerVectorsPassBase::LowerVectorsPassBase;

  /// Contractions to outer products, multi-reductions to rows, transposes to
  /// shuffles: the ops on whole n-D values.
  LogicalResult lowerValues(Operation *root) {
    if (failed(applyStep(root, heddle::populateInnerUnitDimPatterns)))
      return failure();
    if (failed(applyStep(root, [](RewritePatternSet &patterns) {
          vector::populateVectorTransferPermutationMapLoweringPatterns(
              patterns);
          vector::populateVectorMaskLoweringPatternsForSideEffectingOps(
              patterns);
          heddle::populateGroupPatterns(patterns);
        })))
      return failure();
    if (failed(applyStep(root, [](RewritePatternSet &patterns) {
          vector::populateVectorContractLoweringPatterns(
              patterns, vector::VectorContractLowering::OuterProduct);
        })))
      return failure();
    if (failed(applyStep(root, heddle::populateOuterReductionPatterns)))
      return failure();
    if (failed(applyStep(root, [](RewritePatternSet &patterns) {
          vector::populateVectorMultiReductionLoweringPatterns(
              patterns, vector::VectorMultiReductionLowering::InnerReduction);
        })))
      return failure();
    if (failed(applyStep(root, [](RewritePatternSet &patterns) {
          vector::populateVectorTransposeLoweringPatterns(
              patterns, vector::VectorTransposeLowering::Shuffle16x16);
        })))
      return failure();
    return applyStep(root, [](RewritePatternSet &patterns) {
      vector::populateVectorOuterProductLoweringPatterns(patterns);
    });
  }

  /// Transfers to rank `maxTransferRank`, unrolled.
  LogicalResult lowerTransfers(Operation *root) {
    if (!heddle::isMistake("odd_access_left") &&
        failed(applyStep(root, [](RewritePatternSet &patterns) {
          heddle::populateOddAccessPatterns(patterns);
          heddle::populateGatheredViewPatterns(
              patterns, heddle::GatheredViews::WithoutRows, /*benefit=*/1);
        })))
      return failure();
    if (failed(applyStep(root, [&](RewritePatternSet &patterns) {
          VectorTransferToSCFOptions options;
          options.setTargetRank(maxTransferRank).enableFullUnroll();
          populateVectorToSCFConversionPatterns(patterns, options);
          heddle::populateStridedReadPatterns(patterns);
        })))
      return failure();
    return applyStep(root, [&](RewritePatternSet &patterns) {
      vector::populateVectorTransferLoweringPatterns(patterns, maxTransferRank);
    });
  }

  /// Lowers the ops that the conversion to LLVM does not take: n-D broadcasts,
  /// shape casts, masks, gathers, scans.
  LogicalResult lowerRest(Operation *root) {
    return applyStep(root, [&](RewritePatternSet &patterns) {
      vector::populateVectorBroadcastLoweringPatterns(patterns);
      vector::populateVectorMaskOpLoweringPatterns(patterns);
      vector::populateVectorShapeCastLoweringPatterns(patterns);
      vector::populateVectorTransposeLoweringPatterns(
          patterns, vector::VectorTransposeLowering::EltWise);
      vector::populateVectorInterleaveLoweringPatterns(patterns);
      vector::populateVectorBitCastLoweringPatterns(patterns);
      vector::populateVectorScanLoweringPatterns(patterns);
      vector::populateVectorGatherLoweringPatterns(patterns);
      vector::populateVectorFromElementsUnrollPatterns(patterns);
      vector::populateVectorToElementsUnrollPatterns(patterns);
      vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
      vector::populateVectorRankReducingFMAPattern(patterns);
      vector::populateVectorMaskMaterializationPatterns(
          patterns, /*force32BitVectorIndices=*/false);
      // A transfer that may leave its buffer has a mask now.
      vector::populateVectorTransferLoweringPatterns(patterns, maxTransferRank);
    });
  }

  void runOnOperation() override {
    Operation *root = getOperation();
    if (!hasVectors(root))
      return;
    IRRewriter rewriter(root->getContext());
    heddle::dropLaneMasks(rewriter, root);
    if (dotProducts)
      heddle::lowerDotProducts(rewriter, root);
    heddle::orderFactors(rewriter, root);
    heddle::extendFactors(rewriter, root);
    heddle::unrollRows(rewriter, root);
    if (failed(lowerValues(root)) || failed(lowerTransfers(root)) ||
        failed(lowerRest(root)))
      signalPassFailure();
  }
};

} // namespace
