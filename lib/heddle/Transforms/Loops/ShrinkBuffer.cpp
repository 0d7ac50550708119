//===- ShrinkBuffer.cpp - A buffer of what one iteration touches ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the region that one iteration touches and writes the smaller buffer,
// with upstream's utilities for affine memory.
//
//===----------------------------------------------------------------------===//

#include "ShrinkBuffer.h"

#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::affine;

/// The region of `memref` that its uses in `loop` access in one iteration of
/// the loops down to `depth`; none if it is not known.
static std::optional<MemRefRegion> getTouched(Value memref, AffineForOp loop,
                                              unsigned depth) {
  std::optional<MemRefRegion> region;
  for (Operation *user : memref.getUsers()) {
    if (!loop->isAncestor(user))
      continue;
    MemRefRegion own(user->getLoc());
    if (failed(own.compute(user, depth)))
      return std::nullopt;
    if (!region)
      region.emplace(std::move(own));
    else if (failed(region->unionBoundingBox(own)))
      return std::nullopt;
  }
  return region;
}

/// The map from the loops around the region, `numOuter` of them, and the
/// subscripts of the whole buffer to the subscripts of a buffer that starts at
/// `offsets`.
static AffineMap getShiftedMap(ArrayRef<AffineMap> offsets, unsigned numOuter,
                               MLIRContext *context) {
  unsigned rank = offsets.size();
  SmallVector<AffineExpr> outerDims, remap;
  for (unsigned i = 0; i < numOuter; ++i)
    outerDims.push_back(getAffineDimExpr(i, context));
  ArrayRef<AffineExpr> by = outerDims;
  for (unsigned i = 0; i < rank; ++i) {
    AffineMap offset = offsets[i];
    AffineExpr start = offset.getResult(0).replaceDimsAndSymbols(
        by.take_front(offset.getNumDims()), by.drop_front(offset.getNumDims()));
    remap.push_back(simplifyAffineExpr(
        getAffineDimExpr(numOuter + i, context) - start, numOuter + rank, 0));
  }
  return AffineMap::get(numOuter + rank, 0, remap, context);
}

/// A buffer of `shape` before `alloc`, of the same kind, in the fast memory if
/// it fits there.
static Value createSmaller(RewriterBase &rewriter, Operation *alloc,
                           ArrayRef<int64_t> shape,
                           const AffineFusionOptions &options) {
  auto type = cast<MemRefType>(alloc->getResult(0).getType());
  Attribute space = type.getMemorySpace();
  if (options.fastMemorySpace && type.getElementType().isIntOrFloat()) {
    int64_t width = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
    if (ShapedType::getNumElements(shape) * width <= options.fastMemoryBytes)
      space = rewriter.getI64IntegerAttr(*options.fastMemorySpace);
  }
  auto smaller = MemRefType::get(shape, type.getElementType(),
                                 MemRefLayoutAttrInterface(), space);
  rewriter.setInsertionPoint(alloc);
  if (auto alloca = dyn_cast<memref::AllocaOp>(alloc))
    return memref::AllocaOp::create(rewriter, alloc->getLoc(), smaller,
                                    alloca.getAlignmentAttr());
  return memref::AllocOp::create(
      rewriter, alloc->getLoc(), smaller,
      cast<memref::AllocOp>(alloc).getAlignmentAttr());
}

std::optional<StringRef>
heddle::shrinkBuffer(RewriterBase &rewriter, Value memref, AffineForOp loop,
                     unsigned depth, const AffineFusionOptions &options) {
  auto type = cast<MemRefType>(memref.getType());
  if (!type.getLayout().isIdentity())
    return "it has a layout";
  std::optional<MemRefRegion> region = getTouched(memref, loop, depth);
  SmallVector<int64_t> shape;
  SmallVector<AffineMap> offsets;
  std::optional<int64_t> size =
      region ? region->getConstantBoundingSizeAndShape(&shape, &offsets)
             : std::nullopt;
  // Each dimension has a single lower bound; otherwise upstream does not know a
  // size.
  auto startsAtOnePlace = [](AffineMap offset) {
    return offset.getNumResults() == 1;
  };
  if (!size || !llvm::all_of(offsets, startsAtOnePlace))
    return "no constant size is known that one iteration needs";
  if (type.hasStaticShape() && *size >= type.getNumElements())
    return "one iteration needs all of it";

  SmallVector<Value> outer;
  region->getConstraints()->getValues(
      type.getRank(), region->getConstraints()->getNumVars(), &outer);
  Operation *alloc = memref.getDefiningOp();
  Value buffer = createSmaller(rewriter, alloc, shape, options);
  [[maybe_unused]] LogicalResult replaced = replaceAllMemRefUsesWith(
      memref, buffer, /*extraIndices=*/{},
      getShiftedMap(offsets, outer.size(), rewriter.getContext()),
      /*extraOperands=*/outer);
  assert(succeeded(replaced) && "affine loads and stores take any map");
  // The remaining uses are deallocations.
  rewriter.replaceAllUsesWith(memref, buffer);
  rewriter.eraseOp(alloc);
  return std::nullopt;
}
