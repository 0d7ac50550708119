//===- TilingDefects.cpp - Tilings that change what an op computes ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Why upstream computes something else in tiles than in the whole. Sizes are
// those of the transform op.
//
//===----------------------------------------------------------------------===//

#include "Defects.h"
#include "TiledDims.h"
#include "heddle/Analysis/Footprint/IndivisibleDims.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

static bool isNamed(const Application &step, StringRef name) {
  return step.op->getName().stripDialect() == name;
}

/// True if the loops around the target become a forall.
static bool makesForall(const Application &step) {
  return isNamed(step, "structured.tile_using_forall") ||
         step.op->hasAttr("use_forall");
}

/// True if producers of the target are tiled, too.
static bool fusesProducers(const Application &step) {
  return isNamed(step, "structured.fuse");
}

static bool makesParts(const Application &step) {
  return isNamed(step, "structured.tile_reduction_using_for") ||
         isNamed(step, "structured.tile_reduction_using_forall");
}

/// The dims of the target that are tiled. Ops without a list of sizes may tile
/// any of them.
static SmallVector<bool> getTiledDims(const Application &step) {
  if (!isNamed(step, "structured.tile_using_for") && !makesForall(step) &&
      !fusesProducers(step) && !makesParts(step)) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(step.target);
    return SmallVector<bool>(linalgOp ? linalgOp.getNumLoops() : 0, true);
  }
  SmallVector<bool> tiled;
  for (StringRef sizes : {"static_num_threads", "static_sizes",
                          "static_tile_sizes", "num_threads", "tile_sizes"})
    if (tiled.empty())
      tiled = findTiledPositions(step.op, sizes, step.state);
  addPackedPositions(step.op, step.state, tiled);
  return tiled;
}

/// The first iteration dim of the target that is a reduction and is tiled.
static std::optional<unsigned> findTiledReduction(const Application &step) {
  auto tileable = dyn_cast<TilingInterface>(step.target);
  if (!tileable)
    return std::nullopt;
  SmallVector<bool> tiled = getTiledDims(step);
  for (auto [dim, type] : llvm::enumerate(tileable.getLoopIteratorTypes()))
    if (type == utils::IteratorType::reduction && dim < tiled.size() &&
        tiled[dim])
      return dim;
  return std::nullopt;
}

std::optional<std::string> heddle::explainNormalizedTiles(Application &step) {
  std::optional<unsigned> dim = findTiledReduction(step);
  if (!dim || step.target->getName().getStringRef() != "linalg.softmax")
    return std::nullopt;
  return "normalizes each tile by itself: dim " + std::to_string(*dim) +
         " is the dim that 'linalg.softmax' reduces";
}

std::optional<std::string> heddle::explainRacingThreads(Application &step) {
  std::optional<unsigned> dim = findTiledReduction(step);
  if (!dim || !makesForall(step))
    return std::nullopt;
  return "makes threads race: dim " + std::to_string(*dim) +
         " of the payload op is a reduction";
}

/// Greedy fusion pulls the op that fills a destination into the loops.
std::optional<std::string>
heddle::explainRefilledDestination(Application &step) {
  std::optional<unsigned> dim = findTiledReduction(step);
  auto dps = dyn_cast<DestinationStyleOpInterface>(step.target);
  if (!dim || !dps || llvm::none_of(dps.getDpsInits(), [](Value init) {
        return isa_and_present<TilingInterface>(init.getDefiningOp());
      }))
    return std::nullopt;
  return "computes the destination again in each iteration: dim " +
         std::to_string(*dim) +
         " of the payload op is a reduction; "
         "'transform.structured.fuse_ext' starts it once";
}

static bool readsIterationIndex(Operation *target) {
  return target
      ->walk([](Operation *op) {
        return op->getName().getStringRef() == "linalg.index"
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// True if `target` reads indices in a body that its text does not show. Tiling
/// adds offsets to these indices in the body, and the offsets are lost when the
/// text is parsed again.
static bool hidesIndices(Operation *target) {
  StringRef name = target->getName().getStringRef();
  return name.starts_with("linalg.") && name != "linalg.generic" &&
         name != "linalg.map" && name != "linalg.reduce" &&
         readsIterationIndex(target);
}

/// The first op that is `found`: the target or, if its producers are tiled, a
/// producer of it in its block. Null if no op is, or if nothing is tiled.
static Operation *findTiled(const Application &step,
                            llvm::function_ref<bool(Operation *)> found) {
  if (!llvm::is_contained(getTiledDims(step), true))
    return nullptr;
  llvm::SetVector<Operation *> slice;
  slice.insert(step.target);
  for (size_t next = 0; next < slice.size(); ++next) {
    if (found(slice[next]))
      return slice[next];
    if (!fusesProducers(step))
      continue;
    for (Value operand : slice[next]->getOperands())
      if (Operation *producer = operand.getDefiningOp();
          producer && producer->getBlock() == step.target->getBlock())
        slice.insert(producer);
  }
  return nullptr;
}

std::optional<std::string> heddle::explainHiddenIndices(Application &step) {
  Operation *op = findTiled(step, hidesIndices);
  if (!op)
    return std::nullopt;
  return ("loses the offset of each tile where the payload is printed: '" +
          op->getName().getStringRef() +
          "' reads 'linalg.index' in a body that is not printed; apply "
          "'transform.structured.generalize' to it before")
      .str();
}

/// Upstream takes the element at the start of a tile as the first one that the
/// tile reads, and counts on from there. Of producers, any dim may be tiled.
std::optional<std::string> heddle::explainDividedDims(Application &step) {
  int dim = -1;
  SmallVector<bool> tiled = getTiledDims(step);
  Operation *op = findTiled(step, [&](Operation *member) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(member);
    if (!linalgOp)
      return false;
    llvm::SmallBitVector cut = getIndivisibleDims(linalgOp);
    for (unsigned i = 0; member == step.target && i < cut.size(); ++i)
      if (i >= tiled.size() || !tiled[i])
        cut.reset(i);
    dim = cut.find_first();
    return dim >= 0;
  });
  if (!op)
    return std::nullopt;
  return "reads other elements in a tile than in the whole: " +
         explainIndivisibleDim(cast<linalg::LinalgOp>(op), dim);
}

std::optional<std::string> heddle::explainPartialIndices(Application &step) {
  if (!readsIterationIndex(step.target))
    return std::nullopt;
  return "loses the offset of each part: the payload op reads 'linalg.index'";
}
