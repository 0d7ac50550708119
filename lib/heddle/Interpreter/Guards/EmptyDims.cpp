//===- EmptyDims.cpp - Extents of 0 that upstream cannot tile -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If a tile of a linalg op has size 0 along a dim, MLIR 22.1 assumes that the
// dim is not tiled, and reads the extent from an empty list.
//
//===----------------------------------------------------------------------===//

#include "InvalidInputs.h"
#include "TiledDims.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::TransformState;

/// How an upstream op gets tiles of its target.
enum class Tiler { None, Sizes, Fuse, Threads, Split, Scalarize, IntoLoop };

static Tiler getTiler(Operation *op) {
  return llvm::StringSwitch<Tiler>(op->getName().getStringRef())
      .Case("transform.structured.fuse", Tiler::Fuse)
      .Cases({"transform.structured.tile_using_for",
              "transform.structured.tile_reduction_using_for"},
             Tiler::Sizes)
      .Cases({"transform.structured.tile_using_forall",
              "transform.structured.tile_reduction_using_forall"},
             Tiler::Threads)
      .Case("transform.structured.split", Tiler::Split)
      .Case("transform.structured.scalarize", Tiler::Scalarize)
      .Case("transform.structured.fuse_into_containing_op", Tiler::IntoLoop)
      .Default(Tiler::None);
}

bool heddle::tilesItsTarget(Operation *op) {
  return getTiler(op) != Tiler::None;
}

/// True if `op` tiles only the dims whose size is not 0, and all sizes are 0.
static bool tilesNothing(Tiler tiler, ArrayRef<bool> tiled) {
  return (tiler == Tiler::Sizes || tiler == Tiler::Fuse) &&
         !llvm::is_contained(tiled, true);
}

/// The dims of `target` along which `op` makes tiles of a size that is not 0.
static SmallVector<bool> getTiledDims(Operation *op, Tiler tiler,
                                      linalg::LinalgOp target,
                                      const TransformState &state) {
  SmallVector<bool> tiled(target.getNumLoops());
  if (tiler == Tiler::Split) {
    auto dim = op->getAttrOfType<IntegerAttr>("dimension");
    if (dim && dim.getInt() >= 0 && dim.getInt() < target.getNumLoops())
      tiled[dim.getInt()] = true;
    return tiled;
  }
  if (tiler == Tiler::Scalarize)
    return llvm::map_to_vector(target.getStaticLoopRanges(),
                               ShapedType::isDynamic);
  if (tiler == Tiler::IntoLoop)
    return tiled;
  // If the extent is 0, each thread has a tile of size 0.
  for (StringRef threads : {"static_num_threads", "num_threads"})
    if (llvm::is_contained(findTiledPositions(op, threads, state), true))
      return tiled;
  for (StringRef sizes : {"static_sizes", "static_tile_sizes", "tile_sizes"})
    if (op->hasAttr(sizes))
      return findTiledPositions(op, sizes, state);
  return tiled;
}

static std::optional<InvalidInput> findEmptyDim(linalg::LinalgOp target,
                                                ArrayRef<bool> tiled) {
  std::optional<unsigned> dim = findUntiledEmptyDim(target, tiled);
  if (!dim)
    return std::nullopt;
  return InvalidInput{
      ("expects no extent of 0 in a dim that is not tiled to a size, but dim " +
       Twine(*dim) + " of '" + target->getName().getStringRef() +
       "' has it; 'transform.structured.fuse_ext' takes it")
          .str(),
      target};
}

/// The same for the producers of `target` in its block. If `target` is empty
/// along a tiled dim, the tiles of its producers are empty, too.
static std::optional<InvalidInput> findEmptyProducer(Operation *target) {
  auto root = dyn_cast<linalg::LinalgOp>(target);
  bool isEmpty = root && findUntiledEmptyDim(root, {});
  llvm::SetVector<Operation *> slice;
  slice.insert(target);
  for (size_t next = 0; next < slice.size(); ++next) {
    for (Value operand : slice[next]->getOperands())
      if (Operation *producer = operand.getDefiningOp();
          producer && producer->getBlock() == target->getBlock())
        slice.insert(producer);
    auto producer = dyn_cast<linalg::LinalgOp>(slice[next]);
    if (!producer || next == 0)
      continue;
    SmallVector<bool> tiled;
    for (utils::IteratorType type : producer.getIteratorTypesArray())
      tiled.push_back(isEmpty && type == utils::IteratorType::parallel);
    if (std::optional<InvalidInput> found = findEmptyDim(producer, tiled))
      return found;
  }
  return std::nullopt;
}

std::optional<InvalidInput> heddle::findEmptyTile(Operation *op,
                                                  const TransformState &state) {
  Tiler tiler = getTiler(op);
  for (Operation *target : state.getPayloadOps(op->getOperand(0))) {
    std::optional<InvalidInput> found;
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(target)) {
      SmallVector<bool> tiled = getTiledDims(op, tiler, linalgOp, state);
      if (tilesNothing(tiler, tiled))
        continue;
      found = findEmptyDim(linalgOp, tiled);
    }
    if (!found && tiler == Tiler::Fuse)
      found = findEmptyProducer(target);
    if (found)
      return found;
  }
  return std::nullopt;
}
