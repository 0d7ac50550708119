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
// value come after it, so when an op is visited, every demand on it is known.
// For each other user it is known whether that user is fused, needed before the
// nest, or free to move. Each op is visited once. It has at most two instances,
// and one more per read destination. Each operand of an instance makes one
// demand.
//
// Where the rules of FusionPlan.h are enforced. R1 and R8: addDemands gives
// each demand its deepest level, which for the start of an accumulator lies
// above the first reduction loop. R3: a root with a tiled reduction takes no
// demand (FusionPlanRoots.cpp). R4 and R5: canLeave. R6: getReasonNotToFuse,
// and OutsideUses.cpp. R7: each box is clamped when it is widened
// (Bounds/Box.h). R2 and R9: FusionPlanCarries.cpp.
//
//===----------------------------------------------------------------------===//

#include "FusionPlanner.h"

#include "heddle/Analysis/Bounds/KnownDim.h"
#include "heddle/Analysis/Fusion/RowPadding.h"
#include "heddle/Analysis/Mistakes/Mistake.h"

#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/STLExtras.h"

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
                             std::optional<Reason> &reason)
    : roots(roots.begin(), roots.end()), options(options), reason(reason),
      context((makeExtents(plan.context, plan.extents), *plan.context)),
      extents(*plan.extents), bufferReads(roots.front()) {}

FailureOr<FusionPlan> FusionPlan::create(ArrayRef<Operation *> roots,
                                         const FusionOptions &options,
                                         std::optional<Reason> &reason) {
  return FusionPlanner(roots, options, reason).run();
}

LogicalResult FusionPlanner::refuse(Operation *op, const Twine &text) {
  reason = Reason(op, text);
  return failure();
}

