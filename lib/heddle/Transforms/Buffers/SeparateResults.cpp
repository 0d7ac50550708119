//===- SeparateResults.cpp - No value leaves a block twice ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One-shot bufferization assumes that the results of an op are distinct
// buffers: for a loop, a branch or a call it asks which operand each single
// result may alias, but never whether two results alias each other. So a write
// into one result may change the other.
//
// The rule: no two operands of one terminator have a common origin. The origins
// of a value are the values whose buffers it may have without a write in
// between: the operands of views, selections, branches and calls that return
// their argument.
//
// Why that is enough: let two results of an op have one buffer. Each result has
// the buffer of what a terminator gives it. There are two cases for these two
// values. Either one of them was computed by a write in place over the other,
// or there is no write between them. The insertion of a part that was written
// in place, at its own place, does not count as a write. In the first case the
// terminator reads an overwritten value. The analysis sees that conflict,
// because it sees all of one block. In the second case the values have a common
// origin, and one of them is a copy.
//
// A second rule: a function returns no constant. The caller takes a result for
// a buffer that it may write into, and the analysis of one-shot bufferization
// does not look for constants in the callee.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/SeparateResults.h"

#include "BufferCauses.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_SEPARATERESULTSPASS
#include "heddle/Transforms/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;
using bufferization::AliasingOpOperand;
using bufferization::BufferizableOpInterface;

//===----------------------------------------------------------------------===//
// Origins
//===----------------------------------------------------------------------===//

namespace {
/// Answers questions about the values of one module.
class ValueOrigins {
public:
  explicit ValueOrigins(ModuleOp module) : symbols(module), state(options) {
    module.walk([&](func::CallOp call) { called.insert(call.getCallee()); });
  }

  func::FuncOp lookUp(func::CallOp call) const {
    return symbols.lookup<func::FuncOp>(call.getCallee());
  }
  bool isCalled(func::FuncOp function) const {
    return called.contains(function.getSymName());
  }

  /// With `throughWrites`, also the values that `value` may overwrite.
  SmallVector<Value> find(Value value, bool throughWrites = false);
  bool isOnlyRead(Value value);
  /// True if `value` may be in memory that must not be written: a constant.
  bool mayBeConstant(Value value);

private:
  SmallVector<Value> findSources(Value value, bool throughWrites);
  SmallVector<Value> findCallSources(func::CallOp call, OpResult result);
  bool insertsOwnPart(tensor::InsertSliceOp insert);

  SymbolTable symbols;
  llvm::StringSet<> called;
  bufferization::BufferizationOptions options;
  bufferization::AnalysisState state;
  /// Functions whose returned values are being followed.
  SmallPtrSet<Operation *, 4> active;
};
} // namespace

/// The values that branches pass to `argument` of a block; empty if it belongs
/// to the op around the block.
static SmallVector<Value> findIncoming(BlockArgument argument) {
  SmallVector<Value> incoming;
  Block *block = argument.getOwner();
  if (block->isEntryBlock())
    return incoming;
  for (auto it = block->pred_begin(), e = block->pred_end(); it != e; ++it) {
    auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator());
    Value value;
    if (branch)
      value = branch.getSuccessorOperands(
          it.getSuccessorIndex())[argument.getArgNumber()];
    if (!value)
      return {};
    incoming.push_back(value);
  }
  return incoming;
}

/// The arguments that the callee may return at this place, and the result of
/// the call itself if it may return something else.
SmallVector<Value> ValueOrigins::findCallSources(func::CallOp call,
                                                 OpResult result) {
  func::FuncOp callee = lookUp(call);
  if (!callee || callee.isExternal() || !active.insert(callee).second)
    return {};
  llvm::SetVector<Value> sources;
  for (Block &block : callee.getBody()) {
    auto returnOp = dyn_cast<func::ReturnOp>(block.getTerminator());
    if (!returnOp)
      continue;
    for (Value origin : find(returnOp.getOperand(result.getResultNumber()))) {
      auto argument = dyn_cast<BlockArgument>(origin);
      bool isArgument =
          argument && argument.getOwner() == &callee.getBody().front();
      sources.insert(isArgument ? call.getOperand(argument.getArgNumber())
                                : Value(result));
    }
  }
  active.erase(callee);
  return sources.takeVector();
}

