//===- ValueBounds.cpp - Upstream's value bounds, safely ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ValueBoundsConstraintSet visits a value and what it is computed from, and
// asks the ValueBoundsOpInterface of each op about an index or about the extent
// of a shaped value. It crashes in two cases. (1) The models of the ops of
// `arith` other than `arith.select` know indices only, but these ops compute
// tensors, too. (2) The models of `tensor.dim` and `memref.dim` do not check
// that a constant number is a dim of the shape.
//
// The rule: the values that upstream may visit are searched for the two cases
// before a question is asked. If none is found, upstream is asked as it is, and
// stops as soon as it knows the answer. Otherwise it is told not to look behind
// these values, which then are variables without bounds.
//
// The search visits at least what upstream visits: from a result to all
// operands of its op, from the result of an op with regions to all operands of
// the terminators in them, from an argument of a block to the operands of the
// op around it and of its terminators, and only to indices and shaped values.
// Where an op has no model, upstream looks at the destination of a result
// alone.
//
//===----------------------------------------------------------------------===//

#include "heddle/IR/ValueBounds/ValueBounds.h"

#include "mlir/Dialect/Affine/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "mlir/Interfaces/SubsetOpInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;
using presburger::BoundType;

/// True if upstream crashes when it asks the op of `value` for bounds.
static bool crashesUpstream(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  // An op that is not registered has no dialect.
  if (isa_and_nonnull<arith::ArithDialect>(op->getDialect()))
    return isa<ValueBoundsOpInterface>(op) &&
           isa<ShapedType>(value.getType()) && !isa<arith::SelectOp>(op);
  auto dimOp = dyn_cast<ShapedDimOpInterface>(op);
  if (!dimOp)
    return false;
  std::optional<int64_t> dim = getConstantIntValue(dimOp.getDimension());
  auto type = dyn_cast<ShapedType>(dimOp.getShapedValue().getType());
  return dim && type && type.hasRank() && (*dim < 0 || *dim >= type.getRank());
}

/// True if upstream may ask for bounds of `value`. It knows constant extents
/// from the type.
static bool hasBounds(Value value) {
  if (value.getType().isIndex())
    return true;
  auto type = dyn_cast<ShapedType>(value.getType());
  return type && !(type.hasRank() && type.hasStaticShape());
}

/// Appends to `sources` the operands that leave the regions of `op`.
static void addYielded(Operation *op, llvm::SetVector<Value> &sources) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (!block.empty() && block.back().hasTrait<OpTrait::IsTerminator>())
        sources.insert_range(
            llvm::make_filter_range(block.back().getOperands(), hasBounds));
}

/// Appends to `sources` the values from which upstream may compute the bounds
/// of `value`.
static void addSources(Value value, llvm::SetVector<Value> &sources) {
  Operation *op = value.getDefiningOp();
  if (op && !isa<ValueBoundsOpInterface>(op)) {
    if (auto dps = dyn_cast<DestinationStyleOpInterface>(op))
      if (OpOperand *init = dps.getTiedOpOperand(cast<OpResult>(value)))
        sources.insert(init->get());
    return;
  }
  if (!op)
    op = value.getParentBlock()->getParentOp();
  if (!op || !isa<ValueBoundsOpInterface>(op))
    return;
  sources.insert_range(llvm::make_filter_range(op->getOperands(), hasBounds));
  addYielded(op, sources);
}

/// True if upstream can visit `values` and all that they are computed from.
static bool canVisit(llvm::SetVector<Value> values) {
  for (size_t next = 0; next < values.size(); ++next) {
    if (crashesUpstream(values[next]))
      return false;
    addSources(values[next], values);
  }
  return true;
}

static bool canAsk(ArrayRef<const BoundVariable *> variables) {
  llvm::SetVector<Value> values;
  for (const BoundVariable *variable : variables)
    for (const auto &[value, dim] : variable->getOperands()) {
      auto type = dyn_cast<ShapedType>(value.getType());
      if (!dim || !type || type.isDynamicDim(*dim))
        values.insert(value);
    }
  return canVisit(std::move(values));
}

/// True if a value in the function around `root`, or in `root`, crashes
/// upstream.
static bool hasCrashingValue(Operation *root) {
  Operation *outermost = root->getParentOfType<FunctionOpInterface>();
  return (outermost ? outermost : root)
      ->walk([](Operation *op) {
        return llvm::any_of(op->getResults(),
                            [](Value result) {
                              return hasBounds(result) &&
                                     crashesUpstream(result);
                            })
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

Operation *heddle::findIncomparableSubset(Operation *root) {
  if (!hasCrashingValue(root))
    return nullptr;
  Operation *found = nullptr;
  root->walk([&](SubsetOpInterface op) {
    llvm::SetVector<Value> indices;
    for (Value operand : op->getOperands())
      if (operand.getType().isIndex())
        indices.insert(operand);
    if (canVisit(std::move(indices)))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

/// Stops at the values that crash upstream.
static bool stopsBeforeCrash(Value value, std::optional<int64_t>,
                             ValueBoundsConstraintSet &) {
  return crashesUpstream(value);
}

namespace {
/// Knows nothing about the values that crash upstream.
struct LimitedConstraintSet : ValueBoundsConstraintSet {
  explicit LimitedConstraintSet(MLIRContext *context)
      : ValueBoundsConstraintSet(context, stopsBeforeCrash) {}
};
} // namespace

FailureOr<int64_t> heddle::computeConstantBound(BoundType type,
                                                const BoundVariable &variable) {
  ValueBoundsConstraintSet::StopConditionFn stop;
  if (!canAsk(&variable))
    stop = stopsBeforeCrash;
  return ValueBoundsConstraintSet::computeConstantBound(type, variable, stop,
                                                        /*closedUB=*/true);
}

/// True if it is proved that `a` and `b` are in the order `cmp`.
static bool compare(const BoundVariable &a,
                    ValueBoundsConstraintSet::ComparisonOperator cmp,
                    const BoundVariable &b) {
  if (canAsk({&a, &b}))
    return ValueBoundsConstraintSet::compare(a, cmp, b);
  return LimitedConstraintSet(a.getContext()).populateAndCompare(a, cmp, b);
}

bool heddle::isProvablyAtLeast(const BoundVariable &a, const BoundVariable &b) {
  return compare(a, ValueBoundsConstraintSet::GE, b);
}

bool heddle::isProvablyEqual(const BoundVariable &a, const BoundVariable &b) {
  return compare(a, ValueBoundsConstraintSet::EQ, b);
}

FailureOr<OpFoldResult> heddle::reifyUpperBoundOutside(RewriterBase &rewriter,
                                                       Location loc,
                                                       Value value,
                                                       Operation *op) {
  auto isOutside = [&](Value other) {
    return !op->isAncestor(other.getParentRegion()->getParentOp());
  };
  auto stop = [&](Value other, std::optional<int64_t>,
                  ValueBoundsConstraintSet &) {
    return isOutside(other) || crashesUpstream(other);
  };
  AffineMap bound;
  ValueDimList operands;
  if (failed(ValueBoundsConstraintSet::computeBound(
          bound, operands, BoundType::UB, value, stop, /*closedUB=*/true)) ||
      !llvm::all_of(operands,
                    [&](auto &operand) { return isOutside(operand.first); }))
    return failure();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  return affine::reifyIndexValueBound(rewriter, loc, BoundType::UB, value, stop,
                                      /*closedUB=*/true);
}
