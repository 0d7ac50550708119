//===- RenewViews.cpp - A view for each state of memory -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `bufferization.to_tensor` has the effect of a read. CSE keeps two of them
// apart if there is a write between them, and then also what reads them. So a
// use after a write gets a `to_tensor` of its own, with the slices, casts and
// reshapes that lead to the use. Where canonicalization may replace an op by
// the view, the op gets a copy of it.
//
// All uses are found before the first change.
//
//===----------------------------------------------------------------------===//

#include "RenewViews.h"

#include "heddle/Analysis/DataFlow/BufferReads.h"
#include "heddle/Analysis/DataFlow/ForwardedViews.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ParallelCombiningOpInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {

/// A use that gets a new view. `chain` leads from the `to_tensor` to it.
struct LateUse {
  OpOperand *use;
  SmallVector<Operation *> chain;
  Operation *before;
};

class ViewRenewal {
public:
  ViewRenewal(RewriterBase &rewriter, Operation *scope, Operation *root)
      : rewriter(rewriter), scope(scope), root(root), reads(scope) {}

  void find(bufferization::ToTensorOp view);
  void apply();

private:
  void findIn(SmallVectorImpl<Operation *> &chain);
  Operation *findPlace(Operation *from, Operation *user, Operation *reader);
  bool isReadLater(Operation *op);
  void copyView(OpOperand &use);

  RewriterBase &rewriter;
  Operation *scope, *root;
  BufferReads reads;
  SmallVector<LateUse> uses;
  llvm::SmallSetVector<linalg::GenericOp, 4> copies;
  /// Uses that read a copy of the view.
  SmallVector<OpOperand *> copied;
};

} // namespace

/// The op before which `user` needs a new view: the outermost op around
/// `user`, or `user` itself, such that a write to the memory of `reader` may
/// come after `from` and before that op, and that has no such write inside.
/// Null if there is no write.
Operation *ViewRenewal::findPlace(Operation *from, Operation *user,
                                  Operation *reader) {
  Operation *place = user;
  while (place->getBlock() != from->getBlock()) {
    Operation *parent = place->getParentOp();
    if (reads.mayChange(parent, reader))
      return place;
    // Another block of one region.
    if (parent->isProperAncestor(from))
      return nullptr;
    place = parent;
  }
  return reads.findWrite(reader, from, place) ? place : nullptr;
}

/// True if canonicalization may replace a result of an op by what `use` uses: a
/// loop without iterations by what it starts from, an op without elements by
/// its destination, a pad that adds nothing by its source.
static bool mayBeForwarded(OpOperand &use) {
  Operation *op = use.getOwner();
  if (!isa<RankedTensorType>(use.get().getType()))
    return false;
  if (auto destination = dyn_cast<DestinationStyleOpInterface>(op);
      destination && destination.isDpsInit(&use))
    return true;
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op);
      loop && loop.getTiedLoopResult(&use))
    return true;
  return isa<tensor::InsertSliceOp, tensor::PadOp, tensor::ConcatOp,
             linalg::TransposeOp, linalg::BroadcastOp>(op);
}

/// True if what `op` reads may change before its results are used.
bool ViewRenewal::isReadLater(Operation *op) {
  if (!reads.mayChange(scope, op))
    return false;
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    return isPartOfBuffer(user) || user->hasTrait<OpTrait::IsTerminator>() ||
           findPlace(op, user, op);
  });
}

