//===- FusionPlanOnline.cpp - What loop 0 carries online ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule R10 of FusionPlan.h. The root adds to an accumulator that an op rescales
// by the weight of a tile of softmax. For an op that scales rows by a reduction
// of them, nothing is rescaled; the rest is the same.
//
// Why it holds. The tiles of softmax over the loops 0 .. level are a partition
// of its input: each row has one tile per iteration of loop 0, and each element
// is in one tile. The root, and the op that rescales, are in the deepest loop.
// For one iteration of loop 0, their boxes are a partition of the accumulator,
// as the other loops tile parallel dims of the root. So each element of the
// accumulator is multiplied by the weight of each tile of its row once, before
// anything of that tile is added.
//
//===----------------------------------------------------------------------===//

#include "FusionPlanner.h"

#include "heddle/Analysis/Reasons/Reason.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::heddle;

#include "heddle/Analysis/Fusion/Recurrence.cpp.inc"

bool FusionPlanner::isRescaled(OpOperand &operand) const {
  return options.online && options.online->rescale &&
         operand.get().getDefiningOp() == options.online->rescale &&
         rootNumbers.contains(operand.getOwner());
}

/// Refuses the plan because of `text`. Also names the ops that are not fused,
/// because one of them may be the reason why softmax is not fused.
LogicalResult FusionPlanner::refuseOnline(Operation *op, const Twine &text) {
  (void)refuse(op, quote(op) + " is not carried online: " + text);
  for (const Reason &left : llvm::reverse(plan.leftOut))
    reason->addNote(left.op, quote(left.op) + " is not fused: " + left.text);
  return failure();
}

LogicalResult FusionPlanner::planRescale(Operation *op) {
  ArrayRef<Demand> demands = states[op].demands;
  if (std::string reason = getReasonNotToFuse(op); !reason.empty())
    return refuseOnline(op, reason);
  if (std::optional<Reason> written = getWriteBeforeNest(op))
    return refuseOnline(op, written->text);
  assert(demands.size() == 1 && plan.instances[demands[0].consumer].isRoot &&
         "the root alone reads its accumulator");
  const Demand demand = demands.front();
  auto footprint = cast<FootprintOpInterface>(op);
  Box box =
      footprint.getIterationBoxOfResult(extents, demand.result, demand.box);
  states[op].isFused = true;
  int number = addInstance(op, demand.maxLevel, box, /*isRoot=*/false,
                           /*firstReduction=*/0);
  const Instance &root = plan.instances[demand.consumer];
  Instance &instance = plan.instances[number];
  instance.isRescale = true;
  instance.carries.front() = root.carries.front();
  instance.work = costs->getWork(box, demand.maxLevel);
  assignProducer(demand, number);
  addDemands(number);
  return success();
}

FailureOr<std::pair<int, Box>>
FusionPlanner::placeOnline(Operation *op, const Box &hull, int maxLevel) {
  SmallVector<Bound> domain = getDomain(op);
  for (int level = maxLevel; level >= 0; --level) {
    Box box = widenBox(context, hull, domain, level + 1);
    if (areDisjoint(context, box, level) &&
        coversAll(context, box, domain, level))
      return std::make_pair(level, std::move(box));
  }
  return failure();
}

LogicalResult FusionPlanner::planOnline(Operation *op) {
  if (std::string reason = getReasonNotToFuse(op); !reason.empty())
    return refuseOnline(op, reason);
  if (std::optional<Reason> written = getWriteBeforeNest(op))
    return refuseOnline(op, written->text);
  OpState &state = states[op];
  OutsideUses uses = getOutsideUses(op);
  if (state.isNeededBefore || uses.before)
    return refuseOnline(op, "its whole value is "
                            "needed before the nest");
  // The demands for elements determine the box. The weights are those of the
  // rows of that box.
  std::optional<Box> hull;
  int maxLevel = plan.loops.size() - 1;
  for (const Demand &demand : state.demands) {
    maxLevel = std::min(maxLevel, demand.maxLevel);
    if (demand.result == 0)
      hull = hull ? getHull(context, *hull, demand.box) : demand.box;
  }
  assert(hull && "an op that does not read it would need its whole value");
  auto placed = placeOnline(op, *hull, maxLevel);
  // True if the demanded rows are rows of the tile.
  auto hasRowsOf = [&](const Demand &demand) {
    SmallVector<Bound> whole = extents.getExtents(op->getResult(demand.result));
    return isContained(context,
                       widenBox(context, demand.box, whole, placed->first + 1),
                       getResultBox(op, demand.result, placed->second));
  };
  if (failed(placed) || !llvm::all_of(state.demands, hasRowsOf))
    return refuseOnline(op, "the parts of it that are read are not known to be "
                            "disjoint and to cover it");
  auto [level, box] = *placed;
  plan.assumption = options.online->assumption;
  plan.onlineNames = options.online->names;
  state.isFused = true;
  SmallVector<Demand, 0> demands = state.demands;
  int number = addInstance(op, level, box, /*isRoot=*/false,
                           /*firstReduction=*/0);
  Instance &instance = plan.instances[number];
  instance.isOnline = true;
  instance.work = costs->getWork(box, level);
  for (unsigned result : options.online->carried)
    addCarry(number, result, /*level=*/-1,
             widenBox(context, getResultBox(op, result, box),
                      extents.getExtents(op->getResult(result)),
                      /*firstLoop=*/0));
  assignProducer(demands, number);
  addDemands(number);
  return success();
}
