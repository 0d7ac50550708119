//===- ShortenLifetimes.cpp - Buffers live while they are used ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule. Let D free the value v in block B, itself or as an scf.if that does
// nothing else, and let A be all values that may refer to what D frees. D moves
// up to right after the last op of B that comes before it and is, or holds in
// a region, what D needs or a use of a value of A. What is only computed for D,
// such as the base of v, moves along.
//
// Why it is right. (1) Each access to the allocation is a use of a value of A:
// the origins of v are found by following v backward through views and
// branches; each is an allocation, which nothing refers to before, or the
// result of a function whose results are allocated for its caller alone. If D
// has a condition, v and the condition are followed together as far as they
// come from the same branches and loops: where the condition is false, nothing
// is freed. A contains all values that follow from the origins. If an op might
// make a reference that the walk does not see, the walk stops and D stays. (2)
// Only ops of B, and of their regions, run between the new place of D and the
// old one. These ops do not access the allocation: views do not, nor do other
// deallocations, because nothing is freed twice. (3) The ops of a block run one
// after the other, so D still runs once whenever B runs to the old place of D.
// A call that does not keep a buffer no longer uses it after it has returned.
// No op in between waits for another thread, because ops outside the dialects
// in BufferReferences.cpp stop the walk.
//
// An allocation reads and writes nothing, so it can move down to the op that
// first uses it, or holds that use in a region.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/ShortenLifetimes.h"
#include "heddle/Analysis/DataFlow/Views.h"

#include "BufferReferences.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_SHORTENLIFETIMESPASS
#include "heddle/Transforms/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;
using namespace mlir::heddle;

namespace {
/// An op that frees buffers, and the ops that are computed for it alone.
struct Release {
  Operation *op;
  Value condition;
  SmallVector<Value> buffers;
  SetVector<Operation *> moved;
};
} // namespace

/// Appends to `release.moved` the pure ops before the release whose results
/// only it uses.
static void collectMoved(Release &release) {
  Block *block = release.op->getBlock();
  release.moved.insert(release.op);
  auto isOnlyForMoved = [&](Operation *op) {
    return op->getBlock() == block && op->getNumRegions() == 0 && isPure(op) &&
           !readsBufferForView(op) &&
           llvm::all_of(op->getUsers(), [&](Operation *user) {
             Operation *ancestor = block->findAncestorOpInBlock(*user);
             return ancestor && release.moved.contains(ancestor);
           });
  };
  for (size_t next = 0; next < release.moved.size(); ++next)
    release.moved[next]->walk([&](Operation *op) {
      for (Value operand : op->getOperands())
        if (Operation *def = operand.getDefiningOp())
          if (isOnlyForMoved(def))
            release.moved.insert(def);
    });
}

/// `op` if it only frees, perhaps under a condition.
static std::optional<Release> getRelease(Operation *op) {
  Release release{op, nullptr, {}, {}};
  if (auto dealloc = dyn_cast<memref::DeallocOp>(op)) {
    release.buffers.push_back(dealloc.getMemref());
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    if (branch->getNumResults() != 0 ||
        (branch.elseBlock() &&
         !branch.elseBlock()->without_terminator().empty()))
      return std::nullopt;
    release.condition = branch.getCondition();
    for (Operation &nested : branch.thenBlock()->without_terminator()) {
      auto dealloc = dyn_cast<memref::DeallocOp>(nested);
      if (!dealloc)
        return std::nullopt;
      release.buffers.push_back(dealloc.getMemref());
    }
  }
  if (release.buffers.empty())
    return std::nullopt;
  collectMoved(release);
  return release;
}

/// The last op of the block of `release` that has to come before it; null if
/// `release` has to stay.
static Operation *findLastUse(const Release &release,
                              BufferReferences &references) {
  Block *block = release.op->getBlock();
  Operation *last = nullptr;
  auto comeAfter = [&](Operation *op) {
    Operation *ancestor = op ? block->findAncestorOpInBlock(*op) : nullptr;
    if (ancestor && ancestor->isBeforeInBlock(release.op) &&
        !release.moved.contains(ancestor) &&
        (!last || last->isBeforeInBlock(ancestor)))
      last = ancestor;
  };
  for (Value buffer : release.buffers) {
    auto values = references.find(buffer, release.condition);
    if (!values)
      return nullptr;
    for (Value value : *values)
      for (OpOperand &use : value.getUses())
        if (!isa<memref::DeallocOp>(use.getOwner()) && !isOnlyViewed(use))
          comeAfter(use.getOwner());
  }
  for (Operation *moved : release.moved)
    moved->walk([&](Operation *op) {
      for (Value operand : op->getOperands())
        comeAfter(operand.getDefiningOp());
    });
  return last;
}

/// The first op of the block of `alloc` that uses it; null if there is none or
/// if other blocks use it.
static Operation *findFirstUse(memref::AllocOp alloc) {
  Block *block = alloc->getBlock();
  Operation *first = nullptr;
  for (Operation *user : alloc->getUsers()) {
    Operation *ancestor = block->findAncestorOpInBlock(*user);
    if (!ancestor)
      return nullptr;
    if (!first || ancestor->isBeforeInBlock(first))
      first = ancestor;
  }
  return first;
}

unsigned heddle::shortenLifetimes(RewriterBase &rewriter, Operation *root) {
  SmallVector<std::pair<Operation *, Operation *>> allocs;
  SmallVector<std::pair<Release, Operation *>> releases;
  BufferReferences references(root);
  root->walk([&](Operation *op) {
    if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
      Operation *first = findFirstUse(alloc);
      if (first && first != alloc->getNextNode())
        allocs.push_back({alloc, first});
    } else if (std::optional<Release> release = getRelease(op)) {
      Operation *last = findLastUse(*release, references);
      if (last && !release->moved.contains(last->getNextNode()))
        releases.push_back({std::move(*release), last});
    }
  });
  for (auto [alloc, first] : allocs)
    rewriter.moveOpBefore(alloc, first);
  // In the list, an op comes before the ops that it needs.
  for (auto &[release, last] : releases)
    for (Operation *moved : release.moved)
      rewriter.moveOpAfter(moved, last);
  return allocs.size() + releases.size();
}

namespace {
struct ShortenLifetimesPass
    : heddle::impl::ShortenLifetimesPassBase<ShortenLifetimesPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    if (heddle::shortenLifetimes(rewriter, getOperation()) == 0)
      markAllAnalysesPreserved();
  }
};
} // namespace
