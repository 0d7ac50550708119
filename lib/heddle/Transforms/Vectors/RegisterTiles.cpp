//===- RegisterTiles.cpp - Loops around tiles that fit registers ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Peels partial tiles, and tiles ops that are too large.
// Analysis/Vectors/RegisterTile.cpp chooses the sizes.
//
//===----------------------------------------------------------------------===//

#include "VectorSteps.h"

#include "heddle/Analysis/Loops/TripCount.h"
#include "heddle/Analysis/Mistakes/Mistake.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Partial tiles
//===----------------------------------------------------------------------===//

/// Marks a loop whose last tile was peeled. Its end is divided by the step,
/// which a tile may not show.
static constexpr StringLiteral kPeeled = "heddle.peeled";

/// True if the size of a tile depends on the index of `loop`.
static bool hasPartialTile(scf::ForOp loop) {
  return !loop->hasAttr(kPeeled) &&
         llvm::any_of(loop.getInductionVar().getUsers(), [](Operation *user) {
           return isa<affine::AffineMinOp>(user);
         });
}

/// Lets `loop` end where it begins if it may end before, so that it can be
/// peeled. In the loop, which runs only if it ends after its begin, the new end
/// is the old one.
static void keepEndAfterBegin(RewriterBase &rewriter, scf::ForOp loop) {
  Value begin = loop.getLowerBound(), end = loop.getUpperBound();
  if (endsAfterBegin(loop))
    return;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(loop);
  Location loc = loop.getLoc();
  Value later = loop.getUnsignedCmp()
                    ? Value(arith::MaxUIOp::create(rewriter, loc, end, begin))
                    : Value(arith::MaxSIOp::create(rewriter, loc, end, begin));
  rewriter.modifyOpInPlace(loop, [&] { loop.setUpperBound(later); });
  rewriter.replaceUsesWithIf(end, later, [&](OpOperand &use) {
    return loop.getRegion().isAncestor(use.getOwner()->getParentRegion());
  });
}

/// The value that `expr`, a result of the map of `op`, makes together with one
/// `index`; null if the sum is neither an operand of `op` nor a constant.
static OpFoldResult getSumWith(affine::AffineMinOp op, AffineExpr expr,
                               Value index) {
  AffineMap map = op.getMap();
  auto getExpr = [&](unsigned operand) {
    unsigned numDims = map.getNumDims();
    return operand < numDims
               ? getAffineDimExpr(operand, map.getContext())
               : getAffineSymbolExpr(operand - numDims, map.getContext());
  };
  auto position = llvm::find(op.getOperands(), index);
  AffineExpr sum =
      simplifyAffineExpr(expr + getExpr(position - op.getOperands().begin()),
                         map.getNumDims(), map.getNumSymbols());
  if (auto constant = dyn_cast<AffineConstantExpr>(sum))
    return OpBuilder(op).getIndexAttr(constant.getValue());
  for (auto [number, operand] : llvm::enumerate(op.getOperands()))
    if (sum == getExpr(number))
      return operand;
  return {};
}

/// Replaces each size min(step, extent - index) of a tile in `loop`, which has
/// only full tiles before `end`, by the step if `end` is at most the extent:
/// index + step <= end <= extent. Upstream's peeling does so where `end` is the
/// extent itself. A loop that skips masked tiles ends earlier.
static void simplifyFullTiles(RewriterBase &rewriter, scf::ForOp loop,
                              Value end) {
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!step || loop.getUnsignedCmp())
    return;
  Value index = loop.getInductionVar();
  llvm::SetVector<affine::AffineMinOp> sizes;
  for (Operation *user : index.getUsers())
    if (auto size = dyn_cast<affine::AffineMinOp>(user))
      sizes.insert(size);
  for (affine::AffineMinOp size : sizes) {
    auto isStep = [&](AffineExpr expr) {
      if (auto constant = dyn_cast<AffineConstantExpr>(expr))
        return constant.getValue() == *step;
      OpFoldResult extent = getSumWith(size, expr, index);
      return extent && isAtMost(end, extent);
    };
    if (!llvm::all_of(size.getMap().getResults(), isStep) ||
        !llvm::any_of(size.getMap().getResults(),
                      llvm::IsaPred<AffineConstantExpr>))
      continue;
    rewriter.setInsertionPoint(size);
    rewriter.replaceOpWithNewOp<arith::ConstantIndexOp>(size, *step);
  }
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
    if (!hasPartialTile(loop))
      continue;
    keepEndAfterBegin(rewriter, loop);
    Value end = loop.getUpperBound();
    if (failed(scf::peelForLoopAndSimplifyBounds(rewriter, loop, partial)))
      continue;
    simplifyFullTiles(rewriter, loop, end);
    rewriter.modifyOpInPlace(
        loop, [&] { loop->setAttr(kPeeled, rewriter.getUnitAttr()); });
    rewriter.modifyOpInPlace(partial, [&] {
      partial->setAttr(kPartialTile, rewriter.getUnitAttr());
    });
    ++count;
  }
  return count;
}

