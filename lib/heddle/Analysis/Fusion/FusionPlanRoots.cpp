//===- FusionPlanRoots.cpp - Root tiles of a plan -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the roots and the order of their reductions, and plans the root
// instances. FusionPlanLoops.cpp makes the loops.
//
// Joint roots are aligned by the position of their iteration dims. A root is
// computed in the deepest loop that tiles one of its dims. A loop above that
// tiles none of its dims repeats the root. If the root leaves the nest, such a
// loop must be known to run, and in a forall it must run once.
//
// The order of a reduction. An op combines each element in the lexicographic
// order of its reduction indices (r1, ..., rn). A nest does it in the order of
// (t(d1), ..., t(dk), r1, ..., rn), where d1, ..., dk are the tiled reduction
// dims from the outermost loop to the innermost and t(d) is the tile that r(d)
// is in. Loops over other dims change neither: they are fixed per element.
//
//   Both orders are the same if each loop with more than one iteration meets
//   this condition: every reduction dim before the dim of the loop has one
//   index, or is tiled by 1 in a loop further out. Proof: let two tuples first
//   differ at dim f. A loop over a dim after f lies inside of a loop that tiles
//   f by 1: there, t(f) = r(f) decides. In a loop over a dim before f, both
//   tuples are in the same tile. A loop over f never decides the other way, as
//   t(f) does not decrease with r(f). If no loop decides, the op decides in its
//   own order.
//   The orders differ if a loop over d has several tiles, and the indices 0 and
//   1 of an earlier dim p are in one tile of every loop further out: the nest
//   combines (p, d) = (1, 0) before (0, last).
//
// Any other choice of loops may reorder, so the combiner must then be
// commutative and associative up to rounding.
//
//===----------------------------------------------------------------------===//

#include "FusionPlanner.h"

#include "heddle/Analysis/Mistakes/Mistake.h"
#include "heddle/Analysis/Reasons/Reason.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::heddle;

bool heddle::isWinogradTransform(Operation *op) {
  return isa<linalg::WinogradFilterTransformOp,
             linalg::WinogradInputTransformOp,
             linalg::WinogradOutputTransformOp>(op);
}