/// True if the source of `insert` may already be the part of the destination
/// that it replaces, because it was extracted there and written in place.
bool ValueOrigins::insertsOwnPart(tensor::InsertSliceOp insert) {
  SmallVector<Value> sources = find(insert.getSource(), /*throughWrites=*/true);
  return llvm::any_of(
      find(insert.getDest(), /*throughWrites=*/true),
      [&](Value dest) { return llvm::is_contained(sources, dest); });
}

/// The values whose buffer `value` may have without a write in between. A value
/// that is among its own sources is an origin, and so is a value without
/// sources.
SmallVector<Value> ValueOrigins::findSources(Value value, bool throughWrites) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return findIncoming(argument);
  Operation *op = value.getDefiningOp();
  if (auto call = dyn_cast<func::CallOp>(op))
    return findCallSources(call, cast<OpResult>(value));
  auto insert = dyn_cast<tensor::InsertSliceOp>(op);
  if (insert && !throughWrites && insertsOwnPart(insert))
    return {value, insert.getSource()};
  SmallVector<Value> sources;
  if (!options.dynCastBufferizableOp(op))
    return sources;
  bufferization::AliasingOpOperandList aliases =
      state.getAliasingOpOperands(value);
  for (const AliasingOpOperand &alias : aliases)
    if (throughWrites || !state.bufferizesToMemoryWrite(*alias.opOperand))
      sources.push_back(alias.opOperand->get());
  return sources;
}

SmallVector<Value> ValueOrigins::find(Value value, bool throughWrites) {
  SmallVector<Value> origins;
  llvm::SetVector<Value> seen;
  seen.insert(value);
  for (size_t next = 0; next < seen.size(); ++next) {
    Value current = seen[next];
    SmallVector<Value> sources = findSources(current, throughWrites);
    if (sources.empty() || llvm::is_contained(sources, current))
      origins.push_back(current);
    seen.insert_range(sources);
  }
  return origins;
}

bool ValueOrigins::mayBeConstant(Value value) {
  return llvm::any_of(find(value), [&](Value origin) {
    auto op = options.dynCastBufferizableOp(origin);
    return isa<OpResult>(origin) && op && !op.isWritable(origin, state);
  });
}

