//===- FuseAffineLoops.cpp - Fuse affine loop nests -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Picks pairs of loops and the depth of a fusion, and carries it out. Slices,
// their cost and their code come from upstream's utilities for affine fusion.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/FuseAffineLoops.h"

#include "heddle/Analysis/AffineDependence.h"
#include "heddle/Transforms/FuseSiblingLoops.h"

#include "mlir/Dialect/Affine/LoopFusionUtils.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::affine;

//===----------------------------------------------------------------------===//
// Buffers that become smaller
//===----------------------------------------------------------------------===//

/// Replaces `memref`, which only `loop` uses, by a buffer of what one iteration
/// of its loops down to `depth` touches, if that is less.
static void shrinkBuffer(RewriterBase &rewriter, Value memref, AffineForOp loop,
                         unsigned depth, const AffineFusionOptions &options) {
  auto type = cast<MemRefType>(memref.getType());
  if (!type.getLayout().isIdentity())
    return;
  std::optional<MemRefRegion> region;
  for (Operation *user : memref.getUsers()) {
    if (!loop->isAncestor(user))
      continue;
    MemRefRegion own(user->getLoc());
    if (failed(own.compute(user, depth)))
      return;
    if (!region)
      region.emplace(std::move(own));
    else if (failed(region->unionBoundingBox(own)))
      return;
  }
  SmallVector<int64_t> shape;
  SmallVector<AffineMap> offsets;
  std::optional<int64_t> size =
      region ? region->getConstantBoundingSizeAndShape(&shape, &offsets)
             : std::nullopt;
  if (!size || (type.hasStaticShape() && *size >= type.getNumElements()))
    return;

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
    if (offset.getNumResults() != 1)
      return;
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
  if (failed(replaceAllMemRefUsesWith(
          memref, buffer, /*extraIndices=*/{},
          AffineMap::get(outer.size() + rank, 0, remap, context),
          /*extraOperands=*/outer))) {
    rewriter.eraseOp(buffer.getDefiningOp());
    return;
  }
  // What is left frees it.
  rewriter.replaceAllUsesWith(memref, buffer);
  rewriter.eraseOp(alloc);
}

//===----------------------------------------------------------------------===//
// Pairs of loops
//===----------------------------------------------------------------------===//

namespace {
/// How a producer is computed inside its consumer.
struct Slice {
  unsigned depth = 0;
  ComputationSliceState state;
  int64_t cost = 0;
};

class AffineLoopFuser {
public:
  AffineLoopFuser(RewriterBase &rewriter, const AffineFusionOptions &options)
      : rewriter(rewriter), options(options) {}

  FailureOr<SmallVector<Operation *>> run(ArrayRef<Operation *> targets);

private:
  using Group = SmallVector<AffineForOp>;

  SmallVector<Group> getGroups(ArrayRef<Operation *> targets);
  bool fuseOneProducer(Group &group);
  bool fuseOneSibling(Group &group);
  bool fuseProducer(AffineForOp producer, AffineForOp consumer);
  std::optional<Slice> chooseSlice(AffineForOp producer, AffineForOp consumer,
                                   unsigned numOuter);
  AffineForOp mergeProducer(AffineForOp producer, AffineForOp consumer);
  AffineForOp fuseSiblings(AffineForOp first, AffineForOp second);
  AffineForOp merge(const SiblingFusion &plan);

  /// Remembers why two loops stay apart; told only if nothing is fused.
  void refuse(Operation *op, const FusionObstacle &obstacle) {
    reasons.emplace_back(op, obstacle.reason);
    llvm::append_range(reasons, obstacle.notes);
  }
  void refuse(Operation *op, const Twine &reason) {
    reasons.emplace_back(op, reason.str());
  }

  RewriterBase &rewriter;
  const AffineFusionOptions &options;
  SmallVector<std::pair<Operation *, std::string>> reasons;
  llvm::SetVector<Operation *> fused;
};
} // namespace

static constexpr StringLiteral kUnknownTrips =
    "expects loops whose trip counts are known";

/// The number of affine loops around `loop`.
static unsigned getNumOuterLoops(AffineForOp loop) {
  SmallVector<AffineForOp> loops;
  getAffineForIVs(*loop, &loops);
  return loops.size();
}

