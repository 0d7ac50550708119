//===- FusionPlanCarries.cpp - What the loops of a plan carry -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules R2 and R9 of FusionPlan.h, when all instances are known: which tensor
// each carry starts from, whether a tile's destination is taken from it, and
// which other reads of that tensor go through it.
//
// Why R2 holds. An op computes elements from the contents of its destination
// before the nest. In the elements of a box, the carried tensor still has these
// contents if no earlier iteration wrote them. That is so if the boxes of
// different iterations are disjoint. Otherwise the tile is taken from the
// original.
//
//===----------------------------------------------------------------------===//

#include "FusionPlanner.h"
#include "heddle/Analysis/Mistakes/Mistake.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::heddle;

void FusionPlanner::addCarry(int instance, unsigned result, int level,
                             Box box) {
  Carry carry;
  carry.instance = instance;
  carry.result = result;
  carry.level = level;
  carry.box = std::move(box);
  plan.instances[instance].carries[result] = plan.carries.size();
  plan.carries.push_back(std::move(carry));
}

static OpOperand *getDestination(Operation *op, unsigned result) {
  auto dps = dyn_cast<DestinationStyleOpInterface>(op);
  return dps ? dps.getTiedOpOperand(op->getResult(result)) : nullptr;
}

/// True if the nest computes no value that `op` is computed from.
bool FusionPlanner::standsBefore(Operation *op) {
  if (!firstInNest) {
    firstInNest = plan.anchor;
    for (const Instance &instance : plan.instances)
      if (instance.op->isBeforeInBlock(firstInNest))
        firstInNest = instance.op;
  }
  llvm::SetVector<Operation *> slice;
  slice.insert(op);
  for (size_t next = 0; next < slice.size(); ++next) {
    auto state = states.find(slice[next]);
    if (state != states.end() &&
        (state->second.isFused || state->second.isRoot))
      return false;
    auto add = [&](Value value) {
      Operation *producer = value.getDefiningOp();
      producer = producer ? block->findAncestorOpInBlock(*producer) : nullptr;
      if (producer && !producer->isBeforeInBlock(firstInNest))
        slice.insert(producer);
    };
    llvm::for_each(slice[next]->getOperands(), add);
    forEachCapture(slice[next], add);
  }
  return true;
}

/// True if every use of `result` inserts it where `slice` was extracted.
static bool isPutBack(OpResult result, tensor::ExtractSliceOp slice) {
  if (!result.hasOneUse())
    return false;
  auto insert = dyn_cast<tensor::InsertSliceOp>(*result.user_begin());
  return insert && insert.getSource() == result &&
         insert.getDest() == slice.getSource() &&
         insert.isSameAs(slice, isEqualConstantIntOrValue);
}

/// The tensor that a carry starts from: the first tensor on the chain of
/// destinations that exists without the nest. Nothing reads its elements, so no
/// producer is kept only for this. Each chain is walked once.
Value FusionPlanner::getStart(const Instance &instance, unsigned result) {
  SmallVector<Value> path;
  Value start;
  OpOperand *destination = getDestination(instance.op, result);
  // Two nests that compute the same value into empty tensors would be
  // identical, and could be merged into one. So a nest whose result goes back
  // into a slice starts from that slice.
  auto slice = destination
                   ? destination->get().getDefiningOp<tensor::ExtractSliceOp>()
                   : nullptr;
  if (slice && isPutBack(instance.op->getResult(result), slice) &&
      standsBefore(slice))
    return slice;
  while (destination) {
    Value value = destination->get();
    auto known = starts.find(value);
    if (known != starts.end()) {
      start = known->second;
      break;
    }
    path.push_back(value);
    Operation *producer = value.getDefiningOp();
    bool isStart = !producer || producer->getBlock() != block ||
                   isa<tensor::EmptyOp>(producer);
    if (!isStart && !states[producer].isFused) {
      if (!states[producer].isNeededBefore)
        markRest();
      isStart = states[producer].isNeededBefore;
    }
    if (isStart) {
      // The sizes of an empty may be computed from ops that move after the
      // nest.
      auto empty = value.getDefiningOp<tensor::EmptyOp>();
      if (!empty || empty.getDynamicSizes().empty())
        start = value;
      break;
    }
    destination =
        getDestination(producer, cast<OpResult>(value).getResultNumber());
  }
  for (Value value : path)
    starts[value] = start;
  return start;
}

