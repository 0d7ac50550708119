//===- TileExt.cpp - Tile one op ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On tensors the loops are those of a fusion plan that fuses no other op, so
// the refusals are those of the plan. On memrefs the loops carry no values.
// Upstream tiles the op, after the order of reductions was checked by the same
// rule (Analysis/Fusion/FusionPlanRoots.cpp), and that no indexing map keeps a
// dim whole (Analysis/Footprint/IndivisibleDims.h).
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Tiling/TileExt.h"
#include "heddle/Analysis/DataFlow/Views.h"

#include "heddle/Analysis/Footprint/IndivisibleDims.h"
#include "heddle/Analysis/Reasons/Reason.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"
#include "heddle/Transforms/Cleanup/DeadOps.h"
#include "heddle/Transforms/Fusion/FuseExt.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::heddle;

static FusionOptions getFusionOptions(const TileExtOptions &options,
                                      size_t rank) {
  FusionOptions fusion;
  fusion.tileSizes = options.tileSizes;
  llvm::copy_if(options.interchange, std::back_inserter(fusion.interchange),
                [&](int64_t dim) { return dim < static_cast<int64_t>(rank); });
  fusion.only.emplace();
  return fusion;
}

//===----------------------------------------------------------------------===//
// On memrefs
//===----------------------------------------------------------------------===//

/// The dims that get a loop, from the outermost one.
static SmallVector<unsigned> getLoopDims(const TileExtOptions &options,
                                         size_t rank) {
  SmallVector<unsigned> order;
  for (int64_t dim : options.interchange)
    if (dim < static_cast<int64_t>(rank))
      order.push_back(dim);
  for (unsigned dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(order, dim))
      order.push_back(dim);
  llvm::erase_if(order, [&](unsigned dim) {
    return dim >= options.tileSizes.size() ||
           isZeroInteger(options.tileSizes[dim]);
  });
  return order;
}

/// The first loop that combines elements in another order than the op, and the
/// reduction dim that it runs ahead of.
static std::optional<std::pair<unsigned, unsigned>>
findReorderedDims(TilingInterface op, const TileExtOptions &options) {
  SmallVector<utils::IteratorType> types = op.getLoopIteratorTypes();
  SmallVector<unsigned> dims = getLoopDims(options, types.size());
  llvm::SmallBitVector hasOneIndex(types.size());
  for (auto [depth, dim] : llvm::enumerate(dims)) {
    if (types[dim] != utils::IteratorType::reduction)
      continue;
    for (unsigned before = 0; before < dim; ++before)
      if (types[before] == utils::IteratorType::reduction &&
          !hasOneIndex[before])
        return std::make_pair(unsigned(depth), before);
    if (isOneInteger(options.tileSizes[dim]))
      hasOneIndex.set(dim);
  }
  return std::nullopt;
}

/// True if `op` reads an operand and writes another operand in the same buffer,
/// so that its result may depend on the order of its iterations.
static bool dependsOnOrder(TilingInterface op) {
  auto dps = dyn_cast<DestinationStyleOpInterface>(op.getOperation());
  if (!dps)
    return false;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op.getOperation());
  auto structured = dyn_cast<linalg_ext::LinalgExtOp>(op.getOperation());
  for (OpOperand &init : dps.getDpsInitsMutable())
    for (OpOperand &other : op->getOpOperands()) {
      if (&other == &init || !isa<MemRefType>(other.get().getType()) ||
          getBaseBuffer(other.get()) != getBaseBuffer(init.get()))
        continue;
      bool isSame = other.get() == init.get() && !dps.isDpsInit(&other);
      if (isSame && linalgOp &&
          linalgOp.getMatchingIndexingMap(&other) ==
              linalgOp.getMatchingIndexingMap(&init) &&
          linalgOp.getMatchingIndexingMap(&init).isPermutation())
        continue;
      if (isSame && structured &&
          structured.mayShareBuffer(other.getOperandNumber(),
                                    init.getOperandNumber()))
        continue;
      return true;
    }
  return false;
}

/// True if the combiner of a reduction is commutative.
static bool isOrderFree(linalg::LinalgOp op) {
  for (int64_t init = 0, e = op.getNumDpsInits(); init < e; ++init) {
    SmallVector<Operation *> combiners;
    if (!matchReduction(op.getRegionOutputArgs(), init, combiners) ||
        combiners.size() != 1 ||
        !combiners.front()->hasTrait<OpTrait::IsCommutative>())
      return false;
  }
  return true;
}

