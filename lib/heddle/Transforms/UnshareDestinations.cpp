//===- UnshareDestinations.cpp - A destination of its own -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only contents that are cheap to make are made twice: none, or one value.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/UnshareDestinations.h"

#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_UNSHAREDESTINATIONSPASS
#include "heddle/Transforms/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

/// True if the op that has `use` writes into it, itself or in its body.
static bool isDestination(OpOperand &use) {
  if (auto loop = dyn_cast<LoopLikeOpInterface>(use.getOwner()))
    return loop.getTiedLoopRegionIterArg(&use) != nullptr;
  auto dps = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
  return dps && dps.isDpsInit(&use);
}

/// True if `user` may be executed more than once for each execution of `def`.
static bool isRepeated(Operation *def, Operation *user) {
  for (Operation *parent = user->getParentOp();
       parent && !parent->isAncestor(def); parent = parent->getParentOp())
    if (isa<LoopLikeOpInterface>(parent))
      return true;
  return false;
}

/// The op that makes `value` what it is, if that is an empty tensor or a fill
/// of one; looks through slices, all of which have the same contents.
static Operation *getCheapContents(Value value) {
  while (auto slice = value.getDefiningOp<tensor::ExtractSliceOp>())
    value = slice.getSource();
  if (auto fill = value.getDefiningOp<linalg::FillOp>();
      fill && fill.hasPureTensorSemantics() &&
      fill.getOutputs().front().getDefiningOp<tensor::EmptyOp>())
    return fill;
  return value.getDefiningOp<tensor::EmptyOp>();
}

/// An empty tensor with the extents of `value`, which is an empty tensor, a
/// fill of one, or a slice of either. It stands where `loc` says: reports on
/// memory then tell for which op it is.
static Value createEmptyLike(RewriterBase &rewriter, Location loc,
                             Value value) {
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    value = fill.getOutputs().front();
  if (auto empty = value.getDefiningOp<tensor::EmptyOp>())
    return tensor::EmptyOp::create(rewriter, loc, empty.getType(),
                                   empty.getDynamicSizes());
  auto slice = value.getDefiningOp<tensor::ExtractSliceOp>();
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  SmallVector<OpFoldResult> extents;
  for (auto [dim, extent] : llvm::enumerate(slice.getMixedSizes()))
    if (!dropped.test(dim))
      extents.push_back(extent);
  return tensor::EmptyOp::create(rewriter, loc, extents,
                                 slice.getType().getElementType(),
                                 slice.getType().getEncoding());
}

/// Makes the contents of `use` anew, right before its owner.
static void cloneContents(RewriterBase &rewriter, OpOperand &use) {
  rewriter.setInsertionPoint(use.getOwner());
  Value contents =
      createEmptyLike(rewriter, use.getOwner()->getLoc(), use.get());
  if (auto fill = dyn_cast<linalg::FillOp>(getCheapContents(use.get())))
    contents = linalg::FillOp::create(rewriter, fill.getLoc(), fill.getInputs(),
                                      contents)
                   .getResult(0);
  rewriter.modifyOpInPlace(use.getOwner(), [&] { use.set(contents); });
}

/// Erases a slice, a fill or an empty tensor that has no use left, and what it
/// is made of.
static void eraseDeadContents(RewriterBase &rewriter, Operation *op) {
  while (op && op->use_empty()) {
    Operation *source = nullptr;
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
      source = slice.getSource().getDefiningOp();
    else if (auto fill = dyn_cast<linalg::FillOp>(op))
      source = fill.getOutputs().front().getDefiningOp();
    rewriter.eraseOp(op);
    op = source;
  }
}

/// If `use` is a slice of contents that nobody else has, into which what is
/// made of it is inserted again: where that is inserted. All of it can be one
/// buffer.
static OpOperand *findInsertion(OpOperand &use) {
  auto slice = use.get().getDefiningOp<tensor::ExtractSliceOp>();
  if (!slice || !slice->hasOneUse() || !slice.getSource().hasNUses(2))
    return nullptr;
  OpOperand *next = &use;
  while (auto op = dyn_cast<linalg::LinalgOp>(next->getOwner())) {
    if (!op.isDpsInit(next) || !op.getTiedOpResult(next).hasOneUse())
      return nullptr;
    next = &*op.getTiedOpResult(next).use_begin();
  }
  auto insert = dyn_cast<tensor::InsertSliceOp>(next->getOwner());
  if (insert && insert.getSource() == next->get() &&
      insert.getDest() == slice.getSource() &&
      insert->getBlock() == slice->getBlock() &&
      insert.getMixedOffsets() == slice.getMixedOffsets() &&
      insert.getMixedSizes() == slice.getMixedSizes() &&
      insert.getMixedStrides() == slice.getMixedStrides())
    return &insert.getDestMutable();
  return nullptr;
}

void heddle::unshareDestinations(RewriterBase &rewriter, Operation *root) {
  SmallVector<OpOperand *> uses;
  root->walk([&](Operation *op) {
    for (OpOperand &use : op->getOpOperands())
      if (isa<RankedTensorType>(use.get().getType()) && isDestination(use) &&
          getCheapContents(use.get()))
        uses.push_back(&use);
  });
  DenseSet<OpOperand *> kept;
  for (OpOperand *use : uses) {
    OpOperand *insertion = findInsertion(*use);
    if (!insertion ||
        isRepeated(getCheapContents(use->get()), insertion->getOwner()))
      continue;
    kept.insert(use);
    kept.insert(insertion);
  }
  SmallPtrSet<Operation *, 8> unshared;
  for (OpOperand *use : uses) {
    if (kept.contains(use))
      continue;
    Value contents = use->get();
    Operation *origin = getCheapContents(contents);
    bool isSlice = origin != contents.getDefiningOp();
    if (!isSlice && contents.hasOneUse() &&
        !isRepeated(origin, use->getOwner())) {
      // The last one of several takes what there was.
      if (unshared.contains(origin) && isa<tensor::EmptyOp>(origin))
        rewriter.modifyOpInPlace(
            origin, [&] { origin->setLoc(use->getOwner()->getLoc()); });
      continue;
    }
    unshared.insert(origin);
    cloneContents(rewriter, *use);
    eraseDeadContents(rewriter, contents.getDefiningOp());
  }
}

namespace {
struct UnshareDestinationsPass
    : heddle::impl::UnshareDestinationsPassBase<UnshareDestinationsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    heddle::unshareDestinations(rewriter, getOperation());
  }
};
} // namespace
