//===- RegisterTiles.cpp - Loops around tiles that fit registers ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Peels partial tiles and tiles what is too large. The sizes are chosen in
// Analysis/Vectors/RegisterTile.cpp.
//
//===----------------------------------------------------------------------===//

#include "VectorSteps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Partial tiles
//===----------------------------------------------------------------------===//

/// True if the size of a tile depends on the index of `loop`.
static bool hasPartialTile(scf::ForOp loop) {
  return llvm::any_of(loop.getInductionVar().getUsers(), [](Operation *user) {
    return isa<affine::AffineMinOp>(user);
  });
}

unsigned heddle::peelPartialTiles(RewriterBase &rewriter, Operation *root) {
  SmallVector<scf::ForOp> loops;
  root->walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    if (loop->hasAttr(kPartialTile))
      return WalkResult::skip();
    if (loop != root)
      loops.push_back(loop);
    return WalkResult::advance();
  });
  unsigned count = 0;
  for (scf::ForOp loop : loops) {
    scf::ForOp partial;
    if (!hasPartialTile(loop) ||
        failed(scf::peelForLoopAndSimplifyBounds(rewriter, loop, partial)))
      continue;
    rewriter.modifyOpInPlace(partial, [&] {
      partial->setAttr(kPartialTile, rewriter.getUnitAttr());
    });
    ++count;
  }
  return count;
}

void heddle::unmarkPartialLoops(RewriterBase &rewriter, Operation *root) {
  root->walk([&](scf::ForOp loop) {
    if (loop->hasAttr(kPartialTile))
      rewriter.modifyOpInPlace(loop, [&] { loop->removeAttr(kPartialTile); });
  });
}

//===----------------------------------------------------------------------===//
// Large tiles
//===----------------------------------------------------------------------===//

/// Parallel dims first: the loops right around the op carry what is summed.
static SmallVector<int64_t> orderLoops(linalg::LinalgOp op) {
  SmallVector<int64_t> order;
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  for (bool isReduction : {false, true})
    for (auto [dim, type] : llvm::enumerate(types))
      if ((type == utils::IteratorType::reduction) == isReduction)
        order.push_back(dim);
  return order;
}

/// Lets partial sums start from -0.0, the only number that no sum changes by:
/// upstream's 0.0 makes 0.0 of a sum that is -0.0.
static void startFromNegativeZero(RewriterBase &rewriter, ValueRange starts) {
  for (Value start : starts) {
    auto fill = start.getDefiningOp<linalg::FillOp>();
    if (!fill || !matchPattern(fill.value(), m_PosZeroFloat()))
      continue;
    rewriter.setInsertionPoint(fill);
    auto type = cast<FloatType>(fill.value().getType());
    Value zero = arith::ConstantOp::create(
        rewriter, fill.getLoc(),
        rewriter.getFloatAttr(type,
                              llvm::APFloat::getZero(type.getFloatSemantics(),
                                                     /*Negative=*/true)));
    rewriter.modifyOpInPlace(fill,
                             [&] { fill.getInputsMutable().assign(zero); });
  }
}

/// Tiles `op` once, and appends the structured ops that it becomes. An op that
/// upstream cannot tile stays as it is.
static void tileOnce(RewriterBase &rewriter, linalg::LinalgOp op,
                     const RegisterTile &tile,
                     SmallVectorImpl<linalg::LinalgOp> &made) {
  auto tiling = dyn_cast<TilingInterface>(op.getOperation());
  if (!tiling)
    return;
  rewriter.setInsertionPoint(op);
  scf::SCFTilingOptions options;
  options.setTileSizes(getAsIndexOpFoldResult(op.getContext(), tile.sizes));
  if (tile.partialDim)
    options
        .setReductionTilingStrategy(
            ReductionTilingStrategy::PartialReductionOuterReduction)
        .setReductionDims({*tile.partialDim});
  else
    options.setInterchange(orderLoops(op));
  FailureOr<scf::SCFTilingResult> tiled =
      scf::tileUsingSCF(rewriter, tiling, options);
  if (failed(tiled))
    return;
  if (tile.partialDim)
    startFromNegativeZero(rewriter, tiled->initialValues);
  for (Operation *part : tiled->tiledOps)
    if (auto structured = dyn_cast<linalg::LinalgOp>(part))
      made.push_back(structured);
  for (Operation *part : tiled->mergeOps)
    if (auto structured = dyn_cast<linalg::LinalgOp>(part))
      made.push_back(structured);
  rewriter.replaceOp(op, tiled->replacements);
}

void heddle::tileForRegisters(RewriterBase &rewriter, Operation *root,
                              const VectorTarget &machine) {
  SmallVector<linalg::LinalgOp> work;
  root->walk([&](linalg::LinalgOp op) {
    if (op.hasPureTensorSemantics() && op != root && !findScalarBody(op))
      work.push_back(op);
  });
  while (!work.empty()) {
    linalg::LinalgOp op = work.pop_back_val();
    if (std::optional<RegisterTile> tile = chooseRegisterTile(op, machine))
      tileOnce(rewriter, op, *tile, work);
  }
}
