//===- FusionPlanLoops.cpp - Loops of a plan ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the loops of the nest from the extents of the roots, tile sizes and
// interchange. FusionPlanRoots.cpp plans the tiles of the roots in them.
//
// Extents of one position may differ if they and the tile size s are constants
// and all have the same number of tiles n. The loop runs to the smallest extent
// m, and root r with extent e takes the tile [i, min(i + s, e)).
//
//   Each root is computed once and in bounds. Proof: n = ceil(m / s), so the
//   loop runs for i = 0, s, ..., (n - 1) s. As i < m <= e, no tile is empty and
//   none starts past the end. As n = ceil(e / s), n s >= e: the tiles meet and
//   the last one ends at e. If e is 0, n is 0 and so are all extents.
//   Other numbers of tiles would need empty tiles, for which the footprints
//   promise nothing: a window with a stride may get a negative size.
//
//===----------------------------------------------------------------------===//

#include "FusionPlanner.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::heddle;

static constexpr int64_t kMaxTileSize = int64_t(1) << 40;

/// The number of tiles of size `step` in `extent`, if both are constants.
static std::optional<int64_t> getNumTiles(Bound extent, Bound step) {
  std::optional<int64_t> number = extent.getConstant();
  std::optional<int64_t> size = step.getConstant();
  if (!number || !size)
    return std::nullopt;
  return llvm::divideCeil(*number, *size);
}

LogicalResult FusionPlanner::makeStep(PlannedLoop &loop) {
  // A tile size is limited so that sums and products of bounds do not overflow.
  // No dim is longer than the limit.
  std::optional<int64_t> size = getConstantIntValue(loop.size);
  bool isLarge = size && *size > kMaxTileSize;
  loop.step =
      isLarge ? context.constant(kMaxTileSize) : extents.getIndex(loop.size);
  // A size that comes from the payload may also be a constant.
  size = loop.step.getConstant();
  if (size && *size <= 0)
    return refuse(roots.front(), "tile size " + Twine(*size) + " at position " +
                                     Twine(loop.position) + " is not positive");
  if (size && *size > kMaxTileSize)
    loop.step = context.constant(kMaxTileSize);
  // A dynamic size may also be an extent, and then may be 0 where the loop does
  // not run. So the step is max(size, 1): assuming that the size is at least 1
  // would be wrong for the extent.
  loop.step = context.max(loop.step, context.constant(1));
  return success();
}

LogicalResult FusionPlanner::joinExtents(PlannedLoop &loop) {
  Operation *first = nullptr;
  Bound extentOfFirst;
  for (auto [number, root] : llvm::enumerate(roots)) {
    if (loop.position >= rootDomains[number].size())
      continue;
    Bound extent = rootDomains[number][loop.position];
    loop.isReduction |= rootReductions[number][loop.position];
    if (!first) {
      first = root;
      loop.extent = extentOfFirst = extent;
      continue;
    }
    if (extentOfFirst == extent)
      continue;
    std::optional<int64_t> numTiles = getNumTiles(extent, loop.step);
    if (numTiles && numTiles == getNumTiles(extentOfFirst, loop.step)) {
      loop.extent = context.min(loop.extent, extent);
      continue;
    }
    (void)refuse(root, "joint roots need equal extents, or constant extents "
                       "with equal numbers of tiles, at tiled position " +
                           Twine(loop.position) + ", but got " +
                           context.toString(extentOfFirst) + " of " +
                           quote(first) + " and " + context.toString(extent) +
                           " of " + quote(root));
    reason->addNote(first, "the other root");
    return failure();
  }
  return success();
}

LogicalResult FusionPlanner::makeLoop(unsigned position) {
  if (position >= options.tileSizes.size() ||
      isZeroInteger(options.tileSizes[position]))
    return success();
  PlannedLoop loop;
  loop.position = position;
  loop.size = options.tileSizes[position];
  if (failed(makeStep(loop)) || failed(joinExtents(loop)))
    return failure();
  // A set of loops is a 64-bit word.
  if (plan.loops.size() == 63)
    return refuse(roots.front(), "more than 63 loops");
  context.addLoop(loop.extent, loop.step);
  plan.loops.push_back(loop);
  return success();
}

LogicalResult FusionPlanner::makeLoops() {
  size_t numDims = 0;
  for (Operation *root : roots) {
    auto footprint = cast<FootprintOpInterface>(root);
    IterationDomain domain = footprint.getIterationDomainBounds(extents);
    if (domain.obstacle)
      return refuse(root, quote(root) + " " + domain.obstacle->text);
    numDims = std::max(numDims, domain.extents.size());
    rootDomains.push_back(std::move(domain.extents));
    rootReductions.push_back(footprint.getReductionDims());
  }
  if (options.tileSizes.size() > numDims)
    return refuse(roots.front(), "expects at most " + Twine(numDims) +
                                     " tile sizes for " + quote(roots.front()) +
                                     ", but got " +
                                     Twine(options.tileSizes.size()));
  SmallVector<int64_t> order(options.interchange);
  if (order.size() > numDims)
    return refuse(roots.front(), "expects an interchange of at most " +
                                     Twine(numDims) + " dims for " +
                                     quote(roots.front()) + ", but got " +
                                     Twine(order.size()));
  llvm::SmallBitVector seen(numDims);
  for (int64_t dim : order) {
    if (dim < 0 || dim >= int64_t(order.size()) || seen[dim])
      return refuse(roots.front(), "the interchange is not a permutation");
    seen.set(dim);
  }
  for (size_t dim = order.size(); dim < numDims; ++dim)
    order.push_back(dim);
  for (int64_t position : order)
    if (failed(makeLoop(position)))
      return failure();
  assert(!plan.loops.empty() && "a tile size is not zero");
  if (options.useForall) {
    while (plan.numForall < plan.loops.size() &&
           !plan.loops[plan.numForall].isReduction)
      ++plan.numForall;
    if (plan.numForall == 0)
      return refuse(roots.front(), "loop 0 carries a reduction of " +
                                       quote(roots.front()) +
                                       ": no leading parallel loop can form "
                                       "the forall");
  }
  for (Operation *root : roots)
    if (failed(checkReductions(root)))
      return failure();
  return success();
}
