//===- FoldDefects.cpp - Canonicalization and narrowing -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites of scalars that give another number. Ops are known by name where
// nothing else of their dialect is needed.
//
//===----------------------------------------------------------------------===//

#include "Defects.h"

#include "heddle/Analysis/Destinations/Destinations.h"
#include "heddle/Analysis/Reasons/Reason.h"
#include "heddle/Transforms/Cleanup/Canonicalization.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::heddle;

/// True if `condition` passes on one result of an `scf.if` with its own
/// condition twice.
static bool passesOnTwice(scf::ConditionOp condition) {
  llvm::SmallDenseSet<Value> seen;
  return llvm::any_of(condition.getArgs(), [&](Value value) {
    auto branch = value.getDefiningOp<scf::IfOp>();
    return branch && branch.getCondition() == condition.getCondition() &&
           !seen.insert(value).second;
  });
}

std::optional<std::string>
heddle::explainDuplicatedConditions(Application &step) {
  WalkResult result = step.target->walk([](scf::ConditionOp condition) {
    return passesOnTwice(condition) ? WalkResult::interrupt()
                                    : WalkResult::advance();
  });
  if (!result.wasInterrupted())
    return std::nullopt;
  return "takes the other branch of an 'scf.if' whose result 'scf.condition' "
         "passes on twice; 'transform.cleanup' does not";
}

/// True if `compare` asks for the order of a difference and 0.
static bool comparesDifference(index::CmpOp compare) {
  IntegerAttr right;
  index::IndexCmpPredicate predicate = compare.getPred();
  return predicate != index::IndexCmpPredicate::EQ &&
         predicate != index::IndexCmpPredicate::NE &&
         compare.getLhs().getDefiningOp<index::SubOp>() &&
         matchPattern(compare.getRhs(), m_Constant(&right)) &&
         right.getValue().isZero();
}

std::optional<std::string>
heddle::explainComparedDifferences(Application &step) {
  WalkResult result = step.target->walk([](index::CmpOp compare) {
    return comparesDifference(compare) ? WalkResult::interrupt()
                                       : WalkResult::advance();
  });
  if (!result.wasInterrupted())
    return std::nullopt;
  return "compares the two sides of an 'index.sub', which may wrap around, in "
         "place of their difference and 0; 'transform.cleanup' does not";
}

/// True if `op` casts to the type from which its operand was cast to a narrower
/// one.
template <typename CastOp> static bool castsBack(Operation *op) {
  auto cast = dyn_cast<CastOp>(op);
  auto first = cast ? cast.getIn().template getDefiningOp<CastOp>() : CastOp();
  return first && first.getIn().getType() == cast.getType() &&
         getIndexCastWidth(cast.getIn().getType()) <
             getIndexCastWidth(cast.getType());
}

std::optional<std::string> heddle::explainNarrowedIndices(Application &step) {
  WalkResult result = step.target->walk([](Operation *op) {
    return castsBack<arith::IndexCastOp>(op) ||
                   castsBack<arith::IndexCastUIOp>(op)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (!result.wasInterrupted())
    return std::nullopt;
  return "drops a cast of an index to a narrower integer and back, and with it "
         "what the cast cuts off; 'transform.cleanup' does not";
}

std::optional<std::string> heddle::explainNarrowedShifts(Application &step) {
  auto widths = step.pass->getNumbers("int-bitwidths-supported");
  if (widths && widths->empty())
    return std::nullopt;
  // Any amount may be too large for a width that is not known.
  uint64_t width = widths ? *llvm::min_element(*widths) : 0;
  Operation *shift = nullptr;
  step.target->walk([&](Operation *op) {
    if (!isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op))
      return WalkResult::advance();
    APInt amount;
    if (matchPattern(op->getOperand(1), m_ConstantInt(&amount)) &&
        amount.ult(width))
      return WalkResult::advance();
    shift = op;
    return WalkResult::interrupt();
  });
  if (!shift)
    return std::nullopt;
  return "may give " + quote(shift) +
         " fewer bits than the amount by which it shifts";
}

std::optional<std::string>
heddle::explainFilteredBufferization(Application &step) {
  SmallVector<StringRef> names = step.pass->getList("dialect-filter");
  if (names.empty())
    return std::nullopt;
  auto isListed = [&](Operation *op) {
    return llvm::is_contained(names, op->getName().getDialectNamespace());
  };
  Operation *writer = nullptr, *reader = nullptr;
  step.target->walk([&](Operation *op) {
    for (OpOperand &use : op->getOpOperands()) {
      if (writer || !isa<TensorType>(use.get().getType()) || !isListed(op) ||
          !isDestination(use))
        continue;
      for (Operation *user : use.get().getUsers())
        if (!isListed(user)) {
          writer = op;
          reader = user;
        }
    }
  });
  if (!writer)
    return std::nullopt;
  return "may let " + quote(writer) + " write into a tensor that " +
         quote(reader) +
         " reads, which is of no listed dialect; "
         "'transform.heddle.bufferize' does not";
}

/// An op in a loop that makes an invariant tensor, which the loop writes.
std::optional<std::string> heddle::explainHoistedTensors(Application &step) {
  Operation *found = nullptr;
  LoopLikeOpInterface around;
  step.target->walk([&](Operation *op) {
    auto loop = op->getParentOfType<LoopLikeOpInterface>();
    if (found || !loop || op->getNumRegions() != 0 || !isMemoryEffectFree(op) ||
        !llvm::all_of(op->getOperands(), [&](Value value) {
          return loop.isDefinedOutsideOfLoop(value);
        }))
      return;
    for (OpResult result : op->getResults())
      for (OpOperand &use : result.getUses())
        if (isa<TensorType>(result.getType()) && isDestination(use)) {
          found = op;
          around = loop;
        }
  });
  if (!found)
    return std::nullopt;
  return "may take " + quote(found) + " out of " + quote(around) +
         ", which writes into the tensor; 'transform.heddle.bufferize' does "
         "not";
}
