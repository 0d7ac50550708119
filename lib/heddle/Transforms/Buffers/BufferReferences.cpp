//===- BufferReferences.cpp - What may refer to a buffer ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The origins of a value are found by following it backward through views and
// branches, and the references by following the origins forward. The walk stops
// at ops that might make a reference which it does not see.
//
//===----------------------------------------------------------------------===//

#include "BufferReferences.h"

#include "heddle/Analysis/DataFlow/Views.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferViewFlowOpInterface.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::heddle;

/// Dialects whose ops do not use a buffer after they have been executed, except
/// for the ops that `mayKeep` names.
static bool isKnownDialect(Operation *op) {
  return llvm::StringSwitch<bool>(op->getName().getDialectNamespace())
      .Cases({"memref", "linalg", "linalg_ext", "scf", "cf", "affine", "arith"},
             true)
      .Cases({"vector", "func"}, true)
      .Default(false);
}

BufferReferences::BufferReferences(Operation *root) {
  BufferViewFlowAnalysis flow(root);
  for (const auto &[value, dependents] : flow)
    for (Value dependent : dependents)
      if (dependent != value) {
        next[value].push_back(dependent);
        previous[dependent].push_back(value);
      }
}

SetVector<Value> BufferReferences::follow(ArrayRef<Value> start,
                                          const Edges &edges) {
  SetVector<Value> values(start.begin(), start.end());
  for (size_t number = 0; number < values.size(); ++number) {
    Value value = values[number];
    auto found = edges.find(value);
    if (found == edges.end() || (&edges == &previous && isFreshResult(value)))
      continue;
    for (Value other : found->second)
      if (&edges == &previous || !isFreshResult(other))
        values.insert(other);
  }
  return values;
}

func::FuncOp BufferReferences::getCallee(func::CallOp call) {
  auto function =
      dyn_cast_or_null<func::FuncOp>(call.resolveCallableInTable(&symbols));
  return function && !function.isExternal() ? function : nullptr;
}

bool BufferReferences::mayKeepArgument(func::CallOp call, unsigned number) {
  func::FuncOp function = getCallee(call);
  if (!function)
    return true;
  Value argument = function.getArgument(number);
  auto [known, isNew] = keptArguments.try_emplace(argument, true);
  if (!isNew)
    return known->second;
  SetVector<Value> values = follow(argument, next);
  // A function that frees its argument counts as keeping it.
  bool isFreed = llvm::any_of(values, [](Value value) {
    return llvm::any_of(value.getUsers(), llvm::IsaPred<memref::DeallocOp>);
  });
  bool result = isFreed || isKept(values);
  keptArguments[argument] = result;
  return result;
}

/// True if `op` may still run after an op around it has finished: only the ops
/// of known dialects wait for the ops in their regions.
static bool mayRunLater(Operation *op) {
  for (Operation *parent = op->getParentOp();
       parent && !isa<FunctionOpInterface>(parent);
       parent = parent->getParentOp())
    if (!isKnownDialect(parent))
      return true;
  return false;
}

/// True if the owner of `use` may access the buffer later, or make a reference
/// to it that the analysis does not follow.
bool BufferReferences::mayKeep(OpOperand &use) {
  Operation *user = use.getOwner();
  if (!isKnownDialect(user) || mayRunLater(user) ||
      isa<memref::DmaStartOp, affine::AffineDmaStartOp, memref::ReallocOp,
          memref::ExtractAlignedPointerAsIndexOp, scf::ReduceOp>(user))
    return true;
  if (auto call = dyn_cast<func::CallOp>(user))
    return mayKeepArgument(call, use.getOperandNumber());
  if (isa<CallOpInterface>(user))
    return true;
  // A buffer of buffers.
  if (llvm::any_of(user->getOperandTypes(), [](Type type) {
        auto memref = dyn_cast<BaseMemRefType>(type);
        return memref && isa<BaseMemRefType>(memref.getElementType());
      }))
    return true;
  if (user->hasTrait<OpTrait::IsTerminator>())
    return !isa<func::ReturnOp, BranchOpInterface>(user) &&
           !isa_and_present<RegionBranchOpInterface>(user->getParentOp());
  return llvm::any_of(user->getResultTypes(),
                      llvm::IsaPred<BaseMemRefType, TensorType>) &&
         !getViewedOperand(user) &&
         !isa<RegionBranchOpInterface,
              bufferization::BufferViewFlowOpInterface>(user);
}

bool BufferReferences::isKept(const SetVector<Value> &values) {
  return llvm::any_of(values, [&](Value value) {
    return llvm::any_of(value.getUses(),
                        [&](OpOperand &use) { return mayKeep(use); });
  });
}

bool BufferReferences::isFreshResult(Value value) {
  auto call = value.getDefiningOp<func::CallOp>();
  func::FuncOp function = call ? getCallee(call) : nullptr;
  return function && returnsFresh(function);
}

std::optional<SmallVector<Value>>
BufferReferences::findFreshOrigins(Value buffer) {
  SmallVector<Value> origins;
  for (Value value : follow(buffer, previous)) {
    bool isFresh =
        value.getDefiningOp<memref::AllocOp>() || isFreshResult(value);
    if (isFresh)
      origins.push_back(value);
    else if (!previous.contains(value) || value.getDefiningOp<func::CallOp>())
      return std::nullopt;
  }
  return origins;
}

