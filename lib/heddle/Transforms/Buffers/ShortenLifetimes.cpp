//===- ShortenLifetimes.cpp - Buffers live while they are used ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule. Let D free the value v in block B, itself or as an scf.if that does
// nothing else, and let A be all values that may refer to what D frees. D moves
// up to right after the last op of B that comes before it and is, or holds in
// a region, what D needs or a use of a value of A. What is only computed for D,
// such as the base of v, moves along.
//
// Why it is right. (1) Each access to the allocation is a use of a value of A:
// the origins of v are found by following v backward through views and
// branches; each is an allocation, which nothing refers to before, or the
// result of a function whose results are allocated for its caller alone. If D
// has a condition, v and the condition are followed together as far as they
// come from the same branches and loops: where the condition is false, nothing
// is freed. A is all that follows from the origins. The walk stops at ops that
// might make a reference which it does not see; then D stays. (2) Only ops of
// B, and of their regions, run between the new place of D and the old one. None
// of them accesses the allocation: views do not, nor do other ops that free,
// as nothing is freed twice. (3) The ops of a block run one after the other, so
// D still runs once whenever B runs to the old place of D. Calls return only
// when they are done with what they do not keep, and no op in between waits for
// another thread, since ops outside the dialects listed below stop the walk.
//
// An allocation reads and writes nothing, so it can move down to the op that
// first uses it, or holds that use in a region.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/ShortenLifetimes.h"

#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferViewFlowOpInterface.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
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

  /// All values that may refer to the allocation of `buffer`, provided that
  /// `condition` holds if there is one; nothing if that is not known.
  std::optional<SetVector<Value>> find(Value buffer, Value condition);

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

/// A buffer, and a value that tells whether it matters.
using OwnedBuffer = std::pair<Value, Value>;

/// True if `value` is the negation of `other`.
static bool isNegation(Value value, Value other) {
  auto negation = value.getDefiningOp<arith::XOrIOp>();
  return negation && negation.getLhs() == other &&
         matchPattern(negation.getRhs(), m_One());
}

/// Appends what `owned` may be, a result of `branch`, to `sources`; fails if
/// its condition says nothing about which branch it comes from.
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

/// The buffers that `buffer` may be where `condition` holds.
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
    if (auto view = dyn_cast_if_present<ViewLikeOpInterface>(def)) {
      sources.emplace_back(view.getViewSource(), owned.second);
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

std::optional<SetVector<Value>> References::find(Value buffer,
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

namespace {
/// An op that frees buffers, and what is computed for it alone.
struct Release {
  Operation *op;
  Value condition;
  SmallVector<Value> buffers;
  SetVector<Operation *> moved;
};
} // namespace

/// Appends to `release.moved` the ops before it whose results only it uses, and
/// that do nothing but compute them.
static void collectMoved(Release &release) {
  Block *block = release.op->getBlock();
  release.moved.insert(release.op);
  auto isOnlyForMoved = [&](Operation *op) {
    return op->getBlock() == block && op->getNumRegions() == 0 && isPure(op) &&
           llvm::all_of(op->getUsers(), [&](Operation *user) {
             Operation *ancestor = block->findAncestorOpInBlock(*user);
             return ancestor && release.moved.contains(ancestor);
           });
  };
  for (size_t next = 0; next < release.moved.size(); ++next)
    release.moved[next]->walk([&](Operation *op) {
      for (Value operand : op->getOperands())
        if (Operation *def = operand.getDefiningOp())
          if (isOnlyForMoved(def))
            release.moved.insert(def);
    });
}

/// `op` if it frees, perhaps under a condition, and does nothing else.
static std::optional<Release> getRelease(Operation *op) {
  Release release{op, nullptr, {}, {}};
  if (auto dealloc = dyn_cast<memref::DeallocOp>(op)) {
    release.buffers.push_back(dealloc.getMemref());
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    if (branch->getNumResults() != 0 ||
        (branch.elseBlock() &&
         !branch.elseBlock()->without_terminator().empty()))
      return std::nullopt;
    release.condition = branch.getCondition();
    for (Operation &nested : branch.thenBlock()->without_terminator()) {
      auto dealloc = dyn_cast<memref::DeallocOp>(nested);
      if (!dealloc)
        return std::nullopt;
      release.buffers.push_back(dealloc.getMemref());
    }
  }
  if (release.buffers.empty())
    return std::nullopt;
  collectMoved(release);
  return release;
}

/// The last op of the block of `release` that has to come before it; null if it
/// is to stay.
static Operation *findLastUse(const Release &release, References &references) {
  Block *block = release.op->getBlock();
  Operation *last = nullptr;
  auto comeAfter = [&](Operation *op) {
    Operation *ancestor = op ? block->findAncestorOpInBlock(*op) : nullptr;
    if (ancestor && ancestor->isBeforeInBlock(release.op) &&
        !release.moved.contains(ancestor) &&
        (!last || last->isBeforeInBlock(ancestor)))
      last = ancestor;
  };
  for (Value buffer : release.buffers) {
    auto values = references.find(buffer, release.condition);
    if (!values)
      return nullptr;
    for (Value value : *values)
      for (Operation *user : value.getUsers())
        if (!isa<memref::DeallocOp, ViewLikeOpInterface>(user))
          comeAfter(user);
  }
  for (Operation *moved : release.moved)
    moved->walk([&](Operation *op) {
      for (Value operand : op->getOperands())
        comeAfter(operand.getDefiningOp());
    });
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
  SmallVector<std::pair<Operation *, Operation *>> allocs;
  SmallVector<std::pair<Release, Operation *>> releases;
  References references(root);
  root->walk([&](Operation *op) {
    if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
      Operation *first = findFirstUse(alloc);
      if (first && first != alloc->getNextNode())
        allocs.push_back({alloc, first});
    } else if (std::optional<Release> release = getRelease(op)) {
      Operation *last = findLastUse(*release, references);
      if (last && !release->moved.contains(last->getNextNode()))
        releases.push_back({std::move(*release), last});
    }
  });
  for (auto [alloc, first] : allocs)
    rewriter.moveOpBefore(alloc, first);
  // The list has the ops that an op needs after that op.
  for (auto &[release, last] : releases)
    for (Operation *moved : release.moved)
      rewriter.moveOpAfter(moved, last);
  return allocs.size() + releases.size();
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
