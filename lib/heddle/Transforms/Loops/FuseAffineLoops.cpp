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

#include "heddle/Transforms/Loops/FuseAffineLoops.h"

#include "ShrinkBuffer.h"
#include "heddle/Analysis/Loops/AffineDependence.h"
#include "heddle/Transforms/Loops/FuseSiblingLoops.h"

#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/LoopFusionUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"

#include <map>

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::affine;

#include "heddle/Transforms/Loops/AffineFusionMode.cpp.inc"

//===----------------------------------------------------------------------===//
// Pairs of loops
//===----------------------------------------------------------------------===//

namespace {
/// A producer and its consumer. There may be a slice for each depth of the
/// consumer.
struct SlicePair {
  AffineForOp producer, consumer;
  LoopNestStats producerStats, consumerStats;
  /// The number of loops around both, and the loops of the consumer that are
  /// around all of its accesses.
  unsigned numOuter = 0;
  SmallVector<AffineForOp> loops;
  /// Only these two access the buffers that the producer stores to.
  bool isPrivate = false;
};

/// How a producer is computed inside its consumer, or why it is not.
struct Slice {
  unsigned depth = 0;
  ComputationSliceState state;
  int64_t cost = 0;
  std::optional<Reason> obstacle;
};

class AffineLoopFuser {
public:
  AffineLoopFuser(RewriterBase &rewriter, const AffineFusionOptions &options)
      : rewriter(rewriter), options(options) {}

  FailureOr<AffineFusionResult> run(ArrayRef<Operation *> targets);

private:
  using Group = SmallVector<AffineForOp>;

  SmallVector<Group> getGroups(ArrayRef<Operation *> targets);
  void fuseGroup(Group &group);
  bool fuseOneProducer(Group &group);
  bool fuseOneSibling(Group &group);
  bool fuseProducer(AffineForOp producer, AffineForOp consumer);
  std::optional<Slice> chooseSlice(AffineForOp producer, AffineForOp consumer,
                                   unsigned numOuter);
  Slice getSlice(SlicePair &pair, unsigned depth);
  AffineForOp mergeProducer(AffineForOp producer, AffineForOp consumer);
  AffineForOp fuseSiblings(AffineForOp first, AffineForOp second);
  AffineForOp merge(const SiblingFusion &plan, StringRef how);
  void shrink(Value memref, AffineForOp loop, unsigned depth);

  /// Remembers why `first` and `second` stay apart.
  void refuse(AffineForOp first, AffineForOp second, const Reason &reason);
  /// Remembers how two loops were fused, and why not otherwise.
  void tellFusion(const Twine &how, AffineForOp first, AffineForOp second,
                  StringRef role);
  /// Removes remarks about loops that will be erased.
  void forget(function_ref<bool(Operation *)> isGone);

  RewriterBase &rewriter;
  const AffineFusionOptions &options;
  /// The reasons of each pair of loops that stays apart. All of these loops
  /// exist.
  llvm::MapVector<std::pair<Operation *, Operation *>, SmallVector<Reason, 2>>
      refusals;
  SmallVector<Reason> remarks;
  llvm::SetVector<Operation *> fused;
};
} // namespace

static constexpr StringLiteral kUnrelated =
    "expects siblings to load from one memref";

/// Names the loops of both nests whose trip counts are not known. Upstream's
/// utilities cannot compute a cost without trip counts.
static Reason getTripObstacle(Operation *producer, Operation *consumer) {
  Reason obstacle(
      consumer, "expects loops whose trip counts are known, to compute slices");
  for (Operation *nest : {producer, consumer})
    nest->walk<WalkOrder::PreOrder>([&](AffineForOp loop) {
      if (!getConstantTripCount(loop))
        obstacle.addNote(loop, "the trip count of this loop is not");
    });
  return obstacle;
}

void AffineLoopFuser::tellFusion(const Twine &how, AffineForOp first,
                                 AffineForOp second, StringRef role) {
  remarks.push_back(Reason(second.getLoc(), "fused: " + how,
                           {{first, "this is the " + role}}));
  if (auto known = refusals.find({first, second}); known != refusals.end())
    for (const Reason &refusal : known->second) {
      remarks.back().addNote(refusal.loc, "not by slices: " + refusal.text);
      llvm::append_range(remarks.back().notes, refusal.notes);
    }
}

void AffineLoopFuser::refuse(AffineForOp first, AffineForOp second,
                             const Reason &reason) {
  SmallVector<Reason, 2> &known = refusals[{first, second}];
  // Pairs are tried again whenever others were fused.
  if (llvm::none_of(known, [&](const Reason &refusal) {
        return refusal.text == reason.text && refusal.loc == reason.loc;
      }))
    known.push_back(reason);
}

void AffineLoopFuser::forget(function_ref<bool(Operation *)> isGone) {
  refusals.remove_if([&](const auto &refusal) {
    return isGone(refusal.first.first) || isGone(refusal.first.second);
  });
  fused.remove_if(isGone);
}