void heddle::unmarkPartialLoops(RewriterBase &rewriter, Operation *root) {
  root->walk([&](scf::ForOp loop) {
    for (StringRef mark : {kPartialTile, kPeeled})
      if (loop->hasAttr(mark))
        rewriter.modifyOpInPlace(loop, [&] { loop->removeAttr(mark); });
  });
}

//===----------------------------------------------------------------------===//
// Large tiles
//===----------------------------------------------------------------------===//

/// Parallel dims come first, so that the loops right around the op carry the
/// sums.
static SmallVector<int64_t> orderLoops(linalg::LinalgOp op) {
  SmallVector<int64_t> order;
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  for (bool isReduction : {false, true})
    for (auto [dim, type] : llvm::enumerate(types))
      if ((type == utils::IteratorType::reduction) == isReduction)
        order.push_back(dim);
  return order;
}

/// Makes partial sums start from -0.0, the neutral element of addition.
/// Upstream's 0.0 would turn a sum of -0.0 into 0.0.
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

/// Lets the parts of a reduction along `dim` count from the start of the whole.
/// Upstream's count from the start of their tile.
static void offsetParts(RewriterBase &rewriter, scf::SCFTilingResult &tiled,
                        unsigned dim) {
  auto loop = cast<scf::ForOp>(tiled.loops.front().getOperation());
  for (Operation *op : tiled.tiledOps) {
    auto part = dyn_cast<linalg::LinalgOp>(op);
    if (!part || !part.hasIndexSemantics())
      continue;
    SmallVector<OpFoldResult> offsets(part.getNumLoops());
    offsets[dim] = loop.getInductionVar();
    linalg::offsetIndices(rewriter, part, offsets);
  }
}

/// Whether the sums of `op` start from a fill and cover all elements of the
/// result. The sums of a diagonal do not: the other elements keep the fill.
static bool startsFromFill(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInits() != 1)
    return false;
  OpOperand *init = op.getDpsInitOperand(0);
  return init->get().getDefiningOp<linalg::FillOp>() &&
         op.getMatchingIndexingMap(init).isProjectedPermutation();
}

/// Sizes for the parallel dims alone; none if that makes no loop.
static std::optional<SmallVector<int64_t>>
getParallelSizes(linalg::LinalgOp op, ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> parallel(sizes);
  for (auto [size, type] :
       llvm::zip_equal(parallel, op.getIteratorTypesArray()))
    if (type == utils::IteratorType::reduction)
      size = 0;
  if (llvm::all_of(parallel, [](int64_t size) { return size == 0; }))
    return std::nullopt;
  return parallel;
}

/// Makes each tile fill its own initial value. The sums then begin in
/// registers. The initial value is not written to memory first, and a shared
/// one is not copied. The producer is a fill (startsFromFill), any part of
/// which is a fill with the same value.
static void fillPerTile(RewriterBase &rewriter, scf::SCFTilingResult &tiled) {
  for (Operation *op : tiled.tiledOps) {
    auto tile = dyn_cast<linalg::LinalgOp>(op);
    if (!tile)
      continue;
    auto slice =
        tile.getDpsInits().front().getDefiningOp<tensor::ExtractSliceOp>();
    if (slice)
      (void)scf::tileAndFuseProducerOfSlice(rewriter, slice, tiled.loops);
  }
}