std::optional<Slice> AffineLoopFuser::chooseSlice(AffineForOp producer,
                                                  AffineForOp consumer,
                                                  unsigned numOuter) {
  LoopNestStats producerStats, consumerStats;
  if (!getLoopNestStats(producer, &producerStats) ||
      !getLoopNestStats(consumer, &consumerStats)) {
    refuse(consumer, kUnknownTrips);
    return std::nullopt;
  }
  int64_t before = getComputeCost(producer, producerStats) +
                   getComputeCost(consumer, consumerStats);
  SmallVector<Operation *> accesses;
  consumer.walk([&](Operation *op) {
    if (isa<AffineReadOpInterface, AffineWriteOpInterface>(op))
      accesses.push_back(op);
  });
  SmallVector<AffineForOp> loops;
  unsigned maxDepth = getInnermostCommonLoopDepth(accesses, &loops) - numOuter;
  loops.erase(loops.begin(), loops.begin() + numOuter);
  bool isPrivate = llvm::all_of(getStoredMemRefs(producer), [&](Value memref) {
    return isPrivateTo(memref, {producer, consumer});
  });
  uint64_t trips = 1, producerTrips = 1;
  for (auto [loop, count] : producerStats.tripCountMap)
    producerTrips *= count;
  std::optional<Slice> best;
  for (unsigned depth = 1; depth <= maxDepth; ++depth) {
    trips *= consumerStats.tripCountMap[loops[depth - 1]];
    Slice slice;
    slice.depth = depth;
    // Upstream counts the loops around both, too.
    FusionResult result =
        canFuseLoops(producer, consumer, numOuter + depth, &slice.state,
                     FusionStrategy::ProducerConsumer);
    SliceCover cover;
    if (result.value == FusionResult::Success)
      cover = getSliceCover(producer, ArrayRef(loops).take_front(depth),
                            slice.state);
    if (!cover.isInside) {
      refuse(consumer, "at depth " + Twine(depth) +
                           " no slice of the producer gives what the consumer "
                           "needs");
      continue;
    }
    if (!cover.isWhole && !isPrivate) {
      refuse(producer, "at depth " + Twine(depth) +
                           " not all of the producer is computed, and others "
                           "need it");
      continue;
    }
    llvm::SmallDenseMap<Operation *, uint64_t, 8> sliceTrips;
    bool isOnce = cover.isWhole &&
                  buildSliceTripCountMap(slice.state, &sliceTrips) &&
                  getSliceIterationCount(sliceTrips) * trips == producerTrips;
    if (auto obstacle =
            findSliceObstacle(producer, consumer, slice.state, isOnce)) {
      refuse(consumer, *obstacle);
      continue;
    }
    if (!getFusionComputeCost(producer, producerStats, consumer, consumerStats,
                              slice.state, &slice.cost)) {
      refuse(consumer, kUnknownTrips);
      continue;
    }
    double added = double(slice.cost) / double(before) - 1.0;
    if (!options.maximal && added > options.computeTolerance) {
      refuse(consumer,
             llvm::formatv("at depth {0} the fusion adds {1:F2} of the work, "
                           "expected at most {2:F2}",
                           depth, added, options.computeTolerance)
                 .str());
      continue;
    }
    if (!best || slice.cost <= best->cost)
      best = slice;
  }
  return best;
}

bool AffineLoopFuser::fuseProducer(AffineForOp producer, AffineForOp consumer) {
  SiblingFusion plan = planProducerFusion(producer, consumer);
  if (plan.obstacle) {
    refuse(consumer, *plan.obstacle);
    return false;
  }
  unsigned numOuter = getNumOuterLoops(consumer);
  std::optional<Slice> slice = chooseSlice(producer, consumer, numOuter);
  if (!slice)
    return false;
  SmallVector<Value> stored = getStoredMemRefs(producer);
  fuseLoops(producer, consumer, slice->state);
  Operation *end = consumer;
  for (Operation *op : plan.after) {
    rewriter.moveOpAfter(op, end);
    end = op;
  }
  fused.remove_if([&](Operation *op) { return producer->isAncestor(op); });
  rewriter.eraseOp(producer);
  for (Value memref : stored)
    if (isPrivateTo(memref, {consumer}))
      shrinkBuffer(rewriter, memref, consumer, numOuter + slice->depth,
                   options);
  // Unused index arithmetic of slices.
  consumer.walk([&](AffineApplyOp apply) {
    if (apply.use_empty())
      rewriter.eraseOp(apply);
  });
  fused.insert(consumer);
  return true;
}

AffineForOp AffineLoopFuser::fuseSiblings(AffineForOp first,
                                          AffineForOp second) {
  if (!shareInput(first, second)) {
    refuse(second, "expects siblings to load from one memref");
    return nullptr;
  }
  SiblingFusion plan =
      planSiblingFusion(first, second, options.testNoMemoryCheck);
  if (plan.obstacle) {
    refuse(second, *plan.obstacle);
    return nullptr;
  }
  return merge(plan);
}