LogicalResult FusionPlanner::checkRoots() {
  assert(!roots.empty() && "a nest has a root");
  block = roots.front()->getBlock();
  for (Operation *root : roots) {
    if (root->getBlock() != block)
      return refuse(root, "the roots are in different blocks");
    [[maybe_unused]] bool isNew =
        rootNumbers.try_emplace(root, rootNumbers.size()).second;
    assert(isNew && "roots are distinct");
    if (options.stop.contains(root))
      return refuse(root, "the root " + quote(root) + " is also a stop op");
    auto footprint = dyn_cast<FootprintOpInterface>(root);
    if (!footprint)
      return refuse(root, quote(root) + " cannot be tiled: nothing says what "
                                        "a tile of it reads");
    if (root->getNumResults() == 0)
      return refuse(root, quote(root) + " has no tensor result to tile" +
                              (isa<DestinationStyleOpInterface>(root)
                                   ? ": fuse before bufferization"
                                   : ""));
    // Tiles of unknown size would be lowered to loops that compute nothing.
    if (isWinogradTransform(root))
      return refuse(root, quote(root) +
                              " is tiled by what it is made of: decompose it "
                              "first with "
                              "transform.structured.decompose_winograd_op");
    if (!isMemoryEffectFree(root))
      return refuse(root, quote(root) + " has side effects, or does not say "
                                        "that it has none");
  }
  plan.roots = roots;
  plan.anchor = *llvm::max_element(
      roots, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  for (Operation *root : roots)
    if (Operation *write = bufferReads.findWrite(root, root, plan.anchor)) {
      (void)refuse(root, "the root " + quote(root) + " reads memory that " +
                             quote(write) + " may write before the nest");
      reason->addNote(write, "the write");
      return failure();
    }
  return success();
}

/// True if the body combines each element with the destination by an op for
/// which the order does not matter (up to rounding).
static bool isOrderFree(linalg::LinalgOp op) {
  for (int64_t init = 0, e = op.getNumDpsInits(); init < e; ++init) {
    SmallVector<Operation *> combiners;
    if (!matchReduction(op.getRegionOutputArgs(), init, combiners) ||
        combiners.size() != 1)
      return false;
    Operation *combiner = combiners.front();
    bool subtracts = isa<arith::SubFOp, arith::SubIOp>(combiner) &&
                     combiner->getOperand(0) == op.getRegionOutputArgs()[init];
    if (!combiner->hasTrait<OpTrait::IsCommutative>() && !subtracts)
      return false;
  }
  return true;
}

/// "dim 1 of 'linalg.generic' is a reduction and tiled by 64".
static std::string describeTiledReduction(Operation *root,
                                          const PlannedLoop &loop) {
  std::string text = ("dim " + Twine(loop.position) + " of " + quote(root) +
                      " is a reduction and tiled")
                         .str();
  if (std::optional<int64_t> size = getConstantIntValue(loop.size))
    text += " by " + std::to_string(*size);
  return text;
}

std::optional<std::pair<unsigned, unsigned>>
FusionPlanner::getReorderedDims(Operation *root) {
  unsigned number = rootNumbers[root];
  ArrayRef<bool> reductions = rootReductions[number];
  Bound one = context.constant(1);
  llvm::SmallBitVector hasOneIndex(reductions.size());
  for (auto [dim, extent] : llvm::enumerate(rootDomains[number]))
    if (context.isKnownLE(extent, one))
      hasOneIndex.set(dim);
  for (auto [depth, loop] : llvm::enumerate(plan.loops)) {
    if (loop.position >= reductions.size() || !reductions[loop.position] ||
        context.isKnownLE(loop.extent, loop.step))
      continue;
    for (unsigned dim = 0; dim < loop.position; ++dim)
      if (reductions[dim] && !hasOneIndex[dim])
        return std::make_pair(unsigned(depth), dim);
    if (loop.step == one)
      hasOneIndex.set(loop.position);
  }
  return std::nullopt;
}

LogicalResult FusionPlanner::checkReductions(Operation *root) {
  ArrayRef<bool> reductions = rootReductions[rootNumbers[root]];
  const PlannedLoop *tiled =
      llvm::find_if(plan.loops, [&](const PlannedLoop &loop) {
        return loop.position < reductions.size() && reductions[loop.position];
      });
  if (tiled == plan.loops.end())
    return success();
  if (isa<linalg_ext::LinalgExtOp>(root))
    return checkOrderedTiles(root);
  auto footprint = cast<FootprintOpInterface>(root);
  auto linalgOp = dyn_cast<linalg::LinalgOp>(root);
  if (!linalgOp)
    return refuse(root, describeTiledReduction(root, *tiled) +
                            ", which only a structured op allows" +
                            (isa<linalg::AggregatedOpInterface>(root)
                                 ? ": decompose it first with "
                                   "transform.structured.decompose_interface"
                                 : ""));
  for (OpOperand &init : linalgOp.getDpsInitsMutable())
    if (footprint.getOperandRole(init.getOperandNumber()) ==
        OperandRole::UnreadDestination)
      return refuse(
          root, describeTiledReduction(root, *tiled) + ", but its result " +
                    Twine(linalgOp.getTiedOpResult(&init).getResultNumber()) +
                    " does not start from the destination");
  return isOrderFree(linalgOp) ? success() : checkOrder(root);
}

LogicalResult FusionPlanner::checkOrder(Operation *root) {
  auto reordered = getReorderedDims(root);
  if (!reordered)
    return success();
  return refuse(root, "loop " + Twine(reordered->first) +
                          " changes the order of the reduction of " +
                          quote(root) +
                          ", whose combiner is not known to be commutative: "
                          "no loop around it tiles dim " +
                          Twine(reordered->second) + " by 1");
}

LogicalResult FusionPlanner::checkOrderedTiles(Operation *root) {
  auto op = cast<linalg_ext::LinalgExtOp>(root);
  size_t rank = rootReductions[rootNumbers[root]].size();
  for (const PlannedLoop &loop : plan.loops)
    if (loop.position < rank && op.isIndivisible(loop.position))
      return refuse(root, describeTiledReduction(root, loop) +
                              ", but a tile of it has all of that dim");
  return op.combinesInAnyOrder() ? success() : checkOrder(root);
}

Box FusionPlanner::getRootTile(unsigned root, int &level) {
  Box tile = getWholeBox(context, rootDomains[root]);
  level = -1;
  for (auto [number, loop] : llvm::enumerate(plan.loops)) {
    if (loop.position >= tile.getRank())
      continue;
    level = number;
    Bound lo = context.var(number);
    if (isMistake("interchange_swapped"))
      lo =
          context.min(context.var(plan.loops.size() - 1 - number), loop.extent);
    Bound hi = context.add(lo, loop.step);
    if (!isMistake("missing_min"))
      hi = context.min(hi, rootDomains[root][loop.position]);
    tile.dims[loop.position] = {lo, hi};
  }
  return tile;
}

/// "result 0 through (d0) -> (d0, d0)", if a dim of one of the loops does not
/// index just one dim of that result, by itself; empty if there is none.
static std::string findUnevenResult(linalg::LinalgOp op,
                                    ArrayRef<PlannedLoop> loops) {
  for (auto [number, init] : llvm::enumerate(op.getDpsInitsMutable())) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    for (const PlannedLoop &loop : loops) {
      unsigned count = 0, alone = 0;
      for (AffineExpr expr : map.getResults()) {
        count += expr.isFunctionOfDim(loop.position);
        alone +=
            isa<AffineDimExpr>(expr) && expr.isFunctionOfDim(loop.position);
      }
      if (count == 0 || (count == 1 && alone == 1))
        continue;
      std::string text;
      llvm::raw_string_ostream(text)
          << "result " << number << " through " << map;
      return text;
    }
  }
  return "";
}

