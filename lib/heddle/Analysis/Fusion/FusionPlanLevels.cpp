//===- FusionPlanLevels.cpp - The loop that computes a producer -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides in which boxes a producer is computed, and in which loop. Its demands
// are merged into groups. Each group gets the deepest loop whose work is at
// most the slack factor times the least work. Its box gets a constant size if
// one is known.
//
//===----------------------------------------------------------------------===//

#include "FusionPlanner.h"

#include "heddle/Analysis/Destinations/Destinations.h"
#include "heddle/Analysis/Fusion/RowPadding.h"
#include "heddle/Analysis/Fusion/TileLimits.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::heddle;

/// The box at `level` for `hull`, a box in the deepest of its loops.
Box FusionPlanner::getBoxAt(Operation *op, const Box &hull, int level) {
  Box box = widenBox(context, hull, getDomain(op), level + 1);
  return cast<FootprintOpInterface>(op).getLegalIterationBox(extents, box);
}

/// The most iteration points that may be computed for `op`.
double FusionPlanner::getWorkLimit(Operation *op) {
  bool isCheap = !llvm::is_contained(
      cast<FootprintOpInterface>(op).getReductionDims(), true);
  double factor = options.maxRecompute.value_or(isCheap ? HUGE_VAL : 2.0);
  double points = costs->getWork(getWholeBox(context, getDomain(op)), -1);
  return points > 0 ? factor * points : HUGE_VAL;
}

std::optional<int> FusionPlanner::getChosenLevel(Operation *op) const {
  auto chosen = options.at.find(op);
  if (chosen == options.at.end())
    return std::nullopt;
  return int(chosen->second) + std::max<int>(0, int(plan.numForall) - 1);
}

/// The deepest allowed level whose work is at most the slack factor times the
/// least work, or the level that the author chose, if that is allowed.
Placement
FusionPlanner::place(Operation *op, const Box &hull, int maxLevel,
                     llvm::function_ref<bool(int, const Box &)> isAllowed) {
  SmallVector<Placement, 0> candidates;
  double limit = getWorkLimit(op);
  bool isDeepest = options.deepest.contains(op);
  auto consider = [&](int level, Box box) {
    if (!isAllowed(level, box))
      return;
    double work = costs->getWork(box, level);
    if (level < 0 || work <= limit)
      candidates.push_back({level, box, work, true});
  };
  if (std::optional<int> level = getChosenLevel(op)) {
    Box box = getBoxAt(op, hull, *level);
    if (*level > maxLevel || !isAllowed(*level, box))
      return {};
    double work = costs->getWork(box, *level);
    return {*level, std::move(box), work, true};
  }
  consider(-1, getWholeBox(context, getDomain(op)));
  for (int level = std::max<int>(0, int(plan.numForall) - 1); level <= maxLevel;
       ++level) {
    Box box = getBoxAt(op, hull, level);
    if (box.getLoops() != 0 || isDeepest)
      consider(level, std::move(box));
  }
  if (isDeepest && !candidates.empty())
    return candidates.back();
  Placement best;
  double least = 0;
  for (const Placement &candidate : candidates)
    if (!best.isValid || candidate.work < least) {
      least = candidate.work;
      best.isValid = true;
    }
  for (const Placement &candidate : candidates)
    if (candidate.work <= options.placementSlack * least)
      best = candidate;
  return best;
}

/// The hull of both boxes, cut to the domain. Its bounds stay small, however
/// many boxes are merged.
static Box getLooseHull(BoundContext &context, const Box &a, const Box &b,
                        ArrayRef<Bound> domain) {
  Box hull = getHull(context, a, b);
  bool isLarge = llvm::any_of(hull.dims, [](const BoxRange &range) {
    return range.lo.getNumTerms() > kMaxBoundTerms ||
           range.hi.getNumTerms() > kMaxBoundTerms;
  });
  return isLarge ? clampBox(context, hull, domain) : hull;
}

/// True if `op` reads tensors, so that computing it again has a cost.
static bool readsTensors(Operation *op) {
  auto footprint = cast<FootprintOpInterface>(op);
  return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
    OperandRole role = footprint.getOperandRole(operand.getOperandNumber());
    return role == OperandRole::Input || role == OperandRole::ReadDestination;
  });
}

/// True if `op` reads no tensor (a fill) and one of its uses, in the nest or
/// outside, overwrites its value. If the value left the nest, that use would
/// need a copy. Computing the value again is cheaper.
bool FusionPlanner::isMadeForEachUse(Operation *op, ArrayRef<Demand> demands) {
  if (options.keepIntermediates || readsTensors(op))
    return false;
  if (llvm::any_of(demands,
                   [](const Demand &d) { return d.throughDestination; }))
    return true;
  return llvm::any_of(op->getUses(), [&](OpOperand &use) {
    auto state = states.find(use.getOwner());
    bool isInNest = state != states.end() &&
                    (state->second.isFused || state->second.isRoot);
    return !isInNest && isDestination(use);
  });
}

static bool isAnyLevel(int, const Box &) { return true; }