/// True if each result is allocated for the caller alone, and no two results
/// are the same allocation.
bool BufferReferences::computeReturnsFresh(func::FuncOp function) {
  return !function
              .walk([&](func::ReturnOp returnOp) {
                SetVector<Value> all;
                for (Value value : returnOp.getOperands()) {
                  if (!isa<BaseMemRefType>(value.getType()))
                    continue;
                  auto origins = findFreshOrigins(value);
                  if (!origins || isKept(follow(*origins, next)))
                    return WalkResult::interrupt();
                  for (Value origin : *origins)
                    if (!all.insert(origin))
                      return WalkResult::interrupt();
                }
                return WalkResult::advance();
              })
              .wasInterrupted();
}

bool BufferReferences::returnsFresh(func::FuncOp function) {
  auto [known, isNew] = freshFunctions.try_emplace(function, false);
  if (!isNew)
    return known->second;
  bool result = computeReturnsFresh(function);
  freshFunctions[function] = result;
  return result;
}

/// A buffer, and a condition. The buffer matters only if the condition holds.
using OwnedBuffer = std::pair<Value, Value>;

/// True if `value` is the negation of `other`.
static bool isNegation(Value value, Value other) {
  auto negation = value.getDefiningOp<arith::XOrIOp>();
  return negation && negation.getLhs() == other &&
         matchPattern(negation.getRhs(), m_One());
}

/// Appends to `sources` the buffers that `owned`, a result of `branch`, may be.
/// Fails if the condition of `owned` does not tell from which branch it comes.
static LogicalResult findSources(scf::IfOp branch, OwnedBuffer owned,
                                 SmallVectorImpl<OwnedBuffer> &sources) {
  auto [buffer, condition] = owned;
  unsigned number = cast<OpResult>(buffer).getResultNumber();
  Value inThen = branch.thenYield().getOperand(number);
  Value inElse = branch.elseYield().getOperand(number);
  if (condition == branch.getCondition()) {
    sources.emplace_back(inThen, condition);
  } else if (isNegation(condition, branch.getCondition())) {
    sources.emplace_back(inElse, condition);
  } else if (condition.getDefiningOp() == branch) {
    unsigned own = cast<OpResult>(condition).getResultNumber();
    sources.emplace_back(inThen, branch.thenYield().getOperand(own));
    sources.emplace_back(inElse, branch.elseYield().getOperand(own));
  } else {
    return failure();
  }
  return success();
}

/// The same for a value that `loop` carries: in an iteration, or at the end.
static LogicalResult findSources(scf::ForOp loop, OwnedBuffer owned,
                                 SmallVectorImpl<OwnedBuffer> &sources) {
  auto getNumber = [&](Value value) -> std::optional<unsigned> {
    if (auto result = dyn_cast<OpResult>(value))
      return result.getOwner() == loop ? std::optional(result.getResultNumber())
                                       : std::nullopt;
    auto argument = cast<BlockArgument>(value);
    return argument.getOwner() == loop.getBody() && argument.getArgNumber() > 0
               ? std::optional(argument.getArgNumber() - 1)
               : std::nullopt;
  };
  auto [buffer, condition] = owned;
  std::optional<unsigned> number = getNumber(buffer);
  std::optional<unsigned> own = getNumber(condition);
  if (!number || !own || isa<OpResult>(buffer) != isa<OpResult>(condition))
    return failure();
  sources.emplace_back(loop.getInitArgs()[*number], loop.getInitArgs()[*own]);
  sources.emplace_back(loop.getYieldedValues()[*number],
                       loop.getYieldedValues()[*own]);
  return success();
}

/// The buffers that `buffer` may be if `condition` holds.
static SmallVector<Value> findOwned(Value buffer, Value condition) {
  SmallVector<Value> found;
  SetVector<OwnedBuffer> open;
  open.insert({buffer, condition});
  for (size_t next = 0; next < open.size(); ++next) {
    OwnedBuffer owned = open[next];
    if (matchPattern(owned.second, m_Zero()))
      continue;
    SmallVector<OwnedBuffer> sources;
    LogicalResult isKnown = failure();
    Operation *def = owned.first.getDefiningOp();
    if (Value source = getViewSource(owned.first)) {
      sources.emplace_back(source, owned.second);
      isKnown = success();
    } else if (auto branch = dyn_cast_if_present<scf::IfOp>(def)) {
      isKnown = findSources(branch, owned, sources);
    } else if (auto loop = dyn_cast_if_present<scf::ForOp>(
                   def ? def : owned.first.getParentBlock()->getParentOp())) {
      isKnown = findSources(loop, owned, sources);
    }
    if (failed(isKnown))
      found.push_back(owned.first);
    open.insert(sources.begin(), sources.end());
  }
  return found;
}

std::optional<SetVector<Value>> BufferReferences::find(Value buffer,
                                                       Value condition) {
  SmallVector<Value> owned{buffer};
  if (condition)
    owned = findOwned(buffer, condition);
  SmallVector<Value> origins;
  for (Value value : owned) {
    std::optional<SmallVector<Value>> its = findFreshOrigins(value);
    if (!its)
      return std::nullopt;
    llvm::append_range(origins, *its);
  }
  SetVector<Value> values = follow(origins, next);
  if (values.empty() || isKept(values))
    return std::nullopt;
  return values;
}