/// Looks at the uses of the last op of `chain`.
void ViewRenewal::findIn(SmallVectorImpl<Operation *> &chain) {
  Value tensor = chain.back()->getResult(0);
  for (OpOperand &use : tensor.getUses()) {
    Operation *reader = use.getOwner();
    if (!root->isAncestor(reader) || isa<tensor::DimOp>(reader) ||
        reader->hasTrait<OpTrait::IsTerminator>())
      continue;
    // The end of a parallel loop has room for insertions only.
    bool isInsertion = isa<InParallelOpInterface>(reader->getParentOp());
    Operation *user = isInsertion ? reader->getParentOp() : reader;
    bool isShared = !tensor.hasOneUse() || !chain.front()->hasOneUse();
    Operation *place =
        isShared ? findPlace(chain.back(), user, reader) : nullptr;
    if (place)
      uses.push_back({&use, llvm::to_vector(chain), place});
    if (auto generic = dyn_cast<linalg::GenericOp>(reader);
        generic && isPlainCopy(generic) && isReadLater(generic))
      copies.insert(generic);
    else if (mayBeForwarded(use) && isReadLater(reader))
      copied.push_back(&use);
    if (isPartOfBuffer(reader) && use.getOperandNumber() == 0) {
      chain.push_back(reader);
      findIn(chain);
      chain.pop_back();
    }
  }
}

/// In the memory of a writable view an op may compute in place, and a second
/// view of this memory would hide that.
void ViewRenewal::find(bufferization::ToTensorOp view) {
  SmallVector<Operation *> chain = {view};
  if (!view.getWritable())
    findIn(chain);
}

/// Lets `use` use a copy of the tensor. `linalg.copy` is never folded.
void ViewRenewal::copyView(OpOperand &use) {
  Operation *reader = use.getOwner();
  Location loc = reader->getLoc();
  rewriter.setInsertionPoint(reader);
  auto type = cast<RankedTensorType>(use.get().getType());
  Value empty = tensor::EmptyOp::create(
      rewriter, loc, tensor::getMixedSizes(rewriter, loc, use.get()),
      type.getElementType(), type.getEncoding());
  auto copy = linalg::CopyOp::create(rewriter, loc, use.get(), empty);
  rewriter.modifyOpInPlace(reader, [&] { use.set(copy.getResult(0)); });
}

void ViewRenewal::apply() {
  OpBuilder::InsertionGuard guard(rewriter);
  for (const LateUse &late : uses) {
    rewriter.setInsertionPoint(late.before);
    Value renewed;
    for (Operation *op : late.chain) {
      Operation *clone = rewriter.clone(*op);
      if (renewed)
        rewriter.modifyOpInPlace(clone, [&] { clone->setOperand(0, renewed); });
      renewed = clone->getResult(0);
    }
    rewriter.modifyOpInPlace(late.use->getOwner(),
                             [&] { late.use->set(renewed); });
  }
  for (OpOperand *use : copied)
    copyView(*use);
  for (linalg::GenericOp copy : copies) {
    rewriter.setInsertionPoint(copy);
    rewriter.replaceOpWithNewOp<linalg::CopyOp>(copy, copy.getInputs(),
                                                copy.getOutputs());
  }
}

void heddle::renewViews(RewriterBase &rewriter, Operation *root) {
  Operation *scope = root;
  if (!root->hasTrait<OpTrait::IsIsolatedFromAbove>())
    if (Operation *parent =
            root->getParentWithTrait<OpTrait::IsIsolatedFromAbove>())
      scope = parent;
  SmallVector<bufferization::ToTensorOp> views;
  scope->walk([&](bufferization::ToTensorOp view) { views.push_back(view); });
  if (views.empty())
    return;
  ViewRenewal renewal(rewriter, scope, root);
  for (bufferization::ToTensorOp view : views)
    renewal.find(view);
  renewal.apply();
}

/// The name of the attributes that keep `to_buffer` ops apart.
static constexpr StringLiteral kBufferAttrName = "heddle.buffer";

void heddle::keepBuffersApart(RewriterBase &rewriter, Operation *root) {
  int64_t number = 0;
  root->walk([&](bufferization::ToBufferOp op) {
    if (!op.getReadOnly())
      rewriter.modifyOpInPlace(op, [&] {
        op->setDiscardableAttr(kBufferAttrName,
                               rewriter.getIndexAttr(number++));
      });
  });
}

void heddle::releaseBuffers(RewriterBase &rewriter, Operation *root) {
  root->walk([&](bufferization::ToBufferOp op) {
    if (op->hasAttr(kBufferAttrName))
      rewriter.modifyOpInPlace(
          op, [&] { op->removeDiscardableAttr(kBufferAttrName); });
  });
}