/// The number of affine loops around `loop`.
static unsigned getNumOuterLoops(AffineForOp loop) {
  SmallVector<AffineForOp> loops;
  getAffineForIVs(*loop, &loops);
  return loops.size();
}

/// True if the slice computes each iteration of the producer at most once.
static bool isComputedOnce(const SlicePair &pair, const Slice &slice) {
  uint64_t trips = 1, producerTrips = 1;
  for (AffineForOp loop : ArrayRef(pair.loops).take_front(slice.depth))
    trips *= pair.consumerStats.tripCountMap.lookup(loop.getOperation());
  for (auto [loop, count] : pair.producerStats.tripCountMap)
    producerTrips *= count;
  llvm::SmallDenseMap<Operation *, uint64_t, 8> sliceTrips;
  return buildSliceTripCountMap(slice.state, &sliceTrips) &&
         getSliceIterationCount(sliceTrips) * trips == producerTrips;
}

/// The slice of the producer at `depth` of the consumer.
Slice AffineLoopFuser::getSlice(SlicePair &pair, unsigned depth) {
  Slice slice;
  slice.depth = depth;
  AffineForOp producer = pair.producer, consumer = pair.consumer;
  auto refused = [&](const Reason &reason) {
    slice.obstacle = reason;
    return slice;
  };
  // Upstream counts the loops around both, too.
  FusionResult result =
      canFuseLoops(producer, consumer, pair.numOuter + depth, &slice.state,
                   FusionStrategy::ProducerConsumer);
  SliceCover cover;
  if (result.value == FusionResult::Success)
    cover = getSliceCover(producer, ArrayRef(pair.loops).take_front(depth),
                          slice.state);
  if (!cover.isInside)
    return refused(Reason(consumer, "at depth " + Twine(depth) +
                                        " no slice of the producer gives what "
                                        "the consumer needs"));
  if (!cover.isWhole && !pair.isPrivate)
    return refused(Reason(producer, "at depth " + Twine(depth) +
                                        " not all of the producer is computed, "
                                        "and others need it"));
  bool isOnce = cover.isWhole && isComputedOnce(pair, slice);
  if (auto obstacle =
          findSliceObstacle(producer, consumer, slice.state, isOnce))
    return refused(*obstacle);
  if (!getFusionComputeCost(producer, pair.producerStats, consumer,
                            pair.consumerStats, slice.state, &slice.cost))
    return refused(getTripObstacle(producer, consumer));
  int64_t before = getComputeCost(producer, pair.producerStats) +
                   getComputeCost(consumer, pair.consumerStats);
  double added = double(slice.cost) / double(before) - 1.0;
  if (!options.maximal && added > options.computeTolerance) {
    std::string text =
        llvm::formatv("at depth {0} the fusion adds {1:F2} of the work, "
                      "expected at most {2:F2} (compute_tolerance)",
                      depth, added, options.computeTolerance);
    return refused(Reason(consumer, text));
  }
  return slice;
}

std::optional<Slice> AffineLoopFuser::chooseSlice(AffineForOp producer,
                                                  AffineForOp consumer,
                                                  unsigned numOuter) {
  SlicePair pair;
  pair.producer = producer;
  pair.consumer = consumer;
  pair.numOuter = numOuter;
  if (!getLoopNestStats(producer, &pair.producerStats) ||
      !getLoopNestStats(consumer, &pair.consumerStats)) {
    refuse(producer, consumer, getTripObstacle(producer, consumer));
    return std::nullopt;
  }
  SmallVector<Operation *> accesses;
  consumer.walk([&](Operation *op) {
    if (isa<AffineReadOpInterface, AffineWriteOpInterface>(op))
      accesses.push_back(op);
  });
  unsigned maxDepth =
      getInnermostCommonLoopDepth(accesses, &pair.loops) - numOuter;
  pair.loops.erase(pair.loops.begin(), pair.loops.begin() + numOuter);
  pair.isPrivate = llvm::all_of(getStoredMemRefs(producer), [&](Value memref) {
    return isPrivateTo(memref, {producer, consumer});
  });
  std::optional<Slice> best;
  for (unsigned depth = 1; depth <= maxDepth; ++depth) {
    Slice slice = getSlice(pair, depth);
    if (slice.obstacle)
      refuse(producer, consumer, *slice.obstacle);
    else if (!best || slice.cost <= best->cost)
      best = slice;
  }
  return best;
}

