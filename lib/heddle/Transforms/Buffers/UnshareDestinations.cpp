//===- UnshareDestinations.cpp - A destination of its own -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only contents that are cheap to make are made twice: uninitialized contents,
// one value, or strips of one value, as in the frame of a padded tensor.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/UnshareDestinations.h"

#include "heddle/Analysis/Destinations/Destinations.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_UNSHAREDESTINATIONSPASS
#include "heddle/Transforms/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;
using namespace mlir::heddle;

/// A frame has two strips for each dim.
static constexpr unsigned kMaxStrips = 16;

/// The insertion that defines `value`, if it inserts a fill into another
/// tensor. The fill writes into the slice that it replaces or into an empty
/// tensor. A fill with other readers does not count.
static tensor::InsertSliceOp getStrip(Value value) {
  auto insert = value.getDefiningOp<tensor::InsertSliceOp>();
  auto fill = insert ? insert.getSource().getDefiningOp<linalg::FillOp>()
                     : linalg::FillOp();
  if (!fill || !fill.hasPureTensorSemantics() || !fill->hasOneUse())
    return nullptr;
  Value filled = fill.getOutputs().front();
  auto slice = filled.getDefiningOp<tensor::ExtractSliceOp>();
  bool isPart = slice && slice.getSource() == insert.getDest() &&
                insert.isSameAs(slice, isEqualConstantIntOrValue);
  return isPart || filled.getDefiningOp<tensor::EmptyOp>() ? insert : nullptr;
}

/// The op that defines the contents of `value`, if these are an empty tensor, a
/// fill of one, or strips in either. Looks through slices of the first two,
/// because all slices have the same contents.
static Operation *getCheapContents(Value value) {
  bool isSlice = false;
  while (auto slice = value.getDefiningOp<tensor::ExtractSliceOp>()) {
    value = slice.getSource();
    isSlice = true;
  }
  Operation *top = value.getDefiningOp();
  unsigned strips = 0;
  while (tensor::InsertSliceOp strip = getStrip(value)) {
    value = strip.getDest();
    if (++strips > kMaxStrips)
      return nullptr;
  }
  auto fill = value.getDefiningOp<linalg::FillOp>();
  bool isCheap = value.getDefiningOp<tensor::EmptyOp>() ||
                 (fill && fill.hasPureTensorSemantics() &&
                  fill.getOutputs().front().getDefiningOp<tensor::EmptyOp>());
  return isCheap && !(isSlice && strips != 0) ? top : nullptr;
}