AffineForOp AffineLoopFuser::merge(const SiblingFusion &plan) {
  fused.remove(plan.first);
  fused.remove(plan.second);
  auto loop = cast<AffineForOp>(emitSiblingFusion(rewriter, plan));
  fused.insert(loop);
  return loop;
}

/// Fuses the loops iteration by iteration, where their ranges are the same:
/// that also serves a consumer that goes on with what the producer began, and
/// trip counts that are not known.
AffineForOp AffineLoopFuser::mergeProducer(AffineForOp producer,
                                           AffineForOp consumer) {
  SiblingFusion plan =
      planSiblingFusion(producer, consumer, options.testNoMemoryCheck);
  if (plan.obstacle)
    return nullptr;
  SmallVector<Value> stored = getStoredMemRefs(producer);
  AffineForOp loop = merge(plan);
  for (Value memref : stored)
    if (isPrivateTo(memref, {loop}) && isSplitByIterations(memref, loop))
      shrinkBuffer(rewriter, memref, loop, getNumOuterLoops(loop) + 1, options);
  return loop;
}

//===----------------------------------------------------------------------===//
// Groups of loops
//===----------------------------------------------------------------------===//

/// Inner blocks come first: what is in a loop may go with it later.
SmallVector<AffineLoopFuser::Group>
AffineLoopFuser::getGroups(ArrayRef<Operation *> targets) {
  llvm::MapVector<Block *, Group> groups;
  llvm::SmallPtrSet<Operation *, 16> seen;
  auto add = [&](AffineForOp loop) {
    if (seen.insert(loop).second)
      groups[loop->getBlock()].push_back(loop);
  };
  for (Operation *target : targets) {
    if (auto loop = dyn_cast<AffineForOp>(target))
      add(loop);
    else
      target->walk(add);
  }
  SmallVector<Group> result;
  for (auto &[block, group] : groups) {
    llvm::sort(group, [](AffineForOp a, AffineForOp b) {
      return a->isBeforeInBlock(b);
    });
    result.push_back(group);
  }
  return result;
}

bool AffineLoopFuser::fuseOneProducer(Group &group) {
  for (unsigned consumer = group.size(); consumer-- > 1;)
    for (unsigned producer = consumer; producer-- > 0;) {
      if (!isProducerOf(group[producer], group[consumer]))
        continue;
      if (!fuseProducer(group[producer], group[consumer])) {
        AffineForOp loop = mergeProducer(group[producer], group[consumer]);
        if (!loop)
          continue;
        group[consumer] = loop;
      }
      group.erase(group.begin() + producer);
      llvm::sort(group, [](AffineForOp a, AffineForOp b) {
        return a->isBeforeInBlock(b);
      });
      return true;
    }
  return false;
}

bool AffineLoopFuser::fuseOneSibling(Group &group) {
  for (unsigned second = 1; second < group.size(); ++second)
    for (unsigned first = second; first-- > 0;) {
      AffineForOp loop = fuseSiblings(group[first], group[second]);
      if (!loop)
        continue;
      group[second] = loop;
      group.erase(group.begin() + first);
      // What the two had inside may now be siblings, too.
      Group inner(loop.getOps<AffineForOp>());
      while (fuseOneSibling(inner))
        ;
      llvm::sort(group, [](AffineForOp a, AffineForOp b) {
        return a->isBeforeInBlock(b);
      });
      return true;
    }
  return false;
}

FailureOr<SmallVector<Operation *>>
AffineLoopFuser::run(ArrayRef<Operation *> targets) {
  OpBuilder::InsertionGuard guard(rewriter);
  Operation *last = targets.empty() ? nullptr : targets.back();
  for (Group &group : getGroups(targets)) {
    if (options.mode != AffineFusionMode::Sibling)
      while (fuseOneProducer(group))
        ;
    if (options.mode != AffineFusionMode::ProducerConsumer)
      while (fuseOneSibling(group))
        ;
  }
  if (!fused.empty())
    return llvm::to_vector(fused);
  for (const auto &[op, reason] : reasons)
    (void)rewriter.notifyMatchFailure(op, reason);
  if (reasons.empty() && last)
    (void)rewriter.notifyMatchFailure(
        last, "expects two affine loops in one block, of which one loads what "
              "the other stores or both load from one memref");
  return failure();
}

FailureOr<SmallVector<Operation *>>
heddle::fuseAffineLoops(RewriterBase &rewriter, ArrayRef<Operation *> targets,
                        const AffineFusionOptions &options) {
  return AffineLoopFuser(rewriter, options).run(targets);
}
