//===- Canonicalization.cpp - Upstream's patterns that are sound ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pattern is known by the op that it matches and, where the op has several,
// by the name of its class. The defects are rows of Interpreter/Guards; drop a
// pattern here when its row goes.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Cleanup/Canonicalization.h"
#include "heddle/Transforms/Cleanup/GatheredViews.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::heddle;

static bool isUnsound(const RewritePattern &pattern) {
  std::optional<OperationName> root = pattern.getRootKind();
  if (!root)
    return false;
  StringRef name = pattern.getDebugName();
  return root->getStringRef() == "index.cmp" ||
         (root->getStringRef() == "scf.while" &&
          name.ends_with("WhileMoveIfDown")) ||
         name.ends_with("::IndexCastOfIndexCast") ||
         name.ends_with("::IndexCastUIOfIndexCastUI");
}

namespace {
/// Drops a cast to an integer or an index and back, if the type in between has
/// room for all numbers. Upstream's pattern does not ask.
template <typename CastOp> struct DropCastBack : OpRewritePattern<CastOp> {
  using OpRewritePattern<CastOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(CastOp op,
                                PatternRewriter &rewriter) const override {
    auto first = op.getIn().template getDefiningOp<CastOp>();
    if (!first || first.getIn().getType() != op.getType() ||
        heddle::getIndexCastWidth(op.getIn().getType()) <
            heddle::getIndexCastWidth(op.getType()))
      return failure();
    rewriter.replaceOp(op, first.getIn());
    return success();
  }
};
} // namespace

namespace {
/// Drops a structured op that is known to have no iteration: its results are
/// its destinations. Upstream's patterns find extents of 0, and its verifier
/// then refuses windows in which the last index is -1.
struct DropEmptyOp : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!llvm::is_contained(op.getStaticLoopRanges(), 0))
      return failure();
    if (op.hasPureTensorSemantics())
      rewriter.replaceOp(op, op.getDpsInits());
    else if (op.hasPureBufferSemantics())
      rewriter.eraseOp(op);
    else
      return failure();
    return success();
  }
};
} // namespace

unsigned heddle::getIndexCastWidth(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isIndex() ? IndexType::kInternalStorageBitWidth
                           : element.getIntOrFloatBitWidth();
}

void heddle::populateSoundCanonicalization(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  RewritePatternSet upstream(context);
  for (Dialect *dialect : context->getLoadedDialects())
    dialect->getCanonicalizationPatterns(upstream);
  for (RegisteredOperationName name : context->getRegisteredOperations())
    name.getCanonicalizationPatterns(upstream, context);
  llvm::erase_if(
      upstream.getNativePatterns(),
      [](const std::unique_ptr<RewritePattern> &it) { return isUnsound(*it); });
  for (std::unique_ptr<RewritePattern> &pattern : upstream.getNativePatterns())
    patterns.add(std::move(pattern));
  patterns.add<DropEmptyOp, DropCastBack<arith::IndexCastOp>,
               DropCastBack<arith::IndexCastUIOp>>(context);
  // Before upstream makes a masked load of it.
  populateGatheredViewPatterns(patterns, GatheredViews::All, /*benefit=*/2);
}

namespace {
/// Has the configuration of upstream's pass.
struct SoundCanonicalizer : PassWrapper<SoundCanonicalizer, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SoundCanonicalizer)

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    populateSoundCanonicalization(set);
    patterns = FrozenRewritePatternSet(std::move(set));
    return success();
  }

  void runOnOperation() override {
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
    (void)applyPatternsGreedily(getOperation(), patterns, config);
  }

  FrozenRewritePatternSet patterns;
};
} // namespace

std::unique_ptr<Pass> heddle::createSoundCanonicalizerPass() {
  return std::make_unique<SoundCanonicalizer>();
}

void heddle::buildSoundDeallocationPipeline(OpPassManager &pm) {
  memref::ExpandReallocPassOptions expand;
  expand.emitDeallocs = false;
  pm.addPass(memref::createExpandReallocPass(expand));
  pm.addPass(createSoundCanonicalizerPass());
  pm.addPass(bufferization::createOwnershipBasedBufferDeallocationPass());
  pm.addPass(createSoundCanonicalizerPass());
  pm.addPass(bufferization::createBufferDeallocationSimplificationPass());
  pm.addPass(bufferization::createLowerDeallocationsPass());
  pm.addPass(createCSEPass());
  pm.addPass(createSoundCanonicalizerPass());
}