/// R2 and R9: where each carry starts, and whether the tile's destination is
/// taken from it.
void FusionPlanner::resolveCarries() {
  llvm::SmallDenseSet<Value> taken;
  for (Carry &carry : plan.carries) {
    Instance &instance = plan.instances[carry.instance];
    OpOperand *destination = getDestination(instance.op, carry.result);
    if (!destination)
      continue;
    const PlannedOperand &planned =
        instance.operands[destination->getOperandNumber()];
    bool accumulatesAll = carry.level < 0;
    if (isRescaled(*destination)) {
      // Loop 0 carries the accumulator that is rescaled.
      carry.takesTile = true;
      carry.start = getDestination(options.online->rescale, 0)->get();
    } else if (planned.role == OperandRole::UnreadDestination) {
      carry.takesTile = true;
      carry.start = getStart(instance, carry.result);
    } else if (planned.producer < 0) {
      carry.takesTile = accumulatesAll ||
                        areDisjoint(context, instance.iteration, carry.level) ||
                        isMistake("init_from_carried");
      if (carry.takesTile)
        carry.start = destination->get();
    } else {
      carry.start = getStart(instance, carry.result);
    }
    if (!carry.start || accumulatesAll || taken.insert(carry.start).second)
      continue;
    // Another carry already starts from this tensor.
    carry.start = Value();
    if (planned.role == OperandRole::ReadDestination)
      carry.takesTile = false;
  }
}

/// If an op reads a tile of a tensor that a carry starts from, it reads it from
/// the carried value, provided that only the same iteration writes that tile,
/// and later. Otherwise bufferization would copy the tensor.
void FusionPlanner::readFromCarries() {
  llvm::SmallDenseMap<Value, unsigned> starts;
  for (auto [number, carry] : llvm::enumerate(plan.carries)) {
    const Instance &instance = plan.instances[carry.instance];
    if (carry.start && carry.level == instance.level &&
        areDisjoint(context, carry.box, carry.level))
      starts[carry.start] = number;
  }
  if (starts.empty())
    return;
  for (Instance &instance : plan.instances) {
    for (OpOperand &operand : instance.op->getOpOperands()) {
      PlannedOperand &planned = instance.operands[operand.getOperandNumber()];
      auto start = starts.find(operand.get());
      if (start == starts.end() || planned.producer >= 0 ||
          (planned.role != OperandRole::Input &&
           planned.role != OperandRole::ReadDestination))
        continue;
      const Carry &carry = plan.carries[start->second];
      if (carry.level == instance.level &&
          isContained(context, planned.box, carry.box))
        planned.carry = start->second;
    }
  }
}

/// Orders the carries of a forall: the value that is computed first is inserted
/// first. An op may write its tile over a tile that was computed before, and
/// bufferization sees no conflict between the insertions at the end of a
/// forall. The results get the same order, which upstream assumes when it
/// replaces a forall of one iteration.
void FusionPlanner::orderCarries() {
  if (plan.numForall == 0)
    return;
  auto order = llvm::to_vector(llvm::seq<int>(0, plan.carries.size()));
  // Carries of one instance keep their order.
  llvm::sort(order, [&](int a, int b) {
    int first = plan.carries[a].instance, second = plan.carries[b].instance;
    return first != second ? first > second : a < b;
  });
  SmallVector<int> numbers(order.size());
  SmallVector<Carry, 0> ordered;
  for (auto [number, old] : llvm::enumerate(order)) {
    numbers[old] = number;
    ordered.push_back(std::move(plan.carries[old]));
  }
  plan.carries = std::move(ordered);
  auto renumber = [&](int &carry) {
    if (carry >= 0)
      carry = numbers[carry];
  };
  for (Instance &instance : plan.instances) {
    llvm::for_each(instance.carries, renumber);
    for (PlannedOperand &operand : instance.operands)
      renumber(operand.carry);
  }
}