FailureOr<FusionPlan> FusionPlanner::run() {
  if (failed(checkRoots()))
    return failure();
  collectShapes();
  if (failed(makeLoops()))
    return failure();
  costs = std::make_unique<CostModel>(context, extents);
  for (Operation *root : roots) {
    numOpen += !states[root].isRoot;
    states[root].isRoot = true;
    enqueue(root);
  }
  enqueueSymbols();
  // Stop when the queue holds no op that the nest may compute. The ops that
  // are left in it come before all ops of the nest and stay there, and no op
  // that the nest may compute can be reached from them. Only getStart asks
  // whether they stay, and walks on as far as it needs. Otherwise each nest of
  // a network would walk up to the first op of the network.
  while (numOpen > 0 || (options.online && !queue.empty())) {
    Operation *op = queue.top();
    queue.pop();
    numOpen -= states[op].isOpen();
    if (failed(visit(op)))
      return failure();
    enqueueSymbols();
  }
  if (failed(checkChosenLevels()) || failed(checkTileLimits()))
    return failure();
  resolveCarries();
  readFromCarries();
  orderCarries();
  collectMoved();
  // The sizes in plan.dims are computed from other sizes, so these must be
  // checked for overflow, too.
  for (tensor::DimOp dim : plan.dims)
    (void)extents.getOwnExtent(dim.getSource(), *getKnownDim(dim));
  if (context.hasOverflowed())
    return refuse(roots.front(), "a size or an offset that '" +
                                     roots.front()->getName().getStringRef() +
                                     "' depends on is larger than 2^60");
  return std::move(plan);
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

/// Records the size equalities that the producers of the roots imply. Stops at
/// stop ops, so that a schedule of many nests looks at each op once per nest
/// that may contain it.
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

/// Records that an op before the nest reads all of `value`.
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

/// The ops that compute the sizes of the nest must stay before it. A size that
/// is named while an op is visited comes from an op before that op, which has
/// not been visited yet.
void FusionPlanner::enqueueSymbols() {
  for (; numSymbols < context.getNumSymbols(); ++numSymbols) {
    SymbolSource source = extents.getSource(numSymbols);
    // The size of a collapsed dim is computed as a product of source sizes.
    if (!source.value.getDefiningOp<tensor::CollapseShapeOp>())
      enqueueNeeded(source.value);
  }
}

void heddle::forEachCapture(Operation *op,
                            llvm::function_ref<void(Value)> callback) {
  if (op->getNumRegions() == 0)
    return;
  llvm::SetVector<Value> captures;
  getUsedValuesDefinedAbove(op->getRegions(), captures);
  for (Value capture : captures)
    callback(capture);
}

/// Keeps `op`, and the ops that it reads, before the nest.
void FusionPlanner::markNeededBefore(Operation *op) {
  states[op].isNeededBefore = true;
  for (Value operand : op->getOperands())
    enqueueNeeded(operand);
  forEachCapture(op, [&](Value value) { enqueueNeeded(value); });
}

void FusionPlanner::markRest() {
  while (!queue.empty()) {
    Operation *op = queue.top();
    queue.pop();
    markNeededBefore(op);
  }
}

LogicalResult FusionPlanner::visit(Operation *op) {
  OpState &state = states[op];
  if (state.isRoot)
    return planRoot(op);
  if (options.online && op == options.online->op)
    return planOnline(op);
  if (options.online && op == options.online->rescale)
    return planRescale(op);
  if (state.demands.empty())
    markNeededBefore(op);
  else
    planProducer(op);
  return success();
}

void FusionPlanner::leaveOut(Operation *op, const Twine &text) {
  plan.leftOut.emplace_back(op, text);
  markNeededBefore(op);
}

std::string FusionPlanner::getReasonNotToFuse(Operation *op) {
  if (options.stop.contains(op))
    return "it is a stop op";
  if (options.only && !options.only->contains(op))
    return "it is not among the ops of 'only'";
  if (op->hasTrait<OpTrait::ConstantLike>())
    return "it is a constant";
  auto footprint = dyn_cast<FootprintOpInterface>(op);
  if (!footprint)
    return "nothing says what a tile of it reads";
  if (isWinogradTransform(op))
    return "it is tiled by what it is made of: decompose it with "
           "transform.structured.decompose_winograd_op and schedule that "
           "apart, "
           "before the nest";
  if (!isMemoryEffectFree(op))
    return "it has side effects, or does not say that it has none";
  IterationDomain domain = footprint.getIterationDomainBounds(extents);
  return domain.obstacle ? "it " + domain.obstacle->text : "";
}

std::optional<Reason> FusionPlanner::getWriteBeforeNest(Operation *op) {
  Operation *write = bufferReads.findWrite(op, op, plan.anchor);
  if (!write)
    return std::nullopt;
  return Reason(
      op, "it reads memory that " + quote(write) + " may write before the nest",
      {{write, "the write"}});
}

//===----------------------------------------------------------------------===//
// Producers
//===----------------------------------------------------------------------===//

SmallVector<Bound> FusionPlanner::getDomain(Operation *op) {
  return cast<FootprintOpInterface>(op)
      .getIterationDomainBounds(extents)
      .extents;
}

Box FusionPlanner::getResultBox(Operation *op, unsigned result,
                                const Box &iteration) {
  return cast<FootprintOpInterface>(op).getResultBox(extents, result,
                                                     iteration);
}

/// Why the boxes of `groups` are not computed in the nest; empty if they are.
std::string FusionPlanner::getReasonToLeaveOut(Operation *op,
                                               ArrayRef<Group> groups) {
  if (std::optional<int> level = getChosenLevel(op))
    return explainChosenLevel(groups, *level);
  double work = 0;
  for (const Group &group : groups) {
    work += group.placement.work;
    if (group.placement.level >= 0)
      continue;
    if (group.maxLevel < 0)
      return "it starts an accumulator that loop 0 carries";
    if (getBoxAt(op, group.hull, group.maxLevel).getLoops() == 0)
      return "the part that is read depends on no loop";
    if (options.deepest.contains(op))
      return explainLimit(
          op, costs->getWork(getBoxAt(op, group.hull, group.maxLevel),
                             group.maxLevel));
    return explainLevel(op, group);
  }
  return work > getWorkLimit(op) ? explainLimit(op, work) : "";
}

/// The first of `groups` whose boxes can cover all of the results `leaving`.
/// The group is moved to the loop where they do. Null if there is no such
/// group.
FusionPlanner::Group *
FusionPlanner::findLeavingGroup(Operation *op, MutableArrayRef<Group> groups,
                                const llvm::SmallBitVector &leaving) {
  if (leaving.none())
    return nullptr;
  for (Group &group : groups) {
    Placement placement =
        place(op, group.hull, group.maxLevel, [&](int level, const Box &box) {
          return canLeave(op, leaving, level, box);
        });
    if (!placement.isValid)
      continue;
    group.placement = placement;
    return &group;
  }
  return nullptr;
}

/// Makes the instance that computes `group`, and returns its number.
int FusionPlanner::addGroup(Operation *op, const Group &group, bool isExact) {
  const Placement &placement = group.placement;
  Box box = isExact ? placement.iteration
                    : shiftInward(op, placement.iteration, placement.level);
  double work = costs->getWork(box, placement.level);
  double points = costs->getWork(getWholeBox(context, getDomain(op)), -1);
  int number = addInstance(op, placement.level, std::move(box),
                           /*isRoot=*/false, placement.level + 1);
  plan.instances[number].work = work;
  plan.instances[number].recompute = points > 0 ? work / points : 1;
  assignProducer(group.demands, number);
  return number;
}

/// True for a slice that only roots use, as their destination. It is the part
/// of a larger tensor that a loop around the nest carries.
static bool isDestinationSlice(Operation *op, ArrayRef<Operation *> roots) {
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
  return slice && isa<BlockArgument>(slice.getSource()) &&
         llvm::all_of(op->getUses(), [&](OpOperand &use) {
           auto root = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
           return root && llvm::is_contained(roots, use.getOwner()) &&
                  root.isDpsInit(&use);
         });
}

void FusionPlanner::addGroups(Operation *op, MutableArrayRef<Group> groups,
                              const Group *leavesFrom,
                              const llvm::SmallBitVector &leaving) {
  bool isCheap = !llvm::is_contained(
      cast<FootprintOpInterface>(op).getReductionDims(), true);
  states[op].isFused = true;
  for (Group &group : groups) {
    bool leaves = &group == leavesFrom;
    bool isExact = leaves || options.exactBoxes ||
                   (isCheap && isOnlyPartOfTile(op, group)) ||
                   llvm::any_of(group.demands, [](const Demand &d) {
                     return d.throughDestination;
                   });
    int instance = addGroup(op, group, isExact);
    if (leaves) {
      Box box = plan.instances[instance].iteration;
      for (int result : leaving.set_bits())
        addCarry(instance, result, group.placement.level,
                 getResultBox(op, result, box));
    }
    addDemands(instance);
  }
}

void FusionPlanner::planProducer(Operation *op) {
  if (isDestinationSlice(op, roots))
    return leaveOut(op, "the nest starts from it and is inserted where it was");
  if (std::string reason = getReasonNotToFuse(op); !reason.empty()) {
    leaveOut(op, reason);
    if (options.onlyFrom && !options.stop.contains(op) &&
        !options.only->contains(op))
      plan.leftOut.back().addNote(*options.onlyFrom, "the ops of 'only'");
    return;
  }
  if (std::optional<Reason> written = getWriteBeforeNest(op)) {
    plan.leftOut.push_back(std::move(*written));
    return markNeededBefore(op);
  }
  bool isCheap = !llvm::is_contained(
      cast<FootprintOpInterface>(op).getReductionDims(), true);
  OutsideUses uses = getOutsideUses(op);
  bool isNeededBefore = states[op].isNeededBefore || uses.before;
  if (isNeededBefore && !isCheap)
    return leaveOut(op, "its whole value is needed before the nest");

  SmallVector<Demand, 0> demands = states[op].demands;
  SmallVector<Group, 0> groups = groupDemands(op, demands);
  bool isMadeApart = uses.after.any() && isMadeForEachUse(op, demands);
  if (std::string reason = getReasonToLeaveOut(op, groups); !reason.empty())
    return leaveOut(op, reason);

  // The results that leave the nest, and the group whose boxes they leave from.
  llvm::SmallBitVector leaving = uses.after;
  bool mustLeave = leaving.any();
  if (options.keepIntermediates && isa<DestinationStyleOpInterface>(op))
    leaving.set();
  if (isNeededBefore || isMadeApart)
    leaving.reset();
  Group *leavesFrom = findLeavingGroup(op, groups, leaving);
  bool isKept = isNeededBefore || (mustLeave && !leavesFrom);
  if (isKept && !isCheap)
    return leaveOut(op, "it is also used outside, and its boxes do not cover "
                        "its whole value in every case");

  addGroups(op, groups, leavesFrom, leaving);
  if (!isKept)
    return;
  states[op].isKept = true;
  plan.kept.push_back(
      {op, isNeededBefore ? "its whole value is also needed before the nest"
           : isMadeApart
               ? "it reads no tensor, and each of its uses starts from a "
                 "value of its own"
               : "its boxes do not cover its whole value in every case"});
  markNeededBefore(op);
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
        context,
        padRows(context, op,
                getResultBox(op, result.getResultNumber(), instance.iteration)),
        cast<RankedTensorType>(result.getType()).getElementType());
    bytes = bytes && own ? std::optional<int64_t>(*bytes + *own) : std::nullopt;
  }
  instance.bytes = bytes;
  for (OpOperand &operand : op->getOpOperands()) {
    PlannedOperand planned;
    planned.role = footprint.getOperandRole(operand.getOperandNumber());
    if (planned.role != OperandRole::Whole)
      planned.box = footprint.getOperandBox(extents, operand.getOperandNumber(),
                                            instance.iteration);
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
    if (isDestination && instance.firstReduction <= instance.level &&
        !isRescaled(operand)) {
      // The initial value of an accumulator is needed once, before the
      // reduction loop.
      maxLevel = instance.firstReduction - 1;
      planned.box =
          widenBox(context, planned.box, extents.getExtents(operand.get()),
                   instance.firstReduction);
    }
    if (isMistake("box_off_by_one") && !isDestination)
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
    OpState &state = states[producer];
    numOpen += !state.isOpen();
    state.demands.push_back({number, operand.getOperandNumber(),
                             cast<OpResult>(operand.get()).getResultNumber(),
                             planned.box, maxLevel, isDestination});
    enqueue(producer);
  }
}

void FusionPlanner::assignProducer(ArrayRef<Demand> demands, int instance) {
  for (const Demand &demand : demands)
    plan.instances[demand.consumer].operands[demand.operand].producer =
        instance;
}