/// True if no buffer that `value` may have is written through `value` or leaves
/// the block through it.
bool ValueOrigins::isOnlyRead(Value value) {
  SmallVector<Value> values = {value};
  while (!values.empty()) {
    for (OpOperand &use : values.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      if (isa<tensor::DimOp>(user))
        continue;
      if (isa<CallOpInterface>(user) || user->hasTrait<OpTrait::IsTerminator>())
        return false;
      if (!options.dynCastBufferizableOp(user) ||
          state.bufferizesToMemoryWrite(use))
        return false;
      bufferization::AliasingValueList aliases = state.getAliasingValues(use);
      for (const bufferization::AliasingValue &alias : aliases)
        values.push_back(alias.value);
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Terminators
//===----------------------------------------------------------------------===//

namespace {
/// Operands that leave a block together, and the values that they become.
struct LeavingOperands {
  SmallVector<OpOperand *> operands;
  /// For each operand, the values that have its buffer afterwards.
  SmallVector<SmallVector<Value, 2>> becomes;
  /// Whether callers outside of the module may get them, too.
  bool leavesModule = false;
};
} // namespace

/// The operands of a terminator that is no branch within its region.
static LeavingOperands findRegionOperands(Operation *terminator) {
  LeavingOperands leaving;
  Operation *parent = terminator->getParentOp();
  leaving.leavesModule = isa<func::FuncOp>(parent);
  SmallVector<RegionSuccessor> successors;
  auto branch = dyn_cast<RegionBranchTerminatorOpInterface>(terminator);
  if (branch && isa<RegionBranchOpInterface>(parent)) {
    SmallVector<Attribute> unknown(terminator->getNumOperands());
    branch.getSuccessorRegions(unknown, successors);
  }
  for (OpOperand &operand : terminator->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    leaving.operands.push_back(&operand);
    auto &becomes = leaving.becomes.emplace_back();
    for (const RegionSuccessor &successor : successors) {
      OperandRange forwarded = branch.getSuccessorOperands(successor);
      unsigned first = forwarded.getBeginOperandIndex();
      unsigned number = operand.getOperandNumber();
      if (number >= first && number < first + forwarded.size())
        becomes.push_back(successor.getSuccessorInputs()[number - first]);
    }
    leaving.leavesModule |= becomes.empty();
  }
  return leaving;
}

static SmallVector<LeavingOperands> findLeaving(Operation *terminator) {
  SmallVector<LeavingOperands> all;
  auto branch = dyn_cast<BranchOpInterface>(terminator);
  if (!branch) {
    all.push_back(findRegionOperands(terminator));
    return all;
  }
  for (auto [index, successor] : llvm::enumerate(branch->getSuccessors())) {
    LeavingOperands &leaving = all.emplace_back();
    SuccessorOperands operands = branch.getSuccessorOperands(index);
    for (unsigned i = operands.getProducedOperandCount(), e = operands.size();
         i < e; ++i) {
      OpOperand &operand = branch->getOpOperand(operands.getOperandIndex(i));
      if (!isa<RankedTensorType>(operand.get().getType()))
        continue;
      leaving.operands.push_back(&operand);
      leaving.becomes.push_back({successor->getArgument(i)});
    }
  }
  return all;
}

/// The value that `value` overwrites, directly or through a chain of ops.
static Value findOverwritten(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    if (auto dps = dyn_cast<DestinationStyleOpInterface>(result.getOwner()))
      value = dps.getTiedOpOperand(result)->get();
    else if (auto loop = dyn_cast<LoopLikeOpInterface>(result.getOwner());
             loop && loop.getTiedLoopInit(result))
      value = loop.getTiedLoopInit(result)->get();
    else
      break;
  }
  return value;
}

/// The cost of a copy of `operand`: largest if it is the value that the next
/// iteration starts from anyway, second largest for an argument.
static int rankOperand(const LeavingOperands &leaving, unsigned index) {
  Value value = leaving.operands[index]->get();
  if (llvm::is_contained(leaving.becomes[index], findOverwritten(value)))
    return 0;
  return isa<BlockArgument>(value) ? 1 : 2;
}

/// Replaces `operand` by a copy that is made right before `place`, for the
/// reason `cause`.
static void copyOperand(RewriterBase &rewriter, OpOperand &operand,
                        Operation *place, const Twine &cause) {
  rewriter.setInsertionPoint(place);
  Value copy = bufferization::AllocTensorOp::create(
      rewriter, heddle::getCopyLocation(operand.getOwner(), cause),
      cast<RankedTensorType>(operand.get().getType()), ValueRange(),
      operand.get());
  rewriter.modifyOpInPlace(operand.getOwner(), [&] { operand.set(copy); });
}

/// Copies each operand in `leaving` that has a common origin with an operand
/// that is not copied. Returns the number of copies.
static unsigned separate(RewriterBase &rewriter, ValueOrigins &origins,
                         const LeavingOperands &leaving,
                         bool keepRepeatedArguments) {
  if (leaving.operands.size() < 2)
    return 0;
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::seq<unsigned>(0, leaving.operands.size()));
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::pair(rankOperand(leaving, a), a) <
           std::pair(rankOperand(leaving, b), b);
  });
  auto isOnlyRead = [&](unsigned index) {
    return !leaving.leavesModule &&
           llvm::all_of(leaving.becomes[index],
                        [&](Value value) { return origins.isOnlyRead(value); });
  };
  unsigned copies = 0;
  // For each origin, the first operand that has it.
  DenseMap<Value, unsigned> taken;
  for (unsigned index : order) {
    OpOperand &operand = *leaving.operands[index];
    SmallVector<Value> own = origins.find(operand.get());
    bool shares = llvm::any_of(own, [&](Value origin) {
      auto it = taken.find(origin);
      if (it == taken.end() || (isOnlyRead(index) && isOnlyRead(it->second)))
        return false;
      return !keepRepeatedArguments || origin != operand.get() ||
             operand.get() != leaving.operands[it->second]->get() ||
             !isa<BlockArgument>(origin);
    });
    if (!shares) {
      for (Value origin : own)
        taken.try_emplace(origin, index);
      continue;
    }
    copyOperand(rewriter, operand, operand.getOwner(),
                heddle::quote(operand.getOwner()) +
                    " passes on two values that would have one buffer");
    ++copies;
  }
  return copies;
}

/// Copies the operands of `returnOp` that may be constants. Returns the number
/// of copies.
static unsigned copyConstants(RewriterBase &rewriter, ValueOrigins &origins,
                              func::ReturnOp returnOp) {
  unsigned copies = 0;
  for (OpOperand &operand : returnOp->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()) ||
        !origins.mayBeConstant(operand.get()))
      continue;
    copyOperand(rewriter, operand, returnOp, "the function returns a constant");
    ++copies;
  }
  return copies;
}