/// An empty tensor with the extents of `value`, which is an empty tensor, a
/// fill of one, or a slice of either. Its location is `loc`, so that reports
/// on memory tell for which op it is.
static Value createEmptyFor(RewriterBase &rewriter, Location loc, Value value) {
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

/// Creates the same contents once more, with the location of the op that uses
/// them.
static Value cloneContents(RewriterBase &rewriter, Location loc,
                           Value contents) {
  tensor::InsertSliceOp strip = getStrip(contents);
  if (!strip) {
    auto fill = dyn_cast<linalg::FillOp>(getCheapContents(contents));
    Value empty = createEmptyFor(rewriter, loc, contents);
    return fill ? linalg::FillOp::create(rewriter, fill.getLoc(),
                                         fill.getInputs(), empty)
                      .getResult(0)
                : empty;
  }
  Value whole = cloneContents(rewriter, loc, strip.getDest());
  auto fill = strip.getSource().getDefiningOp<linalg::FillOp>();
  Value part = fill.getOutputs().front();
  if (part.getDefiningOp<tensor::EmptyOp>())
    part = createEmptyFor(rewriter, loc, part);
  else
    part = tensor::ExtractSliceOp::create(
        rewriter, loc, strip.getSourceType(), whole, strip.getMixedOffsets(),
        strip.getMixedSizes(), strip.getMixedStrides());
  part = linalg::FillOp::create(rewriter, fill.getLoc(), fill.getInputs(), part)
             .getResult(0);
  return tensor::InsertSliceOp::create(
      rewriter, strip.getLoc(), part, whole, strip.getMixedOffsets(),
      strip.getMixedSizes(), strip.getMixedStrides());
}

/// Erases `contents` and the ops that it is made of, if they have no use left.
static void eraseDeadContents(RewriterBase &rewriter, Operation *contents) {
  SetVector<Operation *> ops;
  ops.insert(contents);
  for (size_t next = 0; next < ops.size(); ++next)
    for (Value operand : ops[next]->getOperands())
      if (Operation *producer = operand.getDefiningOp();
          producer &&
          isa<tensor::EmptyOp, linalg::FillOp, tensor::ExtractSliceOp,
              tensor::InsertSliceOp>(producer))
        ops.insert(producer);
  for (bool changed = true; changed;) {
    changed = false;
    for (Operation *op : llvm::to_vector(ops))
      if (op->use_empty()) {
        ops.remove(op);
        rewriter.eraseOp(op);
        changed = true;
      }
  }
}

/// The use of `result` that continues the computation: its only use or, if it
/// has other readers, the only insertion of it. Null if there is none.
static OpOperand *findNextUse(OpResult result) {
  if (result.hasOneUse())
    return &*result.use_begin();
  OpOperand *found = nullptr;
  for (OpOperand &use : result.getUses()) {
    auto insert = dyn_cast<tensor::InsertSliceOp>(use.getOwner());
    if (!insert)
      continue;
    if (found || &use != &insert.getSourceMutable())
      return nullptr;
    found = &use;
  }
  return found;
}

/// If `use` is of a slice that is computed and inserted again at its place, the
/// destination operand of that insertion. All these values can have one buffer.
static OpOperand *findInsertion(OpOperand &use) {
  auto slice = use.get().getDefiningOp<tensor::ExtractSliceOp>();
  if (!slice)
    return nullptr;
  OpOperand *next = &use;
  while (isa<linalg::LinalgOp, LoopLikeOpInterface>(next->getOwner())) {
    OpResult result;
    if (auto loop = dyn_cast<LoopLikeOpInterface>(next->getOwner()))
      result = loop.getTiedLoopResult(next);
    else if (auto op = cast<linalg::LinalgOp>(next->getOwner());
             op.isDpsInit(next))
      result = op.getTiedOpResult(next);
    next = result ? findNextUse(result) : nullptr;
    if (!next)
      return nullptr;
  }
  auto insert = dyn_cast<tensor::InsertSliceOp>(next->getOwner());
  if (insert && insert.getSource() == next->get() &&
      insert.getDest() == slice.getSource() &&
      insert->getBlock() == use.getOwner()->getBlock() &&
      insert.isSameAs(slice, isEqualConstantIntOrValue))
    return &insert.getDestMutable();
  return nullptr;
}

namespace {
/// A use that writes into contents that are cheap to make: an op, or an op that
/// writes a slice together with the insertion of that slice.
struct Site {
  OpOperand *use;
  OpOperand *insertion;

  tensor::ExtractSliceOp getSlice() const {
    return insertion ? use->get().getDefiningOp<tensor::ExtractSliceOp>()
                     : tensor::ExtractSliceOp();
  }
  Operation *getOwner() const { return use->getOwner(); }
  Value getContents() const {
    return insertion ? insertion->get() : use->get();
  }

  /// True if no other op uses the contents, and they are made as often as this
  /// op runs.
  bool isAlone() const {
    Value contents = getContents();
    Operation *made = getCheapContents(contents);
    return made == contents.getDefiningOp() &&
           contents.hasNUses(insertion ? 2 : 1) &&
           (!insertion || getSlice()->hasOneUse()) &&
           !isRepeated(made, getOwner());
  }
};
} // namespace

/// Moves contents without other users right before their use.
static void sinkContents(RewriterBase &rewriter, const Site &site) {
  Operation *made = site.getContents().getDefiningOp();
  Operation *user = site.insertion ? site.getSlice() : site.getOwner();
  if (!isa<linalg::FillOp, tensor::EmptyOp>(made) ||
      made->getBlock() != user->getBlock())
    return;
  if (made->getNextNode() != user)
    rewriter.moveOpBefore(made, user);
  auto fill = dyn_cast<linalg::FillOp>(made);
  Operation *empty = fill ? fill.getOutputs().front().getDefiningOp() : nullptr;
  if (empty && empty->hasOneUse() && empty->getBlock() == made->getBlock() &&
      empty->getNextNode() != made)
    rewriter.moveOpBefore(empty, made);
}

/// Gives `site` separate contents.
static void unshare(RewriterBase &rewriter, const Site &site) {
  Operation *shared = site.use->get().getDefiningOp();
  Location loc = site.getOwner()->getLoc();
  rewriter.setInsertionPoint(site.getOwner());
  Value own = cloneContents(rewriter, loc, site.getContents());
  Value written = own;
  if (auto slice = site.getSlice()) {
    written = tensor::ExtractSliceOp::create(
        rewriter, slice.getLoc(), slice.getType(), own, slice.getMixedOffsets(),
        slice.getMixedSizes(), slice.getMixedStrides());
    rewriter.modifyOpInPlace(site.insertion->getOwner(),
                             [&] { site.insertion->set(own); });
  }
  rewriter.modifyOpInPlace(site.getOwner(), [&] { site.use->set(written); });
  eraseDeadContents(rewriter, shared);
}

void heddle::unshareDestinations(RewriterBase &rewriter, Operation *root) {
  SmallVector<Site> sites;
  llvm::SmallDenseSet<OpOperand *> insertions;
  root->walk([&](Operation *op) {
    for (OpOperand &use : op->getOpOperands()) {
      if (!isa<RankedTensorType>(use.get().getType()) || !isDestination(use) ||
          insertions.contains(&use))
        continue;
      OpOperand *insertion = findInsertion(use);
      if (!getCheapContents(insertion ? insertion->get() : use.get()))
        continue;
      if (insertion)
        insertions.insert(insertion);
      sites.push_back({&use, insertion});
    }
  });
  SmallPtrSet<Operation *, 8> unshared;
  for (const Site &site : sites) {
    Operation *made = getCheapContents(site.getContents());
    // An earlier site may have erased the ops that made these contents.
    if (!made)
      continue;
    // The last copy of a frame is also repeated, which moves it to its use.
    bool isMoved = isa<tensor::InsertSliceOp>(made) && unshared.contains(made);
    if (isMoved || !site.isAlone()) {
      unshared.insert(made);
      unshare(rewriter, site);
      continue;
    }
    // The last of several sites takes the existing contents.
    if (unshared.contains(made) && isa<tensor::EmptyOp>(made))
      rewriter.modifyOpInPlace(
          made, [&] { made->setLoc(site.getOwner()->getLoc()); });
    sinkContents(rewriter, site);
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
