//===- MemoryAccess.cpp - Which elements of which buffer ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Subscripts of loads, stores and transfers become boxes. Any other op is
// assumed to touch all of its view. Subviews of subviews are followed back to
// the buffer.
//
// Different indices name different elements of a buffer. This fails for a
// layout with overlapping strides and may fail for a reinterpret_cast, so
// neither gets a box. Unknown strides are assumed not to overlap.
//
//===----------------------------------------------------------------------===//

#include "MemoryAccess.h"

#include "heddle/Analysis/DataFlow/BufferReads.h"

#include "heddle/Analysis/Bounds/DroppedDims.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Subscripts
//===----------------------------------------------------------------------===//

/// The range of `size` indices that starts at `lo`; null if `lo` is not known.
static BoxRange getRange(LoopIndices &indices, Bound lo, int64_t size = 1) {
  if (!lo)
    return {};
  return {lo, indices.getContext().add(lo, size)};
}

/// Gives the last ranges, which have one element each, the shape of `type`.
static void growBy(LoopIndices &indices, MutableArrayRef<BoxRange> ranges,
                   VectorType type) {
  ranges = ranges.take_back(type.getRank());
  for (auto [range, size, isScalable] :
       llvm::zip_equal(ranges, type.getShape(), type.getScalableDims()))
    range = getRange(indices, isScalable ? Bound() : range.lo, size);
}

static SmallVector<BoxRange> getPoint(LoopIndices &indices,
                                      ValueRange subscripts) {
  SmallVector<BoxRange> ranges;
  for (Value subscript : subscripts)
    ranges.push_back(getRange(indices, indices.get(subscript)));
  return ranges;
}

static SmallVector<BoxRange> getPoint(LoopIndices &indices, AffineMap map,
                                      ValueRange operands) {
  SmallVector<BoxRange> ranges;
  for (unsigned i = 0; i < map.getNumResults(); ++i)
    ranges.push_back(
        getRange(indices, indices.getAffine(map.getSubMap({i}), operands)));
  return ranges;
}

static SmallVector<BoxRange> getTransfer(LoopIndices &indices,
                                         VectorTransferOpInterface op) {
  SmallVector<BoxRange> ranges = getPoint(indices, op.getIndices());
  VectorType type = op.getVectorType();
  for (auto [i, expr] : llvm::enumerate(op.getPermutationMap().getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim)
      continue;
    BoxRange &range = ranges[dim.getPosition()];
    Bound lo = type.getScalableDims()[i] ? Bound() : range.lo;
    range = getRange(indices, lo, type.getDimSize(i));
  }
  return ranges;
}

