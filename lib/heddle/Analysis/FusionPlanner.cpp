//===- FusionPlanner.cpp - Makes fusion plans -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walk from the roots to the producers, and the fields of the plan that
// follow from it.
//
// Order. Ops are visited from the end of the block to its start. All users of a
// value stand after it, so when an op is visited every demand on it is known,
// and so is, for each other user, whether it is fused, needed before the nest,
// or free to move. Each op is visited once, and each operand of each of its (at
// most two, and one per read destination) instances makes one demand.
//
// Rules. R1: a demand through a destination that a root reads ends above the
// root's first reduction loop, and R8 hands that limit to its producers. R8: no
// producer is deeper than a consumer. R3: a root with a tiled reduction has no
// other demand (planRoot). R4: canLeave. R2 and R9: resolveCarries.
//
//===----------------------------------------------------------------------===//

#include "FusionPlanner.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::heddle;

static ExtentTable &makeExtents(std::unique_ptr<BoundContext> &context,
                                std::unique_ptr<ExtentTable> &extents) {
  context = std::make_unique<BoundContext>();
  extents = std::make_unique<ExtentTable>(*context);
  return *extents;
}

FusionPlanner::FusionPlanner(ArrayRef<Operation *> roots,
                             const FusionOptions &options,
                             SmallVectorImpl<Reason> &reasons)
    : roots(roots.begin(), roots.end()), options(options), reasons(reasons),
      context((makeExtents(plan.context, plan.extents), *plan.context)),
      extents(*plan.extents) {
  plan.testBreak = options.testBreak;
}

FailureOr<FusionPlan> FusionPlan::create(ArrayRef<Operation *> roots,
                                         const FusionOptions &options,
                                         SmallVectorImpl<Reason> &reasons) {
  return FusionPlanner(roots, options, reasons).run();
}

std::optional<TestBreak> heddle::parseTestBreak(StringRef name) {
  return llvm::StringSwitch<std::optional<TestBreak>>(name)
      .Case("fill_in_reduction", TestBreak::FillInReduction)
      .Case("init_from_carried", TestBreak::InitFromCarried)
      .Case("box_off_by_one", TestBreak::BoxOffByOne)
      .Case("missing_min", TestBreak::MissingMin)
      .Case("outside_use_dropped", TestBreak::OutsideUseDropped)
      .Case("interchange_swapped", TestBreak::InterchangeSwapped)
      .Default(std::nullopt);
}

LogicalResult FusionPlanner::refuse(Operation *op, const Twine &text) {
  reasons.push_back({op, text.str()});
  return failure();
}

