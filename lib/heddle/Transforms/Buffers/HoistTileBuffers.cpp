//===- HoistTileBuffers.cpp - Tile buffers out of loops -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves one allocation at a time out of one loop at a time. A buffer is dead at
// the end of an iteration if all its uses are known; uses are followed through
// views only.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/HoistTileBuffers.h"
#include "heddle/Analysis/DataFlow/Views.h"

#include "heddle/IR/ValueBounds/ValueBounds.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_HOISTTILEBUFFERSPASS
#include "heddle/Transforms/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

/// True if the iterations of `op` run one after the other, in one thread.
static bool isSequentialLoop(Operation *op) {
  return isa<scf::ForOp, scf::WhileOp, affine::AffineForOp>(op);
}

/// True if nothing refers to the buffer after its block has been executed: it
/// is used only through views and by ops that return no buffer, and is never
/// freed.
static bool isDeadAfterBlock(memref::AllocOp alloc) {
  SmallVector<Value> worklist = {alloc.getResult()};
  while (!worklist.empty()) {
    Value buffer = worklist.pop_back_val();
    for (OpOperand &use : buffer.getUses()) {
      Operation *user = use.getOwner();
      if (heddle::isOnlyViewed(use)) {
        llvm::append_range(worklist, user->getResults());
        continue;
      }
      // It is read for a view of another buffer.
      if (heddle::getViewedOperand(user))
        continue;
      bool mayForward =
          user->hasTrait<OpTrait::IsTerminator>() ||
          llvm::any_of(user->getResultTypes(), llvm::IsaPred<BaseMemRefType>);
      if (mayForward ||
          isa<memref::DeallocOp, bufferization::DeallocOp,
              bufferization::ToTensorOp, memref::ExtractAlignedPointerAsIndexOp,
              UnrealizedConversionCastOp, LoopLikeOpInterface>(user))
        return false;
      // A buffer of buffers.
      if (auto store = dyn_cast<memref::StoreOp>(user);
          store && store.getValueToStore() == buffer)
        return false;
    }
  }
  return true;
}

static bool isDefinedOutside(Value value, Operation *op) {
  return !op->isAncestor(value.getParentRegion()->getParentOp());
}

/// The largest value that `size` takes in `loop`, as a constant or as an op
/// before the loop; failure if that is unknown.
static FailureOr<OpFoldResult> buildLargestSize(RewriterBase &rewriter,
                                                Location loc, Value size,
                                                Operation *loop) {
  if (isDefinedOutside(size, loop))
    return OpFoldResult(size);
  FailureOr<int64_t> constant =
      heddle::computeConstantBound(presburger::BoundType::UB, size);
  if (succeeded(constant))
    return OpFoldResult(rewriter.getIndexAttr(*constant));
  return heddle::reifyUpperBoundOutside(rewriter, loc, size, loop);
}

/// Bytes of one element in memory, if that is known.
static std::optional<int64_t> getElementBytes(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  Type element = type.getElementType();
  if (!type.getLayout().isIdentity() || isa<BaseMemRefType>(element))
    return std::nullopt;
  llvm::TypeSize size = DataLayout::closest(alloc).getTypeSize(element);
  if (size.isScalable())
    return std::nullopt;
  return size.getFixedValue();
}

/// Allocates before `loop` the bytes that `alloc` needs at most, and replaces
/// `alloc` by a view of them.
static LogicalResult hoistLargest(RewriterBase &rewriter, memref::AllocOp alloc,
                                  Operation *loop) {
  std::optional<int64_t> elementBytes = getElementBytes(alloc);
  if (!elementBytes)
    return failure();
  Location loc = alloc.getLoc();
  SmallVector<OpFoldResult> factors;
  int64_t staticBytes = *elementBytes;
  for (int64_t size : alloc.getType().getShape())
    if (!ShapedType::isDynamic(size) &&
        llvm::MulOverflow(staticBytes, size, staticBytes))
      return failure();
  for (Value size : alloc.getDynamicSizes()) {
    FailureOr<OpFoldResult> largest =
        buildLargestSize(rewriter, loc, size, loop);
    if (failed(largest))
      return failure();
    std::optional<int64_t> constant = getConstantIntValue(*largest);
    if (!constant)
      factors.push_back(*largest);
    else if (llvm::MulOverflow(staticBytes, std::max<int64_t>(0, *constant),
                               staticBytes))
      return failure();
  }

  rewriter.setInsertionPoint(loop);
  SmallVector<Value> dynamicBytes;
  if (!factors.empty()) {
    // If the loop does not run, sizes may be below zero.
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value bytes = arith::ConstantIndexOp::create(rewriter, loc, staticBytes);
    for (OpFoldResult factor : factors) {
      Value size = getValueOrCreateConstantIndexOp(rewriter, loc, factor);
      size = arith::MaxSIOp::create(rewriter, loc, size, zero);
      bytes = arith::MulIOp::create(rewriter, loc, bytes, size);
    }
    dynamicBytes.push_back(bytes);
  }
  int64_t extent = factors.empty() ? staticBytes : ShapedType::kDynamic;
  auto type = MemRefType::get({extent}, rewriter.getI8Type(), AffineMap(),
                              alloc.getType().getMemorySpace());
  auto largest = memref::AllocOp::create(rewriter, loc, type, dynamicBytes,
                                         alloc.getAlignmentAttr());
  rewriter.setInsertionPoint(alloc);
  Value start = arith::ConstantIndexOp::create(rewriter, loc, 0);
  rewriter.replaceOpWithNewOp<memref::ViewOp>(alloc, alloc.getType(), largest,
                                              start, alloc.getDynamicSizes());
  return success();
}

/// Moves `alloc` out of the innermost sequential loop around it. A later round
/// looks at the allocation that replaces it before the loop.
static bool hoistOnce(RewriterBase &rewriter, memref::AllocOp alloc) {
  Operation *loop = alloc->getParentOp();
  while (isa_and_present<scf::IfOp>(loop))
    loop = loop->getParentOp();
  if (!loop || !isSequentialLoop(loop) || !alloc.getSymbolOperands().empty() ||
      !isDeadAfterBlock(alloc))
    return false;
  if (llvm::all_of(alloc.getDynamicSizes(),
                   [&](Value size) { return isDefinedOutside(size, loop); })) {
    rewriter.moveOpBefore(alloc, loop);
    return true;
  }
  return succeeded(hoistLargest(rewriter, alloc, loop));
}

unsigned heddle::hoistTileBuffers(RewriterBase &rewriter, Operation *root) {
  unsigned moved = 0;
  for (bool changed = true; changed;) {
    changed = false;
    SmallVector<memref::AllocOp> allocs;
    root->walk([&](memref::AllocOp alloc) { allocs.push_back(alloc); });
    for (memref::AllocOp alloc : allocs)
      if (hoistOnce(rewriter, alloc)) {
        changed = true;
        ++moved;
      }
  }
  return moved;
}

namespace {
struct HoistTileBuffersPass
    : heddle::impl::HoistTileBuffersPassBase<HoistTileBuffersPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    if (heddle::hoistTileBuffers(rewriter, getOperation()) == 0)
      markAllAnalysesPreserved();
  }
};
} // namespace