bool AffineLoopFuser::fuseProducer(AffineForOp producer, AffineForOp consumer) {
  SiblingFusion plan = planProducerFusion(producer, consumer);
  if (plan.obstacle) {
    refuse(producer, consumer, *plan.obstacle);
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
  tellFusion("computes slices of the producer at depth " + Twine(slice->depth),
             producer, consumer, "producer");
  forget([&](Operation *loop) { return producer->isAncestor(loop); });
  rewriter.eraseOp(producer);
  for (Value memref : stored)
    if (isPrivateTo(memref, {consumer}))
      shrink(memref, consumer, numOuter + slice->depth);
  // Unused index arithmetic of slices.
  consumer.walk([&](AffineApplyOp apply) {
    if (apply.use_empty())
      rewriter.eraseOp(apply);
  });
  fused.insert(consumer);
  return true;
}

void AffineLoopFuser::shrink(Value memref, AffineForOp loop, unsigned depth) {
  Location loc = memref.getLoc();
  if (auto reason = shrinkBuffer(rewriter, memref, loop, depth, options))
    remarks.emplace_back(loc, "buffer kept: " + *reason);
}

AffineForOp AffineLoopFuser::fuseSiblings(AffineForOp first,
                                          AffineForOp second) {
  if (!shareInput(first, second)) {
    refuse(first, second, Reason(second, kUnrelated));
    return nullptr;
  }
  SiblingFusion plan = planSiblingFusion(first, second);
  if (plan.obstacle) {
    refuse(first, second, *plan.obstacle);
    return nullptr;
  }
  return merge(plan, "loads what another loop loads");
}

/// Fuses two loops, and then the loops in them where possible: these are
/// neighbours now.
AffineForOp AffineLoopFuser::merge(const SiblingFusion &plan, StringRef how) {
  auto first = cast<AffineForOp>(plan.first);
  auto second = cast<AffineForOp>(plan.second);
  tellFusion(how, first, second, "first loop");
  forget([&](Operation *loop) { return loop == first || loop == second; });
  auto loop = cast<AffineForOp>(emitSiblingFusion(rewriter, plan));
  fused.insert(loop);
  Group inner(loop.getOps<AffineForOp>());
  fuseGroup(inner);
  return loop;
}

/// Fuses the loops iteration by iteration if their ranges are the same. That
/// also works for a consumer that continues a result of the producer, and for
/// unknown trip counts.
AffineForOp AffineLoopFuser::mergeProducer(AffineForOp producer,
                                           AffineForOp consumer) {
  SiblingFusion plan = planSiblingFusion(producer, consumer);
  if (plan.obstacle) {
    // If all trip counts are known, reasons against slices were given.
    if (!getTripObstacle(producer, consumer).notes.empty())
      refuse(producer, consumer, *plan.obstacle);
    return nullptr;
  }
  SmallVector<Value> stored = getStoredMemRefs(producer);
  AffineForOp loop =
      merge(plan, "runs with its producer, iteration by iteration");
  for (Value memref : stored) {
    if (!isPrivateTo(memref, {loop}))
      continue;
    if (unsigned depth = getSplitDepth(memref, loop))
      shrink(memref, loop, getNumOuterLoops(loop) + depth);
    else
      remarks.emplace_back(memref.getLoc(),
                           "buffer kept: several iterations may touch one "
                           "element of it");
  }
  return loop;
}

//===----------------------------------------------------------------------===//
// Groups of loops
//===----------------------------------------------------------------------===//

/// Inner blocks come first. The loops in a loop may move with that loop later,
/// and may be fused again when that loop is fused.
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
  std::map<unsigned, SmallVector<Group>, std::greater<unsigned>> byDepth;
  for (auto &[block, group] : groups) {
    llvm::sort(group, [](AffineForOp a, AffineForOp b) {
      return a->isBeforeInBlock(b);
    });
    byDepth[getNumOuterLoops(group.front())].push_back(group);
  }
  SmallVector<Group> result;
  for (auto &[depth, atDepth] : byDepth)
    llvm::append_range(result, atDepth);
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
      llvm::sort(group, [](AffineForOp a, AffineForOp b) {
        return a->isBeforeInBlock(b);
      });
      return true;
    }
  return false;
}

void AffineLoopFuser::fuseGroup(Group &group) {
  if (options.mode != AffineFusionMode::Sibling)
    while (fuseOneProducer(group)) {
    }
  if (options.mode != AffineFusionMode::ProducerConsumer)
    while (fuseOneSibling(group)) {
    }
}

FailureOr<AffineFusionResult>
AffineLoopFuser::run(ArrayRef<Operation *> targets) {
  OpBuilder::InsertionGuard guard(rewriter);
  for (Group &group : getGroups(targets))
    fuseGroup(group);
  if (!fused.empty()) {
    // Loops that share no memref are not worth a remark.
    for (auto &[pair, reasons] : refusals)
      for (Reason &refusal : reasons)
        if (refusal.text != kUnrelated) {
          refusal.text = "not fused: " + refusal.text;
          refusal.addNote(pair.first, "with this loop");
          remarks.push_back(std::move(refusal));
        }
    return AffineFusionResult{llvm::to_vector(fused), std::move(remarks)};
  }
  for (const auto &[pair, reasons] : refusals)
    for (const Reason &refusal : reasons)
      (void)notifyMatchFailure(rewriter, refusal);
  if (refusals.empty() && !targets.empty())
    (void)rewriter.notifyMatchFailure(
        targets.back(),
        "expects two affine loops in one block, of which one loads what the "
        "other stores or both load from one memref");
  return failure();
}

FailureOr<AffineFusionResult>
heddle::fuseAffineLoops(RewriterBase &rewriter, ArrayRef<Operation *> targets,
                        const AffineFusionOptions &options) {
  return AffineLoopFuser(rewriter, options).run(targets);
}