/// Copies the source of an insertion at the end of `forall` if an earlier
/// insertion may overwrite it. Without `origins`, copies the sources of all
/// insertions but the first.
static unsigned separateInsertions(RewriterBase &rewriter,
                                   ValueOrigins *origins,
                                   scf::ForallOp forall) {
  unsigned copies = 0;
  DenseSet<Value> written;
  auto isWritten = [&](Value value) { return written.contains(value); };
  scf::InParallelOp terminator = forall.getTerminator();
  for (Operation &op : terminator.getYieldingOps()) {
    auto insertion = dyn_cast<tensor::ParallelInsertSliceOp>(op);
    if (!insertion)
      continue;
    bool mayRead = origins ? llvm::any_of(origins->find(insertion.getSource(),
                                                        /*throughWrites=*/true),
                                          isWritten)
                           : !written.empty();
    if (mayRead) {
      copyOperand(rewriter, insertion.getSourceMutable(), terminator,
                  "an earlier insertion may overwrite what this one reads");
      ++copies;
    }
    written.insert(insertion.getDest());
  }
  return copies;
}

unsigned heddle::separateInsertions(RewriterBase &rewriter, Operation *root) {
  unsigned copies = 0;
  root->walk([&](scf::ForallOp forall) {
    copies += ::separateInsertions(rewriter, /*origins=*/nullptr, forall);
  });
  return copies;
}

/// Copies a value from outside that the body of `loop` yields to the next
/// iteration. Otherwise the next iteration, or a user of the loop's result,
/// would write into that value.
static unsigned separateFromOutside(RewriterBase &rewriter,
                                    ValueOrigins &origins,
                                    LoopLikeOpInterface loop) {
  unsigned copies = 0;
  std::optional<MutableArrayRef<OpOperand>> yielded =
      loop.getYieldedValuesMutable();
  if (!yielded)
    return 0;
  for (OpOperand &operand : *yielded) {
    if (!isa<RankedTensorType>(operand.get().getType()) ||
        llvm::all_of(origins.find(operand.get()), [&](Value origin) {
          return loop->isAncestor(origin.getParentRegion()->getParentOp());
        }))
      continue;
    copyOperand(rewriter, operand, operand.getOwner(),
                "each iteration yields a tensor from outside of the loop");
    ++copies;
  }
  return copies;
}

/// Callees come first: their results are then known to be separate.
static void addFunction(const ValueOrigins &origins, func::FuncOp function,
                        llvm::SetVector<Operation *> &order,
                        DenseSet<Operation *> &entered) {
  if (!entered.insert(function).second)
    return;
  function.walk([&](func::CallOp call) {
    if (func::FuncOp callee = origins.lookUp(call))
      addFunction(origins, callee, order, entered);
  });
  order.insert(function);
}

unsigned heddle::separateResults(RewriterBase &rewriter, ModuleOp module,
                                 const SeparateResultsOptions &options) {
  ValueOrigins origins(module);
  llvm::SetVector<Operation *> functions;
  DenseSet<Operation *> entered;
  for (auto function : module.getOps<func::FuncOp>())
    addFunction(origins, function, functions, entered);
  unsigned copies = 0;
  for (Operation *function : functions) {
    SmallVector<Operation *> terminators;
    function->walk([&](Operation *op) {
      if (op->hasTrait<OpTrait::IsTerminator>() && op->getNumOperands() > 1)
        terminators.push_back(op);
    });
    function->walk([&](LoopLikeOpInterface loop) {
      copies += separateFromOutside(rewriter, origins, loop);
    });
    bool keepArguments = options.keepRepeatedArguments &&
                         !origins.isCalled(cast<func::FuncOp>(function));
    function->walk([&](scf::ForallOp forall) {
      copies += ::separateInsertions(rewriter, &origins, forall);
    });
    function->walk([&](func::ReturnOp returnOp) {
      copies += copyConstants(rewriter, origins, returnOp);
    });
    for (Operation *terminator : terminators)
      for (const LeavingOperands &leaving : findLeaving(terminator))
        copies += separate(rewriter, origins, leaving,
                           keepArguments && isa<func::ReturnOp>(terminator));
  }
  return copies;
}

namespace {
struct SeparateResultsPass
    : heddle::impl::SeparateResultsPassBase<SeparateResultsPass> {
  using SeparateResultsPassBase::SeparateResultsPassBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    unsigned copies = insertionsOnly
                          ? heddle::separateInsertions(rewriter, getOperation())
                          : heddle::separateResults(rewriter, getOperation());
    if (copies == 0)
      markAllAnalysesPreserved();
  }
};
} // namespace
