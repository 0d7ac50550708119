//===- RenewViews.cpp - A view for each state of memory -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `bufferization.to_tensor` has the effect of a read. CSE keeps two of them
// apart if there is a write between them, and then also what reads them. So a
// use after a write gets a `to_tensor` of its own, with the slices, casts and
// reshapes that lead to the use.
//
// All uses are found before the first change.
//
//===----------------------------------------------------------------------===//

#include "RenewViews.h"

#include "heddle/Analysis/DataFlow/BufferReads.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
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
  bool isReadLater(linalg::GenericOp copy);

  RewriterBase &rewriter;
  Operation *scope, *root;
  BufferReads reads;
  SmallVector<LateUse> uses;
  llvm::SmallSetVector<linalg::GenericOp, 4> copies;
};

} // namespace

/// The outermost op around `user`, or `user`, that a write to the memory of
/// `reader` may precede, after `from`, and that has no such write itself; null
/// if there is no write.
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

static bool isView(Operation *op) {
  return isa<tensor::ExtractSliceOp, tensor::CastOp, tensor::CollapseShapeOp,
             tensor::ExpandShapeOp>(op);
}

/// True for a generic that canonicalization replaces by what it copies.
static bool isCopy(linalg::GenericOp op) {
  return op.getNumDpsInputs() == 1 && op.getNumDpsInits() == 1 &&
         op.getNumResults() == 1 &&
         llvm::all_equal(op.getIndexingMapsArray()) &&
         op.getIndexingMapsArray().front().isIdentity() &&
         op.getBody()->getOperations().size() == 1 &&
         op.getBody()->getTerminator()->getOperand(0) ==
             op.getBody()->getArgument(0);
}

/// True if what `copy` reads may change before its result is used.
bool ViewRenewal::isReadLater(linalg::GenericOp copy) {
  if (!reads.mayChange(scope, copy))
    return false;
  return llvm::any_of(copy->getUsers(), [&](Operation *user) {
    return isView(user) || user->hasTrait<OpTrait::IsTerminator>() ||
           findPlace(copy, user, copy);
  });
}

/// Looks at the uses of the last op of `chain`.
void ViewRenewal::findIn(SmallVectorImpl<Operation *> &chain) {
  Value tensor = chain.back()->getResult(0);
  for (OpOperand &use : tensor.getUses()) {
    Operation *reader = use.getOwner();
    if (!root->isAncestor(reader) || isa<tensor::DimOp>(reader) ||
        reader->hasTrait<OpTrait::IsTerminator>() ||
        isa<ParallelCombiningOpInterface>(reader->getParentOp()))
      continue;
    bool isShared = !tensor.hasOneUse() || !chain.front()->hasOneUse();
    Operation *place =
        isShared ? findPlace(chain.back(), reader, reader) : nullptr;
    if (place)
      uses.push_back({&use, llvm::to_vector(chain), place});
    if (auto generic = dyn_cast<linalg::GenericOp>(reader);
        generic && isCopy(generic) && isReadLater(generic))
      copies.insert(generic);
    if (isView(reader) && use.getOperandNumber() == 0) {
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