/// The part of its memref that a load, store or transfer touches; nullopt if
/// `op` is another op.
static std::optional<SmallVector<BoxRange>> getSubscripts(LoopIndices &indices,
                                                          Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return getPoint(indices, load.getIndices());
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return getPoint(indices, store.getIndices());
  if (auto rmw = dyn_cast<memref::AtomicRMWOp>(op))
    return getPoint(indices, rmw.getIndices());
  if (auto load = dyn_cast<affine::AffineReadOpInterface>(op)) {
    auto ranges = getPoint(indices, load.getAffineMap(), load.getMapOperands());
    if (auto vector = dyn_cast<affine::AffineVectorLoadOp>(op))
      growBy(indices, ranges, vector.getVectorType());
    return ranges;
  }
  if (auto store = dyn_cast<affine::AffineWriteOpInterface>(op)) {
    auto ranges =
        getPoint(indices, store.getAffineMap(), store.getMapOperands());
    if (auto vector = dyn_cast<affine::AffineVectorStoreOp>(op))
      growBy(indices, ranges, vector.getVectorType());
    return ranges;
  }
  if (auto load = dyn_cast<vector::LoadOp>(op);
      load && !isa<VectorType>(load.getMemRefType().getElementType())) {
    auto ranges = getPoint(indices, load.getIndices());
    growBy(indices, ranges, load.getVectorType());
    return ranges;
  }
  if (auto store = dyn_cast<vector::StoreOp>(op);
      store && !isa<VectorType>(store.getMemRefType().getElementType())) {
    auto ranges = getPoint(indices, store.getIndices());
    growBy(indices, ranges, store.getVectorType());
    return ranges;
  }
  if (auto transfer = dyn_cast<VectorTransferOpInterface>(op);
      transfer && !isa<VectorType>(transfer.getShapedType().getElementType()))
    return getTransfer(indices, transfer);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// The size of a dimension of a view; null if it may change between iterations
/// in an unknown way.
static Bound getViewExtent(LoopIndices &indices, Value view, int64_t dim) {
  auto type = cast<MemRefType>(view.getType());
  if (!type.isDynamicDim(dim))
    return indices.getContext().constant(type.getDimSize(dim));
  if (auto subview = view.getDefiningOp<memref::SubViewOp>()) {
    llvm::SmallBitVector dropped = findDroppedDims(subview);
    int64_t position = -1;
    for (int64_t kept = -1; kept < dim;)
      if (!dropped[++position])
        ++kept;
    return indices.get(subview.getMixedSizes()[position]);
  }
  if (auto castOp = view.getDefiningOp<memref::CastOp>();
      castOp && isa<MemRefType>(castOp.getSource().getType()))
    return getViewExtent(indices, castOp.getSource(), dim);
  return indices.isOutside(view) ? indices.getExtent(view, dim) : Bound();
}

/// `ranges` of `subview`, in the coordinates of its source.
static SmallVector<BoxRange> leaveSubView(LoopIndices &indices,
                                          memref::SubViewOp subview,
                                          ArrayRef<BoxRange> ranges) {
  BoundContext &context = indices.getContext();
  llvm::SmallBitVector dropped = findDroppedDims(subview);
  SmallVector<OpFoldResult> offsets = subview.getMixedOffsets();
  SmallVector<OpFoldResult> strides = subview.getMixedStrides();
  SmallVector<BoxRange> result;
  for (auto [dim, offset] : llvm::enumerate(offsets)) {
    Bound start = indices.get(offset);
    if (dropped[dim]) {
      result.push_back(getRange(indices, start));
      continue;
    }
    BoxRange range = ranges.front();
    ranges = ranges.drop_front();
    std::optional<int64_t> stride = getConstantIntValue(strides[dim]);
    if (!start || !range.lo || !stride || *stride <= 0) {
      result.push_back({});
      continue;
    }
    Bound last = context.mul(context.add(range.hi, -1), *stride);
    result.push_back({context.add(start, context.mul(range.lo, *stride)),
                      context.add(context.add(start, last), 1)});
  }
  return result;
}

bool heddle::hasDistinctElements(Value memref) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!type || memref.getDefiningOp<memref::ReinterpretCastOp>() ||
      failed(type.getStridesAndOffset(strides, offset)))
    return false;
  // The known strides and sizes, smallest stride first. Each stride must be
  // larger than the distance between the first and the last element of all
  // dimensions before it.
  SmallVector<std::pair<int64_t, int64_t>> dims;
  for (auto [stride, size] : llvm::zip_equal(strides, type.getShape()))
    if (!ShapedType::isDynamic(stride) && size != 1)
      dims.emplace_back(std::abs(stride), size);
  llvm::sort(dims);
  int64_t across = 0;
  for (auto [stride, size] : dims) {
    if (stride <= across)
      return false;
    if (!ShapedType::isDynamic(size))
      across += stride * (size - 1);
  }
  return true;
}

