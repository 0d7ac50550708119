//===- FuseElementwise.cpp - Merge elementwise ops ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans all blocks, emits each group once, and restores the order of the ops.
// How a merged op is made is in MergedGeneric.cpp.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Elementwise/FuseElementwise.h"

#include "ElementwiseReshapes.h"
#include "MergedGeneric.h"
#include "heddle/Analysis/DataFlow/BufferReads.h"
#include "heddle/Transforms/Cleanup/DeadOps.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_FUSEELEMENTWISEPASS
#include "heddle/Transforms/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;
using namespace mlir::heddle;

namespace {
/// A block after emission, in which uses may come before definitions.
class BlockOrder {
public:
  /// The first op of each pair of `order` must come before the second.
  BlockOrder(Block &block, ArrayRef<std::pair<Operation *, Operation *>> order)
      : block(block), order(order) {
    for (Operation &op : block)
      positions[&op] = ops.size(), ops.push_back(&op);
  }

  void restore(RewriterBase &rewriter);

private:
  bool readProducers();
  void schedule(unsigned position);

  Block &block;
  ArrayRef<std::pair<Operation *, Operation *>> order;
  std::vector<Operation *> ops;
  DenseMap<Operation *, unsigned> positions;
  /// The ops that must come before each op.
  std::vector<SmallVector<unsigned, 4>> producers;
  std::vector<unsigned> scheduled;
  std::vector<bool> isScheduled;
};
} // namespace

/// True if an op comes before an op that it uses.
bool BlockOrder::readProducers() {
  bool isBroken = false;
  std::optional<unsigned> lastEffect;
  producers.resize(ops.size());
  for (unsigned position = 0; position < ops.size(); ++position) {
    ops[position]->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands()) {
        auto it = positions.find(operand.getDefiningOp());
        if (it == positions.end() || it->second == position)
          continue;
        producers[position].push_back(it->second);
        isBroken |= it->second > position;
      }
    });
    if (isMemoryEffectFree(ops[position]))
      continue;
    if (lastEffect)
      producers[position].push_back(*lastEffect);
    lastEffect = position;
  }
  for (auto [first, second] : order) {
    unsigned before = positions.at(first), after = positions.at(second);
    producers[after].push_back(before);
    isBroken |= before > after;
  }
  return isBroken;
}

/// Schedules what an op needs, and then the op.
void BlockOrder::schedule(unsigned position) {
  SmallVector<std::pair<unsigned, unsigned>> stack{{position, 0}};
  while (!stack.empty()) {
    auto &[current, next] = stack.back();
    if (isScheduled[current]) {
      stack.pop_back();
    } else if (next < producers[current].size()) {
      unsigned producer = producers[current][next++];
      if (!isScheduled[producer])
        stack.emplace_back(producer, 0);
    } else {
      isScheduled[current] = true;
      scheduled.push_back(current);
      stack.pop_back();
    }
  }
}

/// Ops keep their order, except that an op moves up if an op before it uses
/// it.
void BlockOrder::restore(RewriterBase &rewriter) {
  if (!readProducers())
    return;
  isScheduled.resize(ops.size());
  for (unsigned position = 0; position < ops.size(); ++position)
    schedule(position);
  Block::iterator next = block.begin();
  for (unsigned position : scheduled) {
    if (&*next == ops[position])
      ++next;
    else
      rewriter.moveOpBefore(ops[position], &block, next);
  }
}

/// Makes uses that need only a shape independent of the merged ops.
static void redirectShapeUses(RewriterBase &rewriter, const MergePlan &plan,
                              ShapeSources &shapes) {
  auto sources = llvm::map_to_vector(plan.shapeOnlyUses, [&](OpOperand *use) {
    return shapes.get(use->get());
  });
  for (auto [use, source] : llvm::zip_equal(plan.shapeOnlyUses, sources)) {
    Operation *user = use->getOwner();
    Value value = source;
    if (isa<linalg::LinalgOp>(user)) {
      rewriter.setInsertionPoint(user);
      value = createEmptyLike(rewriter, user->getLoc(), source,
                              cast<RankedTensorType>(use->get().getType()));
    }
    rewriter.startOpModification(user);
    use->set(value);
    rewriter.finalizeOpModification(user);
  }
}