/// Merges `own`, the group of one demand, into the group of `groups` that grows
/// least by it. Instead appends it to `groups` if that costs less and `groups`
/// has at most one other group.
void FusionPlanner::addToGroups(Operation *op, Group own,
                                SmallVectorImpl<Group> &groups) {
  SmallVector<Bound> domain = getDomain(op);
  Group *cheapest = nullptr;
  Group merged;
  double extra = 0;
  for (Group &group : groups) {
    Group candidate{{},
                    getLooseHull(context, group.hull, own.hull, domain),
                    std::min(group.maxLevel, own.maxLevel),
                    {}};
    candidate.placement =
        place(op, candidate.hull, candidate.maxLevel, isAnyLevel);
    double more = candidate.placement.work - group.placement.work;
    if (cheapest && more >= extra)
      continue;
    cheapest = &group;
    extra = more;
    merged = std::move(candidate);
  }
  if (!cheapest || (groups.size() < 2 && extra > own.placement.work)) {
    groups.push_back(std::move(own));
    return;
  }
  merged.demands = std::move(cheapest->demands);
  llvm::append_range(merged.demands, own.demands);
  *cheapest = std::move(merged);
}

/// Merges demands into at most two boxes, where that costs no more than
/// separate boxes. An op that reads no tensor (a fill) gets a separate box for
/// each op that reads it as destination, which then needs no copy. Any other op
/// would be recomputed for each op of a chain of updates.
SmallVector<FusionPlanner::Group, 0>
FusionPlanner::groupDemands(Operation *op, ArrayRef<Demand> demands) {
  auto footprint = cast<FootprintOpInterface>(op);
  SmallVector<Group, 0> groups, alone;
  bool isForFree = !readsTensors(op);
  for (const Demand &demand : demands) {
    bool isAlone = isForFree && demand.throughDestination;
    Box box =
        footprint.getIterationBoxOfResult(extents, demand.result, demand.box);
    Group own{{demand}, box, demand.maxLevel, {}};
    auto same = llvm::find_if(
        groups, [&](const Group &group) { return group.hull == own.hull; });
    if (!isAlone && same != groups.end()) {
      same->demands.push_back(demand);
      if (own.maxLevel < same->maxLevel) {
        same->maxLevel = own.maxLevel;
        same->placement = place(op, same->hull, same->maxLevel, isAnyLevel);
      }
      continue;
    }
    // Computed next to the op that starts from it. A part of a larger tile
    // would have to be copied.
    if (isAlone)
      own.placement =
          place(op, own.hull, own.maxLevel,
                [&](int level, const Box &) { return level == own.maxLevel; });
    if (!own.placement.isValid)
      own.placement = place(op, own.hull, own.maxLevel, isAnyLevel);
    if (isAlone) {
      alone.push_back(std::move(own));
      continue;
    }
    addToGroups(op, std::move(own), groups);
  }
  llvm::append_range(groups, alone);
  return groups;
}

/// R4 and R5: the boxes at `level` together cover the results.
bool FusionPlanner::canLeave(Operation *op, const llvm::SmallBitVector &results,
                             int level, const Box &iteration) {
  // In a nest with a forall, only its body can write a result.
  if (level < 0 || (plan.numForall > 0 && level != int(plan.numForall) - 1))
    return false;
  for (int result : results.set_bits()) {
    Box box = getResultBox(op, result, iteration);
    if (!coversAll(context, box, extents.getExtents(op->getResult(result)),
                   level))
      return false;
    if (plan.numForall > 0 &&
        !areDisjoint(context,
                     widenBox(context, box,
                              extents.getExtents(op->getResult(result)),
                              plan.numForall),
                     plan.numForall - 1))
      return false;
  }
  return true;
}

/// A box of constant size that covers `box` and is moved inward at the borders.
/// A dim whose largest size is not known or does not fit keeps its range.
Box FusionPlanner::shiftInward(Operation *op, const Box &box, int level) {
  auto footprint = cast<FootprintOpInterface>(op);
  if (footprint.needsExactBox())
    return box;
  Box result = box;
  for (auto [range, extent] : llvm::zip_equal(result.dims, getDomain(op))) {
    Bound size = getSize(context, range);
    std::optional<int64_t> largest = context.getUpperBound(size);
    std::optional<int64_t> whole = extent.getConstant();
    if (size.getConstant() || !largest || !whole || *largest > *whole ||
        *largest <= 0)
      continue;
    Bound lo = context.clamp(range.lo, context.constant(0),
                             context.constant(*whole - *largest));
    range = {lo, context.add(lo, *largest)};
  }
  result = footprint.getLegalIterationBox(extents, result);
  // For a small extent, a box of constant size can cost too much. Then the tile
  // is cut instead.
  if (costs->getWork(result, level) >
      options.placementSlack * costs->getWork(box, level))
    return box;
  return result;
}

/// True if the value that `group` demands is only inserted into a larger tile.
/// A linalg op then writes that part into the tile without a copy.
bool FusionPlanner::isOnlyPartOfTile(Operation *op, const Group &group) {
  return isa<linalg::LinalgOp>(op) && group.demands.size() == 1 &&
         isa<tensor::PadOp, tensor::InsertSliceOp>(
             plan.instances[group.demands.front().consumer].op);
}