static std::optional<Reason> checkOnMemRefs(TilingInterface op,
                                            const TileExtOptions &options) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op.getOperation());
  auto structured = dyn_cast<linalg_ext::LinalgExtOp>(op.getOperation());
  if (!linalgOp && !structured)
    return Reason(op, quote(op) + " is on memrefs and no structured op");
  size_t rank = op.getLoopIteratorTypes().size();
  if (options.tileSizes.size() > rank)
    return Reason(op, "expects at most " + Twine(rank) + " tile sizes for " +
                          quote(op) + ", but got " +
                          Twine(options.tileSizes.size()));
  for (unsigned dim : getLoopDims(options, rank))
    if (structured && structured.isIndivisible(dim))
      return Reason(op, "dim " + Twine(dim) + " of " + quote(op) +
                            " is a reduction and tiled, but a tile of it has "
                            "all of that dim");
  for (unsigned dim : getLoopDims(options, rank))
    if (std::string why = linalgOp ? explainIndivisibleDim(linalgOp, dim) : "";
        !why.empty())
      return Reason(op, "a tile would read other elements: " + why);
  if (dependsOnOrder(op))
    return Reason(op, quote(op) + " reads a buffer that it writes through "
                                  "another operand");
  if (linalgOp ? isOrderFree(linalgOp) : structured.combinesInAnyOrder())
    return std::nullopt;
  if (auto reordered = findReorderedDims(op, options))
    return Reason(op, "loop " + Twine(reordered->first) +
                          " changes the order of the reduction of " +
                          quote(op) +
                          ", whose combiner is not known to be commutative: no "
                          "loop around it tiles dim " +
                          Twine(reordered->second) + " by 1");
  return std::nullopt;
}

static FailureOr<TileExtResult> tileOnMemRefs(RewriterBase &rewriter,
                                              TilingInterface op,
                                              const TileExtOptions &options) {
  rewriter.setInsertionPoint(op);
  // Upstream adds offsets to the indices in the body, which the text of a named
  // op does not show.
  if (auto named = dyn_cast<linalg::LinalgOp>(op.getOperation());
      named && named.hasIndexSemantics())
    if (FailureOr<linalg::GenericOp> generic =
            linalg::generalizeNamedOp(rewriter, named);
        succeeded(generic))
      op = cast<TilingInterface>(generic->getOperation());
  SmallVector<OpFoldResult> sizes = options.tileSizes;
  for (OpFoldResult &size : sizes)
    if (auto value = dyn_cast<Value>(size)) {
      // A loop of step 0 would not end.
      Value one = arith::ConstantIndexOp::create(rewriter, op.getLoc(), 1);
      size =
          arith::MaxSIOp::create(rewriter, op.getLoc(), value, one).getResult();
    }
  SmallVector<int64_t> order;
  size_t rank = op.getLoopIteratorTypes().size();
  llvm::copy_if(options.interchange, std::back_inserter(order),
                [&](int64_t dim) { return dim < static_cast<int64_t>(rank); });
  scf::SCFTilingOptions scf;
  scf.setTileSizes(sizes).setInterchange(order);
  FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(rewriter, op, scf);
  if (failed(tiled) || tiled->tiledOps.empty())
    return rewriter.notifyMatchFailure(op, "the op did not tile as promised");
  rewriter.eraseOp(op);
  TileExtResult result;
  result.tiled = tiled->tiledOps.back();
  llvm::append_range(result.loops, tiled->loops);
  return result;
}

//===----------------------------------------------------------------------===//
// On both
//===----------------------------------------------------------------------===//

/// The number of iteration dims of an op on tensors; none if it is not known.
static size_t getRank(Operation *op) {
  auto footprint = dyn_cast<FootprintOpInterface>(op);
  return footprint ? footprint.getReductionDims().size() : 0;
}

static FailureOr<FusionPlan> planTiles(Operation *op,
                                       const TileExtOptions &options,
                                       std::optional<Reason> &reason) {
  return FusionPlan::create(op, getFusionOptions(options, getRank(op)), reason);
}

std::optional<Reason> heddle::checkTileExt(Operation *op,
                                           const TileExtOptions &options) {
  auto tiling = dyn_cast<TilingInterface>(op);
  if (tiling && op->getNumResults() == 0)
    return checkOnMemRefs(tiling, options);
  std::optional<Reason> reason;
  (void)planTiles(op, options, reason);
  return reason;
}

FailureOr<TileExtResult> heddle::tileExt(RewriterBase &rewriter, Operation *op,
                                         const TileExtOptions &options) {
  auto tiling = dyn_cast<TilingInterface>(op);
  if (tiling && op->getNumResults() == 0) {
    if (std::optional<Reason> reason = checkOnMemRefs(tiling, options))
      return notifyMatchFailure(rewriter, *reason);
    return tileOnMemRefs(rewriter, tiling, options);
  }
  std::optional<Reason> reason;
  FailureOr<FusionPlan> plan = planTiles(op, options, reason);
  if (failed(plan))
    return notifyMatchFailure(rewriter, *reason);
  FailureOr<FuseExtResult> fused = emitFusionPlan(rewriter, *plan);
  if (failed(fused))
    return failure();
  eraseDeadOps(rewriter, fused->deadOriginals);
  return TileExtResult{fused->tiledRoots.front(), std::move(fused->loops)};
}
