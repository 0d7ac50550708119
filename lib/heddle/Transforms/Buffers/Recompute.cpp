//===- Recompute.cpp - Compute a value again where it is read -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operands of the op dominate it, so they dominate its readers. Operands
// that are values are the same there. If they are memory, it must not be
// written between the op and a reader, nor in a loop around a reader.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/Recompute.h"

#include "heddle/Analysis/DataFlow/BufferReads.h"
#include "heddle/Analysis/Loops/TripCount.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

/// True if `op` and the ops in its regions only read memory.
static bool isReadOnly(Operation *op) {
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects =
      getEffectsRecursively(op);
  return effects && llvm::all_of(*effects, [](const auto &effect) {
           return isa<MemoryEffects::Read>(effect.getEffect());
         });
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static LogicalResult checkOp(RewriterBase &rewriter, Operation *op) {
  if (op->getNumResults() == 0 || op->hasTrait<OpTrait::IsTerminator>())
    return rewriter.notifyMatchFailure(op, [&](Diagnostic &diag) {
      diag << "'" << op->getName() << "' has no results";
    });
  if (!isReadOnly(op))
    return rewriter.notifyMatchFailure(op, [&](Diagnostic &diag) {
      diag << "'" << op->getName() << "' may do more than compute its results";
    });
  return success();
}

static LogicalResult checkReader(RewriterBase &rewriter, Operation *op,
                                 Operation *reader) {
  auto isOfOp = [&](Value value) { return value.getDefiningOp() == op; };
  if (llvm::none_of(reader->getOperands(), isOfOp))
    return rewriter.notifyMatchFailure(reader, [&](Diagnostic &diag) {
      diag << "'" << reader->getName() << "' does not use a result of '"
           << op->getName() << "'";
    });
  Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*reader);
  if (!ancestor && BufferReads(op).findBuffers(op).empty())
    return success();
  if (!ancestor)
    return rewriter.notifyMatchFailure(reader, [&](Diagnostic &diag) {
      diag << "'" << op->getName() << "' reads memory, and '"
           << reader->getName() << "' is in another block";
    });
  if (Operation *write = findWrite(op, reader))
    return rewriter.notifyMatchFailure(write, [&](Diagnostic &diag) {
      diag << "'" << op->getName() << "' reads memory that '"
           << write->getName() << "' may write before '" << reader->getName()
           << "'";
    });
  return success();
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

static std::optional<int64_t> findBytes(Operation *op) {
  uint64_t bytes = 0;
  DataLayout layout = DataLayout::closest(op);
  for (Type type : op->getResultTypes()) {
    auto shaped = dyn_cast<ShapedType>(type);
    if (!shaped)
      continue;
    Type element = shaped.getElementType();
    if (!shaped.hasStaticShape() ||
        !isa<IntegerType, IndexType, FloatType, ComplexType>(element))
      return std::nullopt;
    uint64_t size = layout.getTypeSize(element).getKnownMinValue();
    for (int64_t extent : shaped.getShape())
      size = llvm::SaturatingMultiply<uint64_t>(size, extent);
    bytes = llvm::SaturatingAdd(bytes, size);
  }
  return bytes;
}

/// Where a copy for `reader` goes: directly before it or, where a region may
/// not hold other ops, before the op with that region.
static Operation *findPlace(Operation *reader) {
  Operation *place = reader;
  while (
      !isa<FunctionOpInterface, LoopLikeOpInterface, RegionBranchOpInterface>(
          place->getParentOp()) &&
      place->getParentOp()->getParentOp())
    place = place->getParentOp();
  return place;
}

/// How often `reader` runs in each run of `block`, at most.
static std::optional<int64_t> findExecutions(Block *block, Operation *reader) {
  uint64_t executions = 1;
  for (Operation *parent = reader->getParentOp();
       parent && parent != block->getParentOp();
       parent = parent->getParentOp()) {
    auto loop = dyn_cast<LoopLikeOpInterface>(parent);
    if (!loop)
      continue;
    std::optional<int64_t> trips = getTripCount(loop);
    if (!trips)
      return std::nullopt;
    executions = llvm::SaturatingMultiply<uint64_t>(executions, *trips);
  }
  return executions;
}

/// The number of ops in the block of `op` between `op` and its last user.
static int64_t countAliveAcross(Operation *op) {
  Operation *last = op;
  for (Operation *user : op->getUsers()) {
    Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
    if (!ancestor)
      ancestor = op->getBlock()->getTerminator();
    if (last->isBeforeInBlock(ancestor))
      last = ancestor;
  }
  int64_t count = 0;
  for (Operation *next = op; next != last; next = next->getNextNode())
    ++count;
  return std::max<int64_t>(0, count - 1);
}

//===----------------------------------------------------------------------===//
// Change
//===----------------------------------------------------------------------===//

/// A number that is larger than those of all ops in the function around `op`.
static int64_t findFreeNumber(Operation *op) {
  Operation *root = op->getParentOp();
  while (root->getParentOp() && !isa<FunctionOpInterface>(root))
    root = root->getParentOp();
  int64_t number = 0;
  root->walk([&](Operation *other) {
    if (auto known = other->getAttrOfType<IntegerAttr>(kRecomputedAttrName))
      number = std::max(number, known.getInt() + 1);
  });
  return number;
}

FailureOr<RecomputeResult> heddle::recompute(RewriterBase &rewriter,
                                             Operation *op,
                                             ArrayRef<Operation *> readers) {
  if (failed(checkOp(rewriter, op)))
    return failure();
  llvm::SetVector<Operation *> unique(readers.begin(), readers.end());
  for (Operation *reader : unique)
    if (failed(checkReader(rewriter, op, reader)))
      return failure();

  RecomputeResult result;
  int64_t number = findFreeNumber(op);
  result.bytes = findBytes(op);
  result.executions = 0;
  int64_t aliveBefore = countAliveAcross(op);
  for (Operation *reader : unique) {
    Operation *place = findPlace(reader);
    std::optional<int64_t> executions = findExecutions(op->getBlock(), place);
    if (!executions || !result.executions)
      result.executions = std::nullopt;
    else
      result.executions =
          llvm::SaturatingAdd<uint64_t>(*result.executions, *executions);
    rewriter.setInsertionPoint(place);
    Operation *copy = rewriter.clone(*op);
    copy->setDiscardableAttr(kRecomputedAttrName,
                             rewriter.getI64IntegerAttr(number++));
    rewriter.modifyOpInPlace(reader, [&] {
      for (OpOperand &operand : reader->getOpOperands())
        if (operand.get().getDefiningOp() == op)
          operand.set(
              copy->getResult(cast<OpResult>(operand.get()).getResultNumber()));
    });
    result.copies.push_back(copy);
  }
  result.isErased = op->use_empty();
  result.opsBetween =
      aliveBefore - (result.isErased ? 0 : countAliveAcross(op));
  if (result.isErased)
    rewriter.eraseOp(op);
  else if (result.executions)
    result.executions = llvm::SaturatingAdd<uint64_t>(*result.executions, 1);
  return result;
}
