//===- ShortenLifetimes.cpp - Buffers live while they are used ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule. Let D free the value v in block B, and let A be all values that may
// refer to the allocation of v. D moves up to right behind the last op of B
// that is, or holds in a region, the definition of v or a use of a value of A.
//
// Why it is right. (1) Each access to the allocation is a use of a value of A:
// the origins of v are found by following v backward through views and
// branches; each is an allocation, which nothing refers to before, or the
// result of a function whose results are allocated for its caller alone. A is
// all that follows from the origins. The walk stops at ops that might make a
// reference which it does not see; then D stays. (2) All uses of A are in B or
// in regions of ops of B, else D stays. So no op between the new place of D and
// the old one accesses the allocation, in itself or in its regions. (3) The ops
// of a block run one after the other, so D still runs once whenever B runs to
// the old place of D. Calls return only when they are done with what they do
// not keep, and no op in between waits for another thread, since ops outside
// the dialects listed below stop the walk.
//
// An allocation reads and writes nothing, so it can move down to the op that
// first uses it, or holds that use in a region.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/ShortenLifetimes.h"

#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/BufferViewFlowOpInterface.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_SHORTENLIFETIMESPASS
#include "heddle/Transforms/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

/// Dialects whose ops, but for those that `mayKeep` names, are done with a
/// buffer when they have been executed.
static bool isKnownDialect(Operation *op) {
  return llvm::StringSwitch<bool>(op->getName().getDialectNamespace())
      .Cases({"memref", "linalg", "linalg_ext", "scf", "cf", "affine", "arith"},
             true)
      .Cases({"vector", "func"}, true)
      .Default(false);
}

namespace {
/// Answers which values refer to a buffer.
class References {
public:
  explicit References(Operation *root);

  /// All values that may refer to the allocation of `buffer`; nothing if that
  /// is not known.
  std::optional<SetVector<Value>> find(Value buffer);

private:
  using Edges = DenseMap<Value, SmallVector<Value, 2>>;

  /// All values that follow from `start`, which is one of them.
  SetVector<Value> follow(ArrayRef<Value> start, const Edges &edges);
  /// Where `buffer` comes from, if nothing else refers to it than what follows
  /// from there.
  std::optional<SmallVector<Value>> findFreshOrigins(Value buffer);
  bool isKept(const SetVector<Value> &values);
  bool mayKeep(OpOperand &use);
  bool mayKeepArgument(func::CallOp call, unsigned argument);
  bool returnsFresh(func::FuncOp function);
  bool computeReturnsFresh(func::FuncOp function);
  /// True if `value` is what a function with a body allocated for its caller.
  bool isFreshResult(Value value);
  /// The function that is called, if it has a body.
  func::FuncOp getCallee(func::CallOp call);

  Edges next, previous;
  SymbolTableCollection symbols;
  /// Arguments of functions; true while that is being found out.
  DenseMap<Value, bool> keptArguments;
  /// False while that is being found out.
  DenseMap<Operation *, bool> freshFunctions;
};
} // namespace

References::References(Operation *root) {
  BufferViewFlowAnalysis flow(root);
  for (const auto &[value, dependents] : flow)
    for (Value dependent : dependents)
      if (dependent != value) {
        next[value].push_back(dependent);
        previous[dependent].push_back(value);
      }
}

