//===- FuseParallelLoops.cpp - Fuse parallel loops of blocks --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes through the blocks of the payload and fuses pairs of loops until no
// fusible pair is left.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Loops/FuseParallelLoops.h"

#include "heddle/Transforms/Loops/FuseSiblingLoops.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

/// The parallel loops of each block in `targets` with several such loops.
static SmallVector<SmallVector<Operation *>>
getSiblings(ArrayRef<Operation *> targets) {
  llvm::SetVector<Block *> blocks;
  for (Operation *target : targets)
    target->walk<WalkOrder::PreOrder>([&](scf::ParallelOp loop) {
      if (loop != target)
        blocks.insert(loop->getBlock());
    });
  SmallVector<SmallVector<Operation *>> result;
  for (Block *block : blocks) {
    SmallVector<Operation *> loops;
    for (scf::ParallelOp loop : block->getOps<scf::ParallelOp>())
      loops.push_back(loop);
    if (loops.size() > 1)
      result.push_back(loops);
  }
  return result;
}

namespace {
class ParallelLoopFuser {
public:
  ParallelLoopFuser(RewriterBase &rewriter) : rewriter(rewriter) {}

  /// Fuses what it can of `siblings`, in order; true if it fused any.
  bool fuseSiblings(ArrayRef<Operation *> siblings);

  llvm::SetVector<Operation *> fused;
  SmallVector<LoopsApart> apart;

private:
  RewriterBase &rewriter;
};
} // namespace

bool ParallelLoopFuser::fuseSiblings(ArrayRef<Operation *> siblings) {
  bool changed = false;
  // The loops before the current one, in order.
  SmallVector<Operation *> done;
  for (Operation *loop : siblings) {
    auto findPlace = [&] {
      return llvm::partition_point(
          done, [&](Operation *other) { return other->isBeforeInBlock(loop); });
    };
    for (unsigned i = done.size(); i-- > 0;) {
      SiblingFusion plan = planSiblingFusion(done[i], loop);
      if (plan.obstacle) {
        apart.push_back({done[i], loop, *plan.obstacle});
        continue;
      }
      llvm::erase_if(apart, [&](const LoopsApart &pair) {
        return pair.first == done[i] || pair.second == done[i] ||
               pair.second == loop;
      });
      fused.remove(done[i]);
      done.erase(done.begin() + i);
      loop = emitSiblingFusion(rewriter, plan);
      fused.insert(loop);
      changed = true;
      // Loops in between that depend on the first loop come after the fused
      // loop now.
      i = findPlace() - done.begin();
    }
    done.insert(findPlace(), loop);
  }
  return changed;
}

FailureOr<ParallelFusionResult>
heddle::fuseParallelLoops(RewriterBase &rewriter,
                          ArrayRef<Operation *> targets) {
  OpBuilder::InsertionGuard guard(rewriter);
  ParallelLoopFuser fuser(rewriter);
  // Loops in loops that were fused are siblings afterwards.
  for (bool changed = true; changed;) {
    changed = false;
    fuser.apart.clear();
    for (ArrayRef<Operation *> siblings : getSiblings(targets))
      changed |= fuser.fuseSiblings(siblings);
  }
  if (!fuser.fused.empty())
    return ParallelFusionResult{llvm::to_vector(fuser.fused), fuser.apart};
  for (const LoopsApart &pair : fuser.apart)
    (void)notifyMatchFailure(rewriter, pair.obstacle);
  if (fuser.apart.empty() && !targets.empty())
    (void)rewriter.notifyMatchFailure(
        targets.front(), "expects a block with two 'scf.parallel' in it");
  return failure();
}