/// Why `groups` are not computed at `level`; empty if they are.
std::string FusionPlanner::explainChosenLevel(ArrayRef<Group> groups,
                                              int level) {
  for (const Group &group : groups) {
    if (group.placement.isValid && group.placement.level == level)
      continue;
    if (group.maxLevel < 0)
      return "it starts an accumulator that loop 0 carries";
    // The leading loops of a forall are one.
    int deepest = group.maxLevel - std::max<int>(0, int(plan.numForall) - 1);
    return "what reads it needs it in loop " + std::to_string(deepest) +
           ", or around that";
  }
  return "";
}

LogicalResult FusionPlanner::checkChosenLevels() {
  for (const Reason &left : plan.leftOut) {
    auto chosen = options.at.find(left.op);
    if (!left.op || chosen == options.at.end())
      continue;
    Reason refusal = left;
    refusal.text = "'" + left.op->getName().getStringRef().str() +
                   "' cannot be computed in loop " +
                   std::to_string(chosen->second) + ": " + left.text;
    reason = std::move(refusal);
    return failure();
  }
  return success();
}

/// The most bytes that a tile of `op` may take, if it says so.
static std::optional<int64_t> getTileLimit(Operation *op) {
  auto limit = op ? op->getAttrOfType<IntegerAttr>(kMaxTileBytesAttrName)
                  : IntegerAttr();
  return limit ? std::optional(limit.getInt()) : std::nullopt;
}

/// The bytes of all results of `op`, which no nest computes.
static std::optional<int64_t>
getWholeBytes(BoundContext &context, ExtentTable &extents, Operation *op) {
  int64_t bytes = 0;
  for (OpResult result : op->getResults()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    std::optional<int64_t> own;
    if (type)
      own =
          getBoxBytes(context,
                      padRows(context, op,
                              getWholeBox(context, extents.getExtents(result))),
                      type.getElementType());
    if (!own)
      return std::nullopt;
    bytes += *own;
  }
  return bytes;
}

LogicalResult FusionPlanner::refuseLargeTile(Operation *op, int level,
                                             int64_t limit,
                                             std::optional<int64_t> bytes) {
  std::string text = "a tile of " + quote(op) + " takes " +
                     (bytes ? std::to_string(*bytes) + " bytes"
                            : "a number of bytes without a constant bound");
  text += level < 0 ? " " : " in ";
  text += plan.getLevelName(level) + ", and may take " + std::to_string(limit);
  uint64_t loops = 0;
  for (const Demand &demand : states[op].demands)
    loops |= demand.box.getLoops();
  for (int loop = level + 2; loop < int(plan.loops.size()); ++loop)
    if ((loops >> loop) & 1)
      return refuse(op, text + ": what is read of it depends on loop " +
                            Twine(loop).str() + ", which is inside of loop " +
                            Twine(level + 1).str());
  return refuse(op, text);
}

LogicalResult FusionPlanner::checkTileLimits() {
  for (const Instance &instance : plan.instances) {
    std::optional<int64_t> limit = getTileLimit(instance.op);
    if (limit && (!instance.bytes || *instance.bytes > *limit))
      return refuseLargeTile(instance.op, instance.level, *limit,
                             instance.bytes);
  }
  for (const Reason &left : plan.leftOut) {
    std::optional<int64_t> limit = getTileLimit(left.op);
    if (!limit)
      continue;
    std::optional<int64_t> bytes = getWholeBytes(context, extents, left.op);
    if (!bytes || *bytes > *limit)
      return refuseLargeTile(left.op, /*level=*/-1, *limit, bytes);
  }
  return success();
}

static std::string toText(double value) {
  return llvm::formatv("{0:f2}", value).str();
}

static std::string toCount(double points) {
  return llvm::formatv("{0:f0}", points).str();
}

std::string FusionPlanner::explainLimit(Operation *op, double work) {
  double points = costs->getWork(getWholeBox(context, getDomain(op)), -1);
  return "its recompute factor " + toText(work / points) + " exceeds " +
         toText(getWorkLimit(op) / points);
}

/// Why `group` is computed before the nest, and in which loop it would cost
/// least.
std::string FusionPlanner::explainLevel(Operation *op, const Group &group) {
  double points = costs->getWork(getWholeBox(context, getDomain(op)), -1);
  int best = -1;
  double least = 0;
  for (int level = std::max<int>(0, int(plan.numForall) - 1);
       level <= group.maxLevel; ++level) {
    Box box = getBoxAt(op, group.hull, level);
    double work = costs->getWork(box, level);
    if (box.getLoops() == 0 || (best >= 0 && work > least))
      continue;
    best = level;
    least = work;
  }
  if (least <= options.placementSlack * points)
    return explainLimit(op, least);
  std::string text = "before the nest it takes " + toCount(points) +
                     " iteration points, in loop " + std::to_string(best) +
                     " " + toCount(least);
  if (points > 0)
    text += " (" + toText(least / points) + " times; placement_slack is " +
            toText(options.placementSlack) + ")";
  return text;
}