static void emitPlan(RewriterBase &rewriter, Block &block,
                     const MergePlan &plan, FuseElementwiseResult &result) {
  auto order = BufferReads(block.getParentOp()).findOrder(block);
  llvm::SmallDenseMap<Operation *, Operation *> mergedInto;
  ShapeSources shapes;
  redirectShapeUses(rewriter, plan, shapes);
  for (const ElementwiseGroup &group : plan.groups) {
    SmallVector<std::pair<Value, Value>> replacements;
    Operation *merged =
        createMergedGeneric(rewriter, group, shapes, replacements);
    llvm::SmallPtrSet<Operation *, 8> members;
    for (const ElementwiseMember &member : group.members)
      members.insert(member.op);
    for (auto [original, replacement] : replacements)
      rewriter.replaceUsesWithIf(original, replacement, [&](OpOperand &use) {
        return !members.contains(use.getOwner());
      });
    result.fused.push_back(merged);
    for (const ElementwiseMember &member : llvm::reverse(group.members)) {
      result.replaced.emplace_back(member.op, merged);
      mergedInto[member.op] = merged;
      result.deadOriginals.push_back(member.op);
    }
  }
  for (auto &[first, second] : order) {
    if (Operation *merged = mergedInto.lookup(first))
      first = merged;
    if (Operation *merged = mergedInto.lookup(second))
      second = merged;
  }
  BlockOrder(block, order).restore(rewriter);
}

/// The blocks to examine, inner ones first. If a target is a linalg op, then
/// only linalg targets and the ops inside the other targets take part.
static SmallVector<Block *> getBlocks(ArrayRef<Operation *> targets,
                                      ElementwiseFusionOptions &options) {
  llvm::SetVector<Block *> blocks;
  llvm::SmallPtrSet<Operation *, 8> ops;
  bool hasLinalgTarget = false;
  for (Operation *target : targets) {
    if (isa<linalg::LinalgOp>(target)) {
      hasLinalgTarget = true;
      ops.insert(target);
      blocks.insert(target->getBlock());
      continue;
    }
    target->walk([&](linalg::LinalgOp op) { ops.insert(op); });
    target->walk([&](Block *block) {
      if (!isa<linalg::LinalgOp>(block->getParentOp()))
        blocks.insert(block);
    });
  }
  if (hasLinalgTarget)
    options.only = std::move(ops);
  return blocks.takeVector();
}

/// `pair`, with the rule that forbids removing the reshape between the two ops.
static UnmergedPair explain(UnmergedPair pair,
                            const ElementwiseFusionOptions &options) {
  if (!pair.between || pair.isNear)
    return pair;
  std::string rule =
      explainReshape(pair.producer, pair.between, pair.consumer, options);
  if (!rule.empty())
    pair.reason.text += ": " + rule;
  return pair;
}

/// One entry for each member that is computed more than once.
static void describeRecompute(const MergePlan &plan,
                              SmallVectorImpl<Reason> &remarks) {
  for (const ElementwiseGroup &group : plan.groups)
    for (const ElementwiseMember &member : group.members) {
      if (member.recompute.value <= 1)
        continue;
      remarks.push_back(Reason(
          member.op,
          "'" + member.op->getName().getStringRef() + "' is computed " +
              toText(member.recompute),
          {{group.members.back().op, "in the op that it is merged into"}}));
    }
}

/// Gives the reasons of `plans`, those of ops that could nearly be merged
/// first.
static void reportRefusals(RewriterBase &rewriter,
                           ArrayRef<std::pair<Block *, MergePlan>> plans,
                           const ElementwiseFusionOptions &options) {
  for (bool isNear : {true, false})
    for (const auto &[block, plan] : plans)
      for (const UnmergedPair &pair : plan.refusals)
        if (pair.isNear == isNear)
          (void)notifyMatchFailure(rewriter, explain(pair, options).reason);
}

