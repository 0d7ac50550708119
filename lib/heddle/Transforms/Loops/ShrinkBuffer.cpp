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

  unsigned rank = type.getRank();
  SmallVector<Value> outer;
  region->getConstraints()->getValues(
      rank, region->getConstraints()->getNumVars(), &outer);
  MLIRContext *context = rewriter.getContext();
  SmallVector<AffineExpr> outerDims, remap;
  for (unsigned i = 0; i < outer.size(); ++i)
    outerDims.push_back(getAffineDimExpr(i, context));
  for (unsigned i = 0; i < rank; ++i) {
    AffineMap offset = offsets[i];
    ArrayRef<AffineExpr> by = outerDims;
    AffineExpr start = offset.getResult(0).replaceDimsAndSymbols(
        by.take_front(offset.getNumDims()), by.drop_front(offset.getNumDims()));
    remap.push_back(
        simplifyAffineExpr(getAffineDimExpr(outer.size() + i, context) - start,
                           outer.size() + rank, 0));
  }

  Attribute space = type.getMemorySpace();
  std::optional<int64_t> width;
  if (type.getElementType().isIntOrFloat())
    width = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  if (options.fastMemorySpace && width &&
      *size * *width <= options.fastMemoryBytes)
    space = rewriter.getI64IntegerAttr(*options.fastMemorySpace);
  auto smaller = MemRefType::get(shape, type.getElementType(),
                                 MemRefLayoutAttrInterface(), space);
  Operation *alloc = memref.getDefiningOp();
  rewriter.setInsertionPoint(alloc);
  Value buffer;
  if (auto alloca = dyn_cast<memref::AllocaOp>(alloc))
    buffer = memref::AllocaOp::create(rewriter, alloc->getLoc(), smaller,
                                      alloca.getAlignmentAttr());
  else
    buffer = memref::AllocOp::create(
        rewriter, alloc->getLoc(), smaller,
        cast<memref::AllocOp>(alloc).getAlignmentAttr());
  [[maybe_unused]] LogicalResult replaced = replaceAllMemRefUsesWith(
      memref, buffer, /*extraIndices=*/{},
      AffineMap::get(outer.size() + rank, 0, remap, context),
      /*extraOperands=*/outer);
  assert(succeeded(replaced) && "affine loads and stores take any map");
  // The remaining uses are deallocations.
  rewriter.replaceAllUsesWith(memref, buffer);
  rewriter.eraseOp(alloc);
  return std::nullopt;
}