SetVector<Value> References::follow(ArrayRef<Value> start, const Edges &edges) {
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

func::FuncOp References::getCallee(func::CallOp call) {
  auto function =
      dyn_cast_or_null<func::FuncOp>(call.resolveCallableInTable(&symbols));
  return function && !function.isExternal() ? function : nullptr;
}

bool References::mayKeepArgument(func::CallOp call, unsigned number) {
  func::FuncOp function = getCallee(call);
  if (!function)
    return true;
  Value argument = function.getArgument(number);
  auto [known, isNew] = keptArguments.try_emplace(argument, true);
  if (!isNew)
    return known->second;
  bool result = isKept(follow(argument, next));
  keptArguments[argument] = result;
  return result;
}

/// True if the owner of `use` may access the buffer later, or make a reference
/// to it that the analysis does not follow.
bool References::mayKeep(OpOperand &use) {
  Operation *user = use.getOwner();
  if (!isKnownDialect(user) ||
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
         !isa<ViewLikeOpInterface, RegionBranchOpInterface,
              bufferization::BufferViewFlowOpInterface>(user);
}

bool References::isKept(const SetVector<Value> &values) {
  return llvm::any_of(values, [&](Value value) {
    return llvm::any_of(value.getUses(),
                        [&](OpOperand &use) { return mayKeep(use); });
  });
}

bool References::isFreshResult(Value value) {
  auto call = value.getDefiningOp<func::CallOp>();
  func::FuncOp function = call ? getCallee(call) : nullptr;
  return function && returnsFresh(function);
}

std::optional<SmallVector<Value>> References::findFreshOrigins(Value buffer) {
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

/// Each result is allocated for the caller alone, and not for another result.
bool References::computeReturnsFresh(func::FuncOp function) {
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

bool References::returnsFresh(func::FuncOp function) {
  auto [known, isNew] = freshFunctions.try_emplace(function, false);
  if (!isNew)
    return known->second;
  bool result = computeReturnsFresh(function);
  freshFunctions[function] = result;
  return result;
}

std::optional<SetVector<Value>> References::find(Value buffer) {
  std::optional<SmallVector<Value>> origins = findFreshOrigins(buffer);
  if (!origins)
    return std::nullopt;
  SetVector<Value> values = follow(*origins, next);
  if (isKept(values))
    return std::nullopt;
  return values;
}

/// The last op of the block of `dealloc` that has to come before it; null if it
/// is to stay.
static Operation *findLastUse(memref::DeallocOp dealloc,
                              References &references) {
  Block *block = dealloc->getBlock();
  Value buffer = dealloc.getMemref();
  auto values = references.find(buffer);
  if (!values)
    return nullptr;
  Operation *last = buffer.getDefiningOp();
  if (last && last->getBlock() != block)
    last = nullptr;
  for (Value value : *values)
    for (Operation *user : value.getUsers()) {
      if (user == dealloc)
        continue;
      Operation *ancestor = block->findAncestorOpInBlock(*user);
      if (!ancestor || !ancestor->isBeforeInBlock(dealloc))
        return nullptr;
      if (!last || last->isBeforeInBlock(ancestor))
        last = ancestor;
    }
  return last;
}

/// The first op of the block of `alloc` that uses it; null if there is none or
/// if other blocks use it.
static Operation *findFirstUse(memref::AllocOp alloc) {
  Block *block = alloc->getBlock();
  Operation *first = nullptr;
  for (Operation *user : alloc->getUsers()) {
    Operation *ancestor = block->findAncestorOpInBlock(*user);
    if (!ancestor)
      return nullptr;
    if (!first || ancestor->isBeforeInBlock(first))
      first = ancestor;
  }
  return first;
}

unsigned heddle::shortenLifetimes(RewriterBase &rewriter, Operation *root) {
  SmallVector<std::pair<Operation *, Operation *>> allocs, deallocs;
  References references(root);
  root->walk([&](Operation *op) {
    if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
      Operation *first = findFirstUse(alloc);
      if (first && first != alloc->getNextNode())
        allocs.push_back({alloc, first});
    } else if (auto dealloc = dyn_cast<memref::DeallocOp>(op)) {
      Operation *last = findLastUse(dealloc, references);
      if (last && last->getNextNode() != dealloc)
        deallocs.push_back({dealloc, last});
    }
  });
  for (auto [alloc, first] : allocs)
    rewriter.moveOpBefore(alloc, first);
  for (auto [dealloc, last] : deallocs)
    rewriter.moveOpAfter(dealloc, last);
  return allocs.size() + deallocs.size();
}

namespace {
struct ShortenLifetimesPass
    : heddle::impl::ShortenLifetimesPassBase<ShortenLifetimesPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    if (heddle::shortenLifetimes(rewriter, getOperation()) == 0)
      markAllAnalysesPreserved();
  }
};
} // namespace