/// The number of ops of a copy of `block` that are merged into others once the
/// reshapes are removed.
static size_t countMerged(Block &block, const ElementwiseFusionOptions &options,
                          bool withSecondUses) {
  IRMapping mapping;
  OwningOpRef<Operation *> copy = block.getParentOp()->clone(mapping);
  ElementwiseFusionOptions own = options;
  if (own.only) {
    own.only->clear();
    for (Operation *op : *options.only)
      if (Operation *copied = mapping.lookupOrNull(op))
        own.only->insert(copied);
  }
  IRRewriter rewriter(block.getParentOp()->getContext());
  Block &copied = *mapping.lookup(&block);
  moveReshapes(rewriter, copied, own, withSecondUses, nullptr);
  size_t count = 0;
  for (const ElementwiseGroup &group :
       planElementwiseFusion(copied, own).groups)
    count += group.members.size() - 1;
  return count;
}

/// True if more ops of `block` can be merged where reshapes of values with
/// other uses move, too. The ops that have to wait then are known only after
/// the change, so this makes it in a copy.
static bool mergesAcrossSecondUses(Block &block,
                                   const ElementwiseFusionOptions &options) {
  return hasReshapeBetween(block, options, /*withSecondUses=*/true) &&
         countMerged(block, options, /*withSecondUses=*/true) >
             countMerged(block, options, /*withSecondUses=*/false);
}

FailureOr<FuseElementwiseResult>
heddle::fuseElementwise(RewriterBase &rewriter, ArrayRef<Operation *> targets,
                        const ElementwiseFusionOptions &options,
                        ReplacementCallback notifyReplaced, bool mayDoNothing) {
  ElementwiseFusionOptions own = options;
  SmallVector<Block *> blocks = getBlocks(targets, own);
  SmallVector<std::pair<Block *, MergePlan>> plans;
  llvm::SmallPtrSet<Block *, 4> withSecondUses;
  bool isEmpty = true;
  for (Block *block : blocks) {
    plans.emplace_back(block, planElementwiseFusion(*block, own));
    if (mergesAcrossSecondUses(*block, own))
      withSecondUses.insert(block);
    isEmpty &= plans.back().second.groups.empty() &&
               !withSecondUses.contains(block) &&
               !hasReshapeBetween(*block, own, /*withSecondUses=*/false);
  }
  FuseElementwiseResult result;
  auto explainOwn = [&](const UnmergedPair &pair) {
    return explain(pair, own);
  };
  if (!isEmpty) {
    // A block may refer to values of a block around it. So inner blocks come
    // first, and the outer blocks are planned again.
    for (Block *block : blocks) {
      moveReshapes(rewriter, *block, own, withSecondUses.contains(block),
                   notifyReplaced);
      MergePlan plan = planElementwiseFusion(*block, own);
      llvm::append_range(result.refusals,
                         llvm::map_range(plan.refusals, explainOwn));
      describeRecompute(plan, result.recomputed);
      if (!plan.groups.empty())
        emitPlan(rewriter, *block, plan, result);
    }
    return result;
  }
  if (!mayDoNothing) {
    reportRefusals(rewriter, plans, own);
    return failure();
  }
  for (const auto &[block, plan] : plans)
    llvm::append_range(result.refusals,
                       llvm::map_range(plan.refusals, explainOwn));
  return result;
}

namespace {
struct FuseElementwisePass
    : heddle::impl::FuseElementwisePassBase<FuseElementwisePass> {
  using FuseElementwisePassBase::FuseElementwisePassBase;

  void runOnOperation() override {
    ElementwiseFusionOptions options;
    options.sharedInput = sharedInput;
    options.diffShapes = diffShapes;
    options.oneUse = oneUse;
    if (maxOperands != -1)
      options.maxOperands = maxOperands;
    if (maxOps != -1)
      options.maxOps = maxOps;
    if (maxRecompute != -1)
      options.maxRecompute = maxRecompute;
    if (std::optional<std::string> text = findInvalidOption(options)) {
      getOperation()->emitError(*text);
      return signalPassFailure();
    }
    IRRewriter rewriter(&getContext());
    FailureOr<FuseElementwiseResult> result =
        fuseElementwise(rewriter, getOperation(), options);
    if (succeeded(result))
      eraseDeadOps(rewriter, result->deadOriginals);
  }
};
} // namespace
