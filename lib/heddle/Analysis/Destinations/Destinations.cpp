//===- Destinations.cpp - What an op does with a destination --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes and reads are found through interfaces alone, so ops of any dialect
// can answer. Coverage follows from the indexing maps of a structured op. What
// its body reads follows from the body: each operand has an argument there.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Destinations/Destinations.h"

#include "heddle/Analysis/DataFlow/Views.h"
#include "heddle/Analysis/Mistakes/Mistake.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;

bool heddle::isDestination(OpOperand &use) {
  if (auto loop = dyn_cast<LoopLikeOpInterface>(use.getOwner()))
    return loop.getTiedLoopRegionIterArg(&use) != nullptr;
  auto dps = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
  return dps && dps.isDpsInit(&use);
}

bool heddle::isRepeated(Operation *def, Operation *user) {
  for (Operation *parent = user->getParentOp();
       parent && !parent->isAncestor(def); parent = parent->getParentOp())
    if (isa<LoopLikeOpInterface>(parent))
      return true;
  return false;
}

bool heddle::reachesAllElements(linalg::LinalgOp op, OpOperand &init) {
  return op.getMatchingIndexingMap(&init).isProjectedPermutation(
      /*allowZeroInResults=*/false);
}

bool heddle::overwritesDestination(linalg::LinalgOp op, OpOperand &init) {
  llvm::SmallBitVector seen(op.getNumLoops());
  auto type = cast<ShapedType>(init.get().getType());
  for (auto [position, expr] :
       llvm::enumerate(op.getMatchingIndexingMap(&init).getResults())) {
    if (isa<AffineConstantExpr>(expr) && type.getDimSize(position) == 1)
      continue;
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || seen[dim.getPosition()])
      return false;
    seen.set(dim.getPosition());
  }
  SmallVector<int64_t, 4> ranges = op.getStaticLoopRanges();
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
    if (!seen[dim] && (ShapedType::isDynamic(ranges[dim]) || ranges[dim] == 0))
      return false;
  return true;
}

/// Limits `written`, elements along the dims that `op` writes, to those of its
/// mask. Returns false if they are not known.
static bool limitToMask(vector::TransferWriteOp op,
                        SmallVectorImpl<int64_t> &written) {
  if (op.isMasked())
    return false;
  DenseIntElementsAttr all;
  if (!op.getMask() || (matchPattern(op.getMask(), m_Constant(&all)) &&
                        all.isSplat() && all.getSplatValue<bool>()))
    return true;
  SmallVector<OpFoldResult> bounds;
  if (auto mask = op.getMask().getDefiningOp<vector::ConstantMaskOp>())
    bounds = getAsIndexOpFoldResult(op.getContext(), mask.getMaskDimSizes());
  else if (auto mask = op.getMask().getDefiningOp<vector::CreateMaskOp>())
    bounds = getAsOpFoldResult(mask.getOperands());
  // Also of the mask of one lane that a vector without dims has.
  if (bounds.empty())
    return false;
  // The dims of a mask are in the order of the dims that are written.
  unsigned next = 0;
  for (auto [dim, size] : llvm::enumerate(written)) {
    if (!op.getPermutationMap().isFunctionOfDim(dim))
      continue;
    if (next == bounds.size())
      return false;
    size = std::min(size, getConstantIntValue(bounds[next++]).value_or(0));
  }
  return next == bounds.size();
}

bool heddle::overwritesDestination(vector::TransferWriteOp op) {
  SmallVector<int64_t> written(op.getShapedType().getRank(), 1);
  // An element that is a vector has the last dims of what is written.
  for (auto [expr, size, isScalable] : llvm::zip_first(
           op.getPermutationMap().getResults(), op.getVectorType().getShape(),
           op.getVectorType().getScalableDims()))
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      written[dim.getPosition()] = isScalable ? 0 : size;
  return limitToMask(op, written) &&
         llvm::all_of(llvm::zip_equal(op.getShapedType().getShape(), written,
                                      op.getIndices()),
                      [](auto dim) {
                        auto [extent, size, index] = dim;
                        return ShapedType::isStatic(extent) && extent <= size &&
                               isConstantIntValue(index, 0);
                      });
}

bool heddle::bodyReads(linalg::LinalgOp op, OpOperand &operand) {
  bool isForgotten = isMistake("map_destination_unread") &&
                     isa<linalg::MapOp>(op) && op.isDpsInit(&operand);
  return !isForgotten && !op.getMatchingBlockArgument(&operand).use_empty();
}

bool heddle::bodyReadsDestination(linalg::LinalgOp op) {
  return llvm::any_of(op.getDpsInitsMutable(),
                      [&](OpOperand &init) { return bodyReads(op, init); });
}

bool heddle::readsContents(linalg::LinalgOp op, OpOperand &init) {
  return bodyReads(op, init) || !overwritesDestination(op, init);
}

bool heddle::startsFromContents(linalg::LinalgOp op, OpOperand &init) {
  return readsContents(op, init) &&
         !init.get().getDefiningOp<tensor::EmptyOp>();
}

//===----------------------------------------------------------------------===//
// Reads of any op
//===----------------------------------------------------------------------===//

/// True if `op` looks only at the shapes of its operands, or at their address.
static bool readsShapesOnly(Operation *op) {
  return isa<ShapedDimOpInterface, tensor::RankOp, memref::RankOp,
             memref::ExtractAlignedPointerAsIndexOp,
             memref::ExtractStridedMetadataOp>(op);
}

/// True if the owner of `use`, a memref, may load from it. Upstream gives views
/// no effects, so what a view reads beside its source (memref.reshape: the new
/// shape) is not among them.
static bool loads(OpOperand &use) {
  Operation *op = use.getOwner();
  if (heddle::getViewedOperand(op))
    return !heddle::isOnlyViewed(use);
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return true;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  return llvm::any_of(effects, [&](const MemoryEffects::EffectInstance &it) {
    auto *operand = it.getEffectValue<OpOperand *>();
    return isa<MemoryEffects::Read>(it.getEffect()) &&
           (operand ? operand == &use
                    : !it.getValue() || it.getValue() == use.get());
  });
}

bool heddle::readsElements(OpOperand &use) {
  Operation *op = use.getOwner();
  auto dps = dyn_cast<DestinationStyleOpInterface>(op);
  bool isInit = dps && dps.isDpsInit(&use);
  bool isMemory = isa<BaseMemRefType>(use.get().getType());
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return isInit && !isMemory ? readsContents(linalgOp, use)
                               : bodyReads(linalgOp, use);
  if (auto own = dyn_cast<linalg_ext::LinalgExtOp>(op))
    return !isInit || own.readsDestination(use.getOperandNumber());
  if (readsShapesOnly(op))
    return false;
  if (isMemory)
    return loads(use);
  if (auto write = dyn_cast<vector::TransferWriteOp>(op))
    return !isInit || !overwritesDestination(write);
  // Each element moves to a place of its own, and the places are all there are.
  if (isa<linalg::RelayoutOpInterface>(op))
    return !isInit;
  auto bufferizable = dyn_cast<bufferization::BufferizableOpInterface>(op);
  if (!bufferizable || !(isInit || isa<tensor::InsertSliceOp>(op)))
    return true;
  bufferization::BufferizationOptions options;
  return bufferizable.bufferizesToMemoryRead(
      use, bufferization::AnalysisState(options));
}