FailureOr<FusionPlanner::RootTile>
FusionPlanner::makeRootTile(Operation *root) {
  unsigned number = rootNumbers[root];
  RootTile tile;
  tile.hull = getRootTile(number, tile.level);
  if (tile.level < 0)
    return refuse(root, "the root " + quote(root) +
                            " has none of the tiled positions");
  tile.firstReduction = tile.level + 1;
  for (int loop = 0; loop <= tile.level; ++loop) {
    const PlannedLoop &planned = plan.loops[loop];
    bool isOwn = planned.position < rootReductions[number].size();
    if (isOwn && rootReductions[number][planned.position])
      tile.firstReduction = std::min(tile.firstReduction, loop);
    if (!isOwn && !context.isKnownLE(context.constant(1), planned.extent))
      return refuse(root, "loop " + Twine(loop) + " has no dim of the root " +
                              quote(root) + " and may run zero times");
  }
  if (isMistake("fill_in_reduction"))
    tile.firstReduction = tile.level + 1;
  return tile;
}

LogicalResult FusionPlanner::addRootDemands(Operation *root, RootTile &tile) {
  auto footprint = cast<FootprintOpInterface>(root);
  ArrayRef<Demand> demands = states[root].demands;
  if (!demands.empty() && tile.firstReduction <= tile.level)
    return refuse(root, "another root reads a partial result of " +
                            quote(root) + ": loop " +
                            Twine(tile.firstReduction) +
                            " carries its reduction");
  for (const Demand &demand : demands) {
    Box box =
        footprint.getIterationBoxOfResult(extents, demand.result, demand.box);
    tile.hull = getHull(context, tile.hull, box);
    tile.level = std::min(tile.level, demand.maxLevel);
    tile.firstReduction = tile.level + 1;
  }
  if (tile.level < std::max<int>(0, int(plan.numForall) - 1)) {
    if (demands.empty())
      return refuse(root, "loop " + Twine(tile.level + 1) +
                              " of the forall has no dim of the root " +
                              quote(root) +
                              ": several iterations would write it");
    return refuse(root, "the root " + quote(root) +
                            " is read by another root where no loop of the "
                            "nest can compute it");
  }
  if (!demands.empty())
    tile.hull = widenBox(context, tile.hull, rootDomains[rootNumbers[root]],
                         tile.level + 1);
  tile.iteration = footprint.getLegalIterationBox(extents, tile.hull);
  auto linalgOp = dyn_cast<linalg::LinalgOp>(root);
  if (tile.iteration != tile.hull && linalgOp)
    if (std::string found = findUnevenResult(linalgOp, plan.loops);
        !found.empty())
      return refuse(root, "a tiled dim of " + quote(root) + " indexes " +
                              found +
                              ", where it must index one dim by itself");
  if (tile.iteration != tile.hull && linalgOp)
    return refuse(root, "a tiled dim of " + quote(root) +
                            " occurs in an indexing map that is not a sum "
                            "with non-negative factors, or in a sum with a dim "
                            "of extent 0");
  return success();
}