/// Tiles `op` once, and appends the structured ops that it becomes. An op that
/// upstream cannot tile stays as it is. What upstream gets wrong is excluded:
/// `tile` cuts no indivisible dim, and the tile of a named op, whose text hides
/// its body, becomes a generic before anybody prints it. Of partial results,
/// all other dims are whole, and each result has a neutral element and dims
/// that are loops (RegisterTile.cpp); their indices are mended here.
static void tileOnce(RewriterBase &rewriter, linalg::LinalgOp op,
                     const RegisterTile &tile,
                     SmallVectorImpl<linalg::LinalgOp> &made) {
  auto tiling = dyn_cast<TilingInterface>(op.getOperation());
  if (!tiling)
    return;
  rewriter.setInsertionPoint(op);
  scf::SCFTilingOptions options;
  SmallVector<int64_t> sizes = tile.sizes;
  std::optional<SmallVector<int64_t>> parallel;
  if (!tile.partialDim && startsFromFill(op))
    parallel = getParallelSizes(op, sizes);
  // The sums are tiled next.
  if (parallel)
    sizes = *parallel;
  options.setTileSizes(getAsIndexOpFoldResult(op.getContext(), sizes));
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
  if (tile.partialDim) {
    startFromNegativeZero(rewriter, tiled->initialValues);
    if (!isMistake("part_not_offset"))
      offsetParts(rewriter, *tiled, *tile.partialDim);
  }
  if (parallel)
    fillPerTile(rewriter, *tiled);
  for (Operation *part : tiled->tiledOps)
    if (auto structured = dyn_cast<linalg::LinalgOp>(part))
      made.push_back(structured);
  for (Operation *part : tiled->mergeOps)
    if (auto structured = dyn_cast<linalg::LinalgOp>(part))
      made.push_back(structured);
  rewriter.replaceOp(op, tiled->replacements);
}

static std::string printExtents(ArrayRef<int64_t> extents) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(extents, os, "x");
  return text;
}

/// The cost of computing the contraction or convolution `op` in parts; none if
/// no loop carries its sums.
static std::optional<Reason> findSpill(linalg::LinalgOp op,
                                       const RegisterTile &tile,
                                       const VectorTarget &machine) {
  SmallVector<int64_t> extents = getExtentBounds(op);
  if (!getSummedDims(op) || ShapedType::isDynamicShape(extents))
    return std::nullopt;
  auto carried = dyn_cast<BlockArgument>(op.getDpsInits().front());
  if (!carried || !isa<scf::ForOp>(carried.getOwner()->getParentOp()))
    return std::nullopt;
  SmallVector<int64_t> part(extents);
  for (auto [size, extent] : llvm::zip_equal(tile.sizes, part))
    extent = size == 0 ? extent : std::min(size, extent);
  return Reason(
      op->getLoc(),
      quote(op) + " over " + printExtents(extents) + " takes " +
          Twine(countRegisters(op, extents, machine)) + " registers of " +
          Twine(machine.numRegisters) +
          ": the loop around it carries its sums in memory; tiles of " +
          printExtents(part) + " fit");
}

void heddle::tileForRegisters(RewriterBase &rewriter, Operation *root,
                              const VectorTarget &machine,
                              SmallVectorImpl<Reason> &spills) {
  SmallVector<linalg::LinalgOp> work;
  root->walk([&](linalg::LinalgOp op) {
    if (op.hasPureTensorSemantics() && op != root && !isLeftScalar(op) &&
        !findScalarBody(op))
      work.push_back(op);
  });
  while (!work.empty()) {
    linalg::LinalgOp op = work.pop_back_val();
    std::optional<RegisterTile> tile = chooseRegisterTile(op, machine);
    if (!tile)
      continue;
    if (std::optional<Reason> spill = findSpill(op, *tile, machine))
      spills.push_back(std::move(*spill));
    SmallVector<int64_t> bounds = getExtentBounds(op);
    SmallVector<linalg::LinalgOp> made;
    tileOnce(rewriter, op, *tile, made);
    // A tile that is not known to be smaller would be tiled forever.
    llvm::copy_if(made, std::back_inserter(work), [&](linalg::LinalgOp part) {
      return getExtentBounds(part) != bounds;
    });
  }
}