/// Sets `root` and `box` of `access` from `ranges`, the ranges of its memref.
static void findRoot(LoopIndices &indices, unsigned firstLoop,
                     std::optional<SmallVector<BoxRange>> ranges,
                     MemoryAccess &access) {
  Value root = access.memref;
  auto type = dyn_cast<MemRefType>(root.getType());
  if (!ranges && type) {
    ranges.emplace();
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      ranges->push_back({indices.getContext().constant(0),
                         getViewExtent(indices, root, dim)});
    for (BoxRange &range : *ranges)
      if (!range.hi)
        range = {};
  }
  while (ranges) {
    Operation *op = root.getDefiningOp();
    if (auto subview = dyn_cast_or_null<memref::SubViewOp>(op)) {
      ranges = leaveSubView(indices, subview, *ranges);
      root = subview.getSource();
    } else if (auto castOp = dyn_cast_or_null<memref::CastOp>(op);
               castOp && isa<MemRefType>(castOp.getSource().getType())) {
      root = castOp.getSource();
    } else {
      break;
    }
  }
  access.root = root;
  type = dyn_cast<MemRefType>(root.getType());
  // Two boxes can be compared if both loops can refer to the root.
  if (!ranges || !type || !indices.isOutside(root) ||
      !hasDistinctElements(root))
    return;
  Box box;
  SmallVector<Bound> extents;
  for (auto [dim, range] : llvm::enumerate(*ranges)) {
    extents.push_back(indices.getExtent(root, dim));
    box.dims.push_back(
        range.lo && range.hi
            ? range
            : BoxRange{indices.getContext().constant(0), extents.back()});
  }
  access.box = widenBox(indices.getContext(), box, extents, firstLoop);
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

/// Adds the accesses of `op` itself; false if they are not known.
static bool addEffects(Operation *op, LoopIndices &indices, unsigned firstLoop,
                       SmallVectorImpl<MemoryAccess> &accesses) {
  // Ops on tensors touch no memory.
  if (isa<tensor::ParallelInsertSliceOp>(op))
    return true;
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    if (isa<MemoryEffects::Allocate>(effect.getEffect()))
      continue;
    Value value = effect.getValue();
    if (!value)
      return false;
    MemoryAccess access;
    access.op = op;
    access.memref = value;
    access.isWrite = !isa<MemoryEffects::Read>(effect.getEffect());
    findRoot(indices, firstLoop, getSubscripts(indices, op), access);
    accesses.push_back(access);
  }
  return true;
}

MemoryAccesses heddle::collectAccesses(Operation *op, LoopIndices &indices,
                                       unsigned firstLoop) {
  MemoryAccesses result;
  BufferReads reads(op);
  op->walk<WalkOrder::PreOrder>([&](Operation *nested) {
    bool isKnown = addEffects(nested, indices, firstLoop, result.list);
    if (isKnown && isMemoryEffectFree(nested)) {
      BufferReads::Memory memory = reads.findBuffers(nested);
      isKnown = !memory.isUnknown;
      for (Value buffer : memory.buffers)
        result.list.push_back({nested, /*isWrite=*/false, buffer,
                               getBaseBuffer(buffer), /*box=*/std::nullopt});
    }
    if (!isKnown && !result.unknown)
      result.unknown = nested;
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Conflicts
//===----------------------------------------------------------------------===//

bool heddle::areApart(BoundContext &context, const Box &a, const Box &b) {
  return llvm::any_of(llvm::zip_equal(a.dims, b.dims), [&](const auto &pair) {
    const auto &[left, right] = pair;
    return context.isKnownLE(left.hi, right.lo) ||
           context.isKnownLE(right.hi, left.lo);
  });
}

std::optional<AccessPair> heddle::findPair(
    const MemoryAccesses &a, const MemoryAccesses &b,
    llvm::function_ref<bool(const MemoryAccess &, const MemoryAccess &)> meet) {
  for (const MemoryAccess &left : a.list)
    for (const MemoryAccess &right : b.list)
      if ((left.isWrite || right.isWrite) && meet(left, right))
        return AccessPair(&left, &right);
  return std::nullopt;
}

bool heddle::mayConflict(AliasAnalysis &aliases, BoundContext &context,
                         const MemoryAccesses &a, const MemoryAccesses &b) {
  if ((a.unknown && !b.empty()) || (b.unknown && !a.empty()))
    return true;
  auto meet = [&](const MemoryAccess &left, const MemoryAccess &right) {
    if (left.root == right.root && left.box && right.box)
      return !areApart(context, *left.box, *right.box);
    return !areDistinctBuffers(aliases, left.root, right.root);
  };
  return findPair(a, b, meet).has_value();
}