LogicalResult FusionPlanner::collectInForall(Operation *root, RootTile &tile) {
  if (plan.numForall == 0 || tile.level < int(plan.numForall))
    return success();
  tile.firstReduction = std::min<int>(tile.firstReduction, plan.numForall);
  auto footprint = cast<FootprintOpInterface>(root);
  bool readsDestination =
      llvm::any_of(root->getOpOperands(), [&](OpOperand &operand) {
        return footprint.getOperandRole(operand.getOperandNumber()) ==
               OperandRole::ReadDestination;
      });
  unsigned rank = rootReductions[rootNumbers[root]].size();
  for (int loop = plan.numForall; readsDestination && loop <= tile.level;
       ++loop)
    if (plan.loops[loop].position >= rank)
      return refuse(root, "loop " + Twine(loop) +
                              " inside the forall has no dim of the root " +
                              quote(root) + ", which reads its destination");
  return success();
}

LogicalResult FusionPlanner::carryRoot(Operation *root, const RootTile &tile,
                                       int instance) {
  for (OpResult result : root->getResults()) {
    SmallVector<Bound> whole = extents.getExtents(result);
    Box box = getResultBox(root, result.getResultNumber(), tile.hull);
    box = widenBox(context, box, whole, tile.firstReduction);
    if (plan.numForall > 0 &&
        !areDisjoint(context, widenBox(context, box, whole, plan.numForall),
                     plan.numForall - 1))
      return refuse(root, "the tiles of " + quote(root) +
                              " would overlap in the forall");
    addCarry(instance, result.getResultNumber(),
             std::min(tile.level, tile.firstReduction - 1), box);
  }
  return success();
}

LogicalResult FusionPlanner::planRoot(Operation *root) {
  if (states[root].isNeededBefore)
    return refuse(root, "the root " + quote(root) +
                            " is read by an op that is not fused and feeds "
                            "another root");
  FailureOr<RootTile> tile = makeRootTile(root);
  if (failed(tile) || failed(addRootDemands(root, *tile)) ||
      failed(collectInForall(root, *tile)))
    return failure();
  OutsideUses uses = getOutsideUses(root);
  if (uses.before) {
    (void)refuse(root, "the root " + quote(root) +
                           " is used before the place of the nest");
    reason->addNote(uses.before, "the use");
    return failure();
  }
  states[root].isFused = true;
  int number = addInstance(root, tile->level, tile->iteration, /*isRoot=*/true,
                           tile->firstReduction);
  Box whole = getWholeBox(context, rootDomains[rootNumbers[root]]);
  double points = costs->getWork(whole, -1);
  Instance &instance = plan.instances[number];
  instance.work = costs->getWork(tile->iteration, tile->level);
  instance.recompute = points > 0 ? instance.work / points : 1;
  assignProducer(states[root].demands, number);
  if (failed(carryRoot(root, *tile, number)))
    return failure();
  addDemands(number);
  return success();
}
