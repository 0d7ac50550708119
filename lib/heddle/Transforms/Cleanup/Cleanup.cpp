//===- Cleanup.cpp - Simplify IR between two transformations --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of cleanUp. Each step uses the given rewriter, so that its
// listeners are notified. No pass is run, because a pass cannot be restricted
// to chosen ops.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Cleanup/Cleanup.h"
#include "heddle/Transforms/Cleanup/Canonicalization.h"

#include "Emission/RankReduction.h"
#include "FoldConstantMoves.h"
#include "RenewViews.h"
#include "heddle/Analysis/DataFlow/DataFlowLimits.h"

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::dataflow;
using namespace mlir::heddle;

/// Replaces the uses of `value` by a constant at the start of `block`, if the
/// analysis found that it is one.
static void replaceByConstant(RewriterBase &rewriter, DataFlowSolver &solver,
                              Value value, Block *block) {
  auto *lattice = solver.lookupState<Lattice<ConstantValue>>(value);
  if (value.use_empty() || !lattice || lattice->getValue().isUninitialized() ||
      matchPattern(value, m_Constant()))
    return;
  const ConstantValue &constant = lattice->getValue();
  if (!constant.getConstantValue())
    return;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(block);
  Operation *op = constant.getConstantDialect()->materializeConstant(
      rewriter, constant.getConstantValue(), value.getType(), value.getLoc());
  if (op)
    rewriter.replaceAllUsesWith(value, op->getResult(0));
}

static LogicalResult propagateConstants(RewriterBase &rewriter,
                                        Operation *root) {
  if (findOpWithUnknownResults(root))
    return success();
  DataFlowSolver solver;
  solver.load<DeadCodeAnalysis>();
  solver.load<SparseConstantPropagation>();
  if (failed(solver.initializeAndRun(root)))
    return failure();
  SmallVector<Block *> blocks;
  root->walk([&](Block *block) { blocks.push_back(block); });
  for (Block *block : blocks) {
    for (BlockArgument argument : block->getArguments())
      replaceByConstant(rewriter, solver, argument, block);
    SmallVector<Value> results;
    for (Operation &op : *block)
      llvm::append_range(results, op.getResults());
    for (Value result : results)
      replaceByConstant(rewriter, solver, result, block);
  }
  return success();
}

/// The extent of dim `dim` of `value` before a cast.
static int64_t getCastExtent(Value value, unsigned dim) {
  auto cast = value.getDefiningOp<tensor::CastOp>();
  auto type = dyn_cast<RankedTensorType>(cast ? cast.getSource().getType()
                                              : value.getType());
  return type && int64_t(dim) < type.getRank() ? type.getDimSize(dim)
                                               : ShapedType::kDynamic;
}

namespace {
/// Replaces an op without iterations that reads windows of a cast by its
/// initial value. Otherwise another pattern would fold the cast, and the
/// verifier rejects windows of static extents that end before they begin.
struct DropEmptyWindows : OpInterfaceRewritePattern<linalg::LinalgOp> {
  explicit DropEmptyWindows(MLIRContext *context)
      : OpInterfaceRewritePattern(context, /*benefit=*/100) {}

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    bool hasCast = llvm::any_of(op->getOperands(), [](Value value) {
      return value.getDefiningOp<tensor::CastOp>();
    });
    bool hasWindow = llvm::any_of(op.getIndexingMapsArray(), [](AffineMap map) {
      return !map.isProjectedPermutation(/*allowZeroInResults=*/true);
    });
    if (!op.hasPureTensorSemantics() || !hasCast || !hasWindow)
      return failure();
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      for (auto [dim, expr] : llvm::enumerate(map.getResults()))
        if (isa<AffineDimExpr>(expr) &&
            getCastExtent(operand.get(), dim) == 0) {
          rewriter.replaceOp(op, op.getDpsInits());
          return success();
        }
    }
    return failure();
  }
};

/// Folds a cast of an empty tensor to more static sizes. Upstream's pattern
/// drops the encoding.
struct FoldCastOfEncodedEmpty : OpRewritePattern<tensor::CastOp> {
  // Upstream's pattern has the benefit 1.
  FoldCastOfEncodedEmpty(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(tensor::CastOp cast,
                                PatternRewriter &rewriter) const override {
    auto empty = cast.getSource().getDefiningOp<tensor::EmptyOp>();
    auto type = dyn_cast<RankedTensorType>(cast.getType());
    if (!empty || !type || !type.getEncoding() ||
        !tensor::canFoldIntoProducerOp(cast))
      return failure();
    SmallVector<OpFoldResult> sizes = empty.getMixedSizes();
    for (auto [dim, size] : llvm::enumerate(sizes))
      if (!type.isDynamicDim(dim))
        size = rewriter.getIndexAttr(type.getDimSize(dim));
    rewriter.replaceOpWithNewOp<tensor::EmptyOp>(
        cast, sizes, type.getElementType(), type.getEncoding());
    return success();
  }
};
} // namespace

static FrozenRewritePatternSet getPatterns(MLIRContext *context) {
  RewritePatternSet patterns(context);
  populateSoundCanonicalization(patterns);
  tensor::populateFoldTensorEmptyPatterns(patterns);
  patterns.add<DropEmptyWindows, FoldCastOfEncodedEmpty>(context);
  populateFoldConstantMovesPatterns(patterns);
  populateKeepDroppedDimsPatterns(patterns);
  return FrozenRewritePatternSet(std::move(patterns));
}

/// Like the pass of that name, stops after some sweeps even if it has not
/// converged. The IR is correct after every sweep.
static void canonicalize(RewriterBase &rewriter, Operation *root,
                         const FrozenRewritePatternSet &patterns) {
  GreedyRewriteConfig config;
  config.setListener(
      dyn_cast_if_present<RewriterBase::Listener>(rewriter.getListener()));
  if (root->hasTrait<OpTrait::IsIsolatedFromAbove>()) {
    (void)applyPatternsGreedily(root, patterns, config);
    return;
  }
  SmallVector<Operation *> nested;
  root->walk([&](Operation *op) {
    if (op != root)
      nested.push_back(op);
  });
  (void)applyOpPatternsGreedily(nested, patterns, config);
}

LogicalResult heddle::cleanUp(RewriterBase &rewriter,
                              ArrayRef<Operation *> roots) {
  if (roots.empty())
    return success();
  FrozenRewritePatternSet patterns = getPatterns(rewriter.getContext());
  for (Operation *root : roots) {
    renewViews(rewriter, root);
    keepBuffersApart(rewriter, root);
    DominanceInfo dominance(root);
    eliminateCommonSubExpressions(rewriter, dominance, root);
    releaseBuffers(rewriter, root);
    if (failed(propagateConstants(rewriter, root)))
      return rewriter.notifyMatchFailure(root, "constants are not propagated");
    canonicalize(rewriter, root, patterns);
  }
  return success();
}

void heddle::eraseUnusedSymbols(RewriterBase &rewriter, Operation *table,
                                llvm::function_ref<bool(Operation *)> keep) {
  bool changed = true;
  while (changed) {
    changed = false;
    SymbolTableCollection tables;
    SymbolUserMap users(tables, table);
    for (Operation &op :
         llvm::make_early_inc_range(table->getRegion(0).getOps())) {
      auto symbol = dyn_cast<SymbolOpInterface>(&op);
      if (!symbol || keep(&op) || !symbol.isPrivate() ||
          !symbol.canDiscardOnUseEmpty() || !users.getUsers(&op).empty())
        continue;
      rewriter.eraseOp(&op);
      changed = true;
    }
  }
}