FailureOr<FusionPlan> FusionPlanner::run() {
  if (failed(checkRoots()))
    return failure();
  collectShapes();
  if (failed(makeLoops()))
    return failure();
  costs = std::make_unique<CostModel>(context);
  for (Operation *root : roots) {
    states[root].isRoot = true;
    enqueue(root);
  }
  enqueueSymbols();
  while (!queue.empty()) {
    Operation *op = queue.top();
    queue.pop();
    if (failed(visit(op)))
      return failure();
    enqueueSymbols();
  }
  resolveCarries();
  readFromCarries();
  orderCarries();
  collectMoved();
  return std::move(plan);
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

/// Learns the sizes that the ops behind the roots equate, up to stop ops: a
/// schedule of many nests looks at each op once per nest that may have it.
void FusionPlanner::collectShapes() {
  DenseSet<Operation *> seen(roots.begin(), roots.end());
  SmallVector<Operation *> slice(roots);
  for (size_t next = 0; next < slice.size(); ++next) {
    if (options.stop.contains(slice[next]))
      continue;
    for (Value operand : slice[next]->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      if (producer && producer->getBlock() == block &&
          seen.insert(producer).second)
        slice.push_back(producer);
    }
  }
  llvm::sort(slice,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  for (Operation *op : slice)
    if (auto footprint = dyn_cast<FootprintOpInterface>(op))
      footprint.assumeShapes(extents);
}

void FusionPlanner::enqueue(Operation *op) {
  OpState &state = states[op];
  if (state.isQueued)
    return;
  state.isQueued = true;
  queue.push(op);
}

/// `value` is read as a whole by something that stands before the nest.
void FusionPlanner::enqueueNeeded(Value value) {
  Operation *producer = value.getDefiningOp();
  if (!producer)
    return;
  producer = block->findAncestorOpInBlock(*producer);
  if (!producer)
    return;
  states[producer].isNeededBefore = true;
  enqueue(producer);
}

/// What the sizes of the nest are computed from stands before it. Sizes that a
/// visit names stem from ops before the visited one, so they come in time.
void FusionPlanner::enqueueSymbols() {
  for (; numSymbols < context.getNumSymbols(); ++numSymbols) {
    SymbolSource source = extents.getSource(numSymbols);
    // The size of a collapsed dim is multiplied up from its source.
    if (!source.value.getDefiningOp<tensor::CollapseShapeOp>())
      enqueueNeeded(source.value);
  }
}

static void forEachCapture(Operation *op,
                           llvm::function_ref<void(Value)> callback) {
  if (op->getNumRegions() == 0)
    return;
  llvm::SetVector<Value> captures;
  getUsedValuesDefinedAbove(op->getRegions(), captures);
  for (Value capture : captures)
    callback(capture);
}

/// `op` stays before the nest: so does what it reads.
void FusionPlanner::markNeededBefore(Operation *op) {
  states[op].isNeededBefore = true;
  for (Value operand : op->getOperands())
    enqueueNeeded(operand);
  forEachCapture(op, [&](Value value) { enqueueNeeded(value); });
}

LogicalResult FusionPlanner::visit(Operation *op) {
  OpState &state = states[op];
  if (state.isRoot)
    return planRoot(op);
  if (state.demands.empty())
    markNeededBefore(op);
  else
    planProducer(op);
  return success();
}

void FusionPlanner::leaveOut(Operation *op, const Twine &reason) {
  plan.leftOut.push_back({op, reason.str()});
  markNeededBefore(op);
}

std::string FusionPlanner::getReasonNotToFuse(Operation *op) {
  if (options.stop.contains(op))
    return "it is a stop op";
  if (options.only && !options.only->contains(op))
    return "it is not among the ops that may be fused";
  if (op->hasTrait<OpTrait::ConstantLike>())
    return "it is a constant";
  auto footprint = dyn_cast<FootprintOpInterface>(op);
  if (!footprint)
    return "there is no footprint model for '" +
           op->getName().getStringRef().str() + "'";
  if (!isMemoryEffectFree(op))
    return "it has side effects";
  SmallVector<Bound> domain;
  std::string reason;
  if (failed(footprint.getIterationDomainBounds(extents, domain, reason)))
    return "it " + reason;
  return "";
}

//===----------------------------------------------------------------------===//
// Producers
//===----------------------------------------------------------------------===//

SmallVector<Bound> FusionPlanner::getDomain(Operation *op) {
  SmallVector<Bound> domain;
  std::string reason;
  (void)cast<FootprintOpInterface>(op).getIterationDomainBounds(extents, domain,
                                                                reason);
  return domain;
}

Box FusionPlanner::getResultBox(Operation *op, unsigned result,
                                const Box &iteration) {
  Box box;
  cast<FootprintOpInterface>(op).getResultBox(extents, result, iteration, box);
  return box;
}

/// What `hull`, a box in the deepest of its loops, is at `level`.
Box FusionPlanner::getBoxAt(Operation *op, const Box &hull, int level) {
  Box box = widenBox(context, hull, getDomain(op), level + 1);
  cast<FootprintOpInterface>(op).legalizeIterationBox(extents, box);
  return box;
}

/// The most iteration points that may be computed for `op`.
double FusionPlanner::getWorkLimit(Operation *op) {
  bool isCheap = !llvm::is_contained(
      cast<FootprintOpInterface>(op).getReductionDims(), true);
  double factor = options.maxRecompute.value_or(isCheap ? HUGE_VAL : 2.0);
  double points = costs->getWork(getWholeBox(context, getDomain(op)), -1);
  return points > 0 ? factor * points : HUGE_VAL;
}

/// The deepest allowed level whose work is within the slack of the least.
Placement
FusionPlanner::place(Operation *op, const Box &hull, int maxLevel,
                     llvm::function_ref<bool(int, const Box &)> isAllowed) {
  SmallVector<Placement, 0> candidates;
  double limit = getWorkLimit(op);
  auto consider = [&](int level, Box box) {
    if (!isAllowed(level, box))
      return;
    double work = costs->getWork(box, level);
    if (level < 0 || work <= limit)
      candidates.push_back({level, box, work, true});
  };
  consider(-1, getWholeBox(context, getDomain(op)));
  for (int level = std::max<int>(0, int(plan.numForall) - 1); level <= maxLevel;
       ++level) {
    Box box = getBoxAt(op, hull, level);
    if (box.getLoops() != 0)
      consider(level, std::move(box));
  }
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

/// The hull, inside the domain, with bounds that stay small however many boxes
/// are merged.
static Box getLooseHull(BoundContext &context, const Box &a, const Box &b,
                        ArrayRef<Bound> domain) {
  Box hull = getHull(context, a, b);
  bool isLarge = llvm::any_of(hull.dims, [](const BoxRange &range) {
    return range.lo.getNumTerms() > kMaxBoundTerms ||
           range.hi.getNumTerms() > kMaxBoundTerms;
  });
  return isLarge ? clampBox(context, hull, domain) : hull;
}

/// True if `op` reads tensors: computing it again is not for free.
static bool readsTensors(Operation *op) {
  auto footprint = cast<FootprintOpInterface>(op);
  return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
    OperandRole role = footprint.getOperandRole(operand.getOperandNumber());
    return role == OperandRole::Input || role == OperandRole::ReadDestination;
  });
}

/// Merges demands into at most two boxes, where that costs no more than
/// computing them apart. What reads nothing (a fill) is computed apart for each
/// read destination, which needs no copy then; anything else would be computed
/// for each op of a chain of updates.
SmallVector<FusionPlanner::Group, 0>
FusionPlanner::groupDemands(Operation *op, ArrayRef<Demand> demands) {
  auto footprint = cast<FootprintOpInterface>(op);
  SmallVector<Bound> domain = getDomain(op);
  auto anyLevel = [](int, const Box &) { return true; };
  SmallVector<Group, 0> groups, alone;
  bool isForFree = !readsTensors(op);
  for (const Demand &demand : demands) {
    bool isAlone = isForFree && demand.throughDestination;
    Box box;
    footprint.getIterationBoxOfResult(extents, demand.result, demand.box, box);
    Group own{{demand}, box, demand.maxLevel, {}};
    auto same = llvm::find_if(
        groups, [&](const Group &group) { return group.hull == own.hull; });
    if (!isAlone && same != groups.end()) {
      same->demands.push_back(demand);
      if (own.maxLevel < same->maxLevel) {
        same->maxLevel = own.maxLevel;
        same->placement = place(op, same->hull, same->maxLevel, anyLevel);
      }
      continue;
    }
    own.placement = place(op, own.hull, own.maxLevel, anyLevel);
    if (isAlone) {
      alone.push_back(std::move(own));
      continue;
    }
    Group *cheapest = nullptr;
    Group merged;
    double extra = 0;
    for (Group &group : groups) {
      Group candidate{{},
                      getLooseHull(context, group.hull, own.hull, domain),
                      std::min(group.maxLevel, own.maxLevel),
                      {}};
      candidate.placement =
          place(op, candidate.hull, candidate.maxLevel, anyLevel);
      double more = candidate.placement.work - group.placement.work;
      if (cheapest && more >= extra)
        continue;
      cheapest = &group;
      extra = more;
      merged = std::move(candidate);
    }
    if (!cheapest || (groups.size() < 2 && extra > own.placement.work)) {
      groups.push_back(std::move(own));
      continue;
    }
    merged.demands = std::move(cheapest->demands);
    merged.demands.push_back(demand);
    *cheapest = std::move(merged);
  }
  llvm::append_range(groups, alone);
  return groups;
}

/// R4 and R5: the boxes at `level` may stand for the whole results.
bool FusionPlanner::canLeave(Operation *op, const llvm::SmallBitVector &results,
                             int level, const Box &iteration) {
  // Out of a forall, only its own body can write.
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

/// A box of constant size that covers `box`, moved inward at the borders, where
/// the largest size is known and fits.
Box FusionPlanner::shiftInward(Operation *op, const Box &box, int level) {
  // Reshapes would lose their alignment; slices and casts are views, of which
  // just what is read is best.
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp,
          tensor::ExtractSliceOp, tensor::CastOp>(op))
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
  cast<FootprintOpInterface>(op).legalizeIterationBox(extents, result);
  // A small extent can make this expensive: then the tile is cut.
  if (costs->getWork(result, level) >
      options.placementSlack * costs->getWork(box, level))
    return box;
  return result;
}

/// True if what `group` demands becomes a part of a larger tile and nothing
/// else. A linalg op writes just that part into the tile then, without a copy.
bool FusionPlanner::isOnlyPartOfTile(Operation *op, const Group &group) {
  return isa<linalg::LinalgOp>(op) && group.demands.size() == 1 &&
         isa<tensor::PadOp, tensor::InsertSliceOp>(
             plan.instances[group.demands.front().consumer].op);
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

/// Why `group` is computed before the nest, next to the loop in which it would
/// cost least.
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

void FusionPlanner::planProducer(Operation *op) {
  if (std::string reason = getReasonNotToFuse(op); !reason.empty())
    return leaveOut(op, reason);
  SmallVector<bool> reductions =
      cast<FootprintOpInterface>(op).getReductionDims();
  bool isCheap = !llvm::is_contained(reductions, true);
  OutsideUses uses = getOutsideUses(op);
  bool isNeededBefore = states[op].isNeededBefore || uses.before;
  if (isNeededBefore && !isCheap)
    return leaveOut(op, "its whole value is needed before the nest");

  SmallVector<Demand, 0> demands = states[op].demands;
  SmallVector<Group, 0> groups = groupDemands(op, demands);
  double points = costs->getWork(getWholeBox(context, getDomain(op)), -1);
  double work = 0;
  for (const Group &group : groups) {
    work += group.placement.work;
    if (group.placement.level >= 0)
      continue;
    if (group.maxLevel < 0)
      return leaveOut(op, "it starts an accumulator that loop 0 carries");
    if (getBoxAt(op, group.hull, group.maxLevel).getLoops() == 0)
      return leaveOut(op, "the part that is read depends on no loop");
    return leaveOut(op, explainLevel(op, group));
  }
  if (work > getWorkLimit(op))
    return leaveOut(op, explainLimit(op, work));

  // What leaves, and from which of the boxes.
  llvm::SmallBitVector leaving = uses.after;
  bool mustLeave = leaving.any();
  if (options.keepIntermediates && isa<DestinationStyleOpInterface>(op))
    leaving.set();
  if (isNeededBefore)
    leaving.reset();
  Group *leavesFrom = nullptr;
  for (Group &group : groups) {
    if (leaving.none() || leavesFrom)
      break;
    Placement placement =
        place(op, group.hull, group.maxLevel, [&](int level, const Box &box) {
          return canLeave(op, leaving, level, box);
        });
    if (!placement.isValid)
      continue;
    group.placement = placement;
    leavesFrom = &group;
  }
  bool isKept = isNeededBefore || (mustLeave && !leavesFrom);
  if (isKept && !isCheap)
    return leaveOut(op, "it is also used outside, and its boxes do not cover "
                        "its whole value in every case");

  states[op].isFused = true;
  for (Group &group : groups) {
    bool leaves = &group == leavesFrom;
    bool isExact = leaves || (isCheap && isOnlyPartOfTile(op, group)) ||
                   llvm::any_of(group.demands, [](const Demand &d) {
                     return d.throughDestination;
                   });
    Box box = isExact ? group.placement.iteration
                      : shiftInward(op, group.placement.iteration,
                                    group.placement.level);
    int instance = addInstance(op, group.placement.level, box,
                               /*isRoot=*/false, group.placement.level + 1);
    plan.instances[instance].work = costs->getWork(box, group.placement.level);
    plan.instances[instance].recompute =
        points > 0 ? plan.instances[instance].work / points : 1;
    assignProducer(group.demands, instance);
    if (leaves)
      for (int result : leaving.set_bits())
        addCarry(instance, result, group.placement.level,
                 getResultBox(op, result, box));
    addDemands(instance);
  }
  if (isKept) {
    states[op].isKept = true;
    plan.kept.push_back(
        {op, isNeededBefore
                 ? "its whole value is also needed before the nest"
                 : "its boxes do not cover its whole value in every case"});
    markNeededBefore(op);
  }
}

int FusionPlanner::addInstance(Operation *op, int level, Box iteration,
                               bool isRoot, int firstReduction) {
  Instance instance;
  instance.op = op;
  instance.level = level;
  instance.iteration = std::move(iteration);
  instance.isRoot = isRoot;
  instance.firstReduction = firstReduction;
  instance.carries.assign(op->getNumResults(), -1);
  auto footprint = cast<FootprintOpInterface>(op);
  std::optional<int64_t> bytes = 0;
  for (OpResult result : op->getResults()) {
    std::optional<int64_t> own = getBoxBytes(
        context, getResultBox(op, result.getResultNumber(), instance.iteration),
        cast<RankedTensorType>(result.getType()).getElementType());
    bytes = bytes && own ? std::optional<int64_t>(*bytes + *own) : std::nullopt;
  }
  instance.bytes = bytes;
  for (OpOperand &operand : op->getOpOperands()) {
    PlannedOperand planned;
    planned.role = footprint.getOperandRole(operand.getOperandNumber());
    if (planned.role != OperandRole::Whole)
      footprint.getOperandBox(extents, operand.getOperandNumber(),
                              instance.iteration, planned.box);
    instance.operands.push_back(std::move(planned));
  }
  plan.instances.push_back(std::move(instance));
  return plan.instances.size() - 1;
}

/// Asks the producers of an instance's operands for the boxes it reads.
void FusionPlanner::addDemands(int number) {
  Operation *op = plan.instances[number].op;
  forEachCapture(op, [&](Value value) { enqueueNeeded(value); });
  for (OpOperand &operand : op->getOpOperands()) {
    Instance &instance = plan.instances[number];
    PlannedOperand &planned = instance.operands[operand.getOperandNumber()];
    if (planned.role == OperandRole::UnreadDestination)
      continue;
    if (planned.role == OperandRole::Whole) {
      enqueueNeeded(operand.get());
      continue;
    }
    bool isDestination = planned.role == OperandRole::ReadDestination;
    int maxLevel = instance.level;
    if (isDestination && instance.firstReduction <= instance.level) {
      // The start of an accumulator: needed once, before the reduction loop.
      maxLevel = instance.firstReduction - 1;
      planned.box =
          widenBox(context, planned.box, extents.getExtents(operand.get()),
                   instance.firstReduction);
    }
    if (options.testBreak == TestBreak::BoxOffByOne && !isDestination)
      for (BoxRange &range : planned.box.dims)
        if (range.lo.getLoops() != 0) {
          Bound size = getSize(context, range);
          range.lo =
              context.max(context.add(range.lo, -1), context.constant(0));
          range.hi = context.add(range.lo, size);
        }
    Operation *producer = operand.get().getDefiningOp();
    if (!producer || producer->getBlock() != block)
      continue;
    states[producer].demands.push_back(
        {number, operand.getOperandNumber(),
         cast<OpResult>(operand.get()).getResultNumber(), planned.box, maxLevel,
         isDestination});
    enqueue(producer);
  }
}

void FusionPlanner::assignProducer(ArrayRef<Demand> demands, int instance) {
  for (const Demand &demand : demands)
    plan.instances[demand.consumer].operands[demand.operand].producer =
        instance;
}
