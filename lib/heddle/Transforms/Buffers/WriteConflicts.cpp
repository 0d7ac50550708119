//===- WriteConflicts.cpp - Why a tensor is not written in place ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One-shot bufferization keeps an operand out of place if one buffer for the
// operand and the results that it is tied to would be written where it must not
// be, or before its last reader. It does not say which reader that is: with its
// option to print conflicts, it names the first one that a set of pointers
// happens to hold, another one in each run.
//
// Here the reader is found in the order of the text. Assume that all values
// that may share the buffer do share it. Let a read R read the contents that
// were defined at D. A write W destroys these contents if W comes after D and
// before R, or after R in a loop that does not contain D. Of all such pairs (R,
// W), a pair whose write is the operand is preferred, then the first write,
// then the first read. An insertion reads its destination only where it does
// not write, so it is reported only if there is no other reader.
//
//===----------------------------------------------------------------------===//

#include "WriteConflicts.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SubsetOpInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;
using bufferization::BufferizableOpInterface;
using bufferization::OneShotAnalysisState;

/// Values of a long chain that is written in place share one buffer.
static constexpr unsigned kMaxPairs = 100000;

namespace {
/// A read whose contents a write would destroy.
struct ConflictingPair {
  OpOperand *read = nullptr, *write = nullptr;
  /// The read comes first in the text, and again after the write.
  LoopLikeOpInterface loop;
};

class ConflictFinder {
public:
  ConflictFinder(ModuleOp module, OneShotAnalysisState &state) : state(state) {
    unsigned number = 0;
    module->walk<WalkOrder::PreOrder>(
        [&](Operation *op) { order[op] = number++; });
  }

  Reason explain(OpOperand &operand);

private:
  /// The values that would share one buffer if `operand` were bufferized in
  /// place.
  llvm::SetVector<Value> findSharing(OpOperand &operand);
  std::optional<ConflictingPair>
  findPair(OpOperand &operand, const llvm::SetVector<Value> &sharing);
  /// True if `write` destroys the contents that `read` reads. Sets `pair.loop`
  /// if the write comes after the read.
  bool isPair(ConflictingPair &pair, const llvm::SetVector<Value> &sharing);
  std::optional<Reason> findConstant(OpOperand &operand,
                                     const llvm::SetVector<Value> &sharing);

  OneShotAnalysisState &state;
  DenseMap<Operation *, unsigned> order;
};
} // namespace

llvm::SetVector<Value> ConflictFinder::findSharing(OpOperand &operand) {
  llvm::SetVector<Value> sharing;
  auto add = [&](Value alias) { sharing.insert(alias); };
  state.applyOnAliases(operand.get(), add);
  for (const bufferization::AliasingValue &alias :
       state.getAliasingValues(operand))
    state.applyOnAliases(alias.value, add);
  return sharing;
}

/// The innermost loop around `op` and `other`, if `value` comes from outside.
static LoopLikeOpInterface findLoopAround(Operation *op, Operation *other,
                                          Value value) {
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  for (; loop; loop = loop->getParentOfType<LoopLikeOpInterface>())
    if (loop->isProperAncestor(other) &&
        !loop->isAncestor(value.getParentRegion()->getParentOp()))
      return loop;
  return nullptr;
}

bool ConflictFinder::isPair(ConflictingPair &pair,
                            const llvm::SetVector<Value> &sharing) {
  Operation *read = pair.read->getOwner(), *write = pair.write->getOwner();
  if (pair.read == pair.write)
    return false;
  if (read != write && insideMutuallyExclusiveRegions(read, write))
    return false;
  // Each element is read before it is written, in one run of the op.
  auto op = state.getOptions().dynCastBufferizableOp(read);
  bool isElementwise =
      read == write && op &&
      op.bufferizesToElementwiseAccess(state, {pair.read, pair.write});
  for (Value held : state.findDefinitionsCached(pair.read)) {
    Operation *made = held.getDefiningOp();
    if (!made)
      made = cast<BlockArgument>(held).getOwner()->getParentOp();
    if (!sharing.contains(held) ||
        (held.getDefiningOp() == write || order[write] < order[made]))
      continue;
    if (order[write] <= order[read] && !isElementwise)
      return true;
    pair.loop = findLoopAround(read, write, held);
    if (pair.loop)
      return true;
  }
  return false;
}

std::optional<ConflictingPair>
ConflictFinder::findPair(OpOperand &operand,
                         const llvm::SetVector<Value> &sharing) {
  SmallVector<OpOperand *> reads, writes;
  for (Value value : sharing)
    for (OpOperand &use : value.getUses()) {
      if (state.bufferizesToMemoryRead(use))
        reads.push_back(&use);
      if (state.bufferizesToMemoryWrite(use) &&
          (&use == &operand || state.isInPlace(use)))
        writes.push_back(&use);
    }
  llvm::sort(reads, [&](OpOperand *a, OpOperand *b) {
    auto rank = [&](OpOperand *use) {
      return std::tuple(isa<SubsetInsertionOpInterface>(use->getOwner()),
                        order[use->getOwner()], use->getOperandNumber());
    };
    return rank(a) < rank(b);
  });
  llvm::sort(writes, [&](OpOperand *a, OpOperand *b) {
    auto rank = [&](OpOperand *use) {
      return std::tuple(use != &operand, order[use->getOwner()],
                        use->getOperandNumber());
    };
    return rank(a) < rank(b);
  });
  unsigned tried = 0;
  for (OpOperand *write : writes)
    for (OpOperand *read : reads) {
      if (++tried > kMaxPairs)
        return std::nullopt;
      ConflictingPair pair{read, write, nullptr};
      if (isPair(pair, sharing))
        return pair;
    }
  return std::nullopt;
}

std::optional<Reason>
ConflictFinder::findConstant(OpOperand &operand,
                             const llvm::SetVector<Value> &sharing) {
  for (Value value : sharing) {
    if (state.isWritable(value))
      continue;
    std::string text = quote(operand.getOwner()) + " would write into ";
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument)
      return Reason(operand.getOwner(), text + "a constant",
                    Reason::Note(value.getDefiningOp(), "the constant"));
    return Reason(operand.getOwner(),
                  text + "argument " + Twine(argument.getArgNumber()) +
                      ", which is read only",
                  Reason::Note(value.getLoc(), "the argument"));
  }
  return std::nullopt;
}

/// Describes what `read` does with the old contents.
static StringRef getVerb(Operation *read) {
  if (isa<func::ReturnOp>(read))
    return " still returns";
  return read->hasTrait<OpTrait::IsTerminator>() ? " still yields"
                                                 : " still reads";
}

static Reason describe(OpOperand &operand, const ConflictingPair &pair) {
  Operation *read = pair.read->getOwner(), *write = pair.write->getOwner();
  if (read == write && !pair.loop)
    return Reason(operand.getOwner(),
                  quote(write) +
                      (isa<LoopLikeOpInterface>(write)
                           ? " starts two of its values from one tensor"
                           : " reads what it would overwrite"),
                  Reason::Note(write, "here"));
  bool isCopy = isa<bufferization::AllocTensorOp>(read);
  Reason reason(
      operand.getOwner(),
      quote(write) + " would overwrite what " +
          (isCopy ? "a copy" : quote(read)) +
          (pair.loop ? " reads in the next iteration" : getVerb(read)));
  reason.addNote(write, "the write");
  reason.addNote(read, "the read");
  return reason;
}

/// The innermost parallel loop around `op` into which `value` comes from
/// outside.
static Operation *findParallelLoop(Operation *op, Value value) {
  for (Operation *loop = op->getParentOp();
       loop && !isa<FunctionOpInterface>(loop); loop = loop->getParentOp())
    if (isa<scf::ForallOp, scf::ParallelOp>(loop) &&
        !loop->isAncestor(value.getParentRegion()->getParentOp()))
      return loop;
  return nullptr;
}

Reason ConflictFinder::explain(OpOperand &operand) {
  llvm::SetVector<Value> sharing = findSharing(operand);
  if (std::optional<Reason> reason = findConstant(operand, sharing))
    return *reason;
  if (std::optional<ConflictingPair> pair = findPair(operand, sharing))
    return describe(operand, *pair);
  Operation *op = operand.getOwner();
  if (Operation *loop = findParallelLoop(op, operand.get()))
    return Reason(op, quote(op) + " writes in each iteration of " + quote(loop),
                  Reason::Note(loop, "the iterations are parallel"));
  return Reason(op, quote(op) + " needs a buffer of its own");
}

WriteConflicts::WriteConflicts(ModuleOp module, OneShotAnalysisState &state) {
  SmallVector<OpOperand *> conflicting;
  module.walk([&](Operation *op) {
    if (!state.getOptions().dynCastBufferizableOp(op))
      return;
    for (OpOperand &operand : op->getOpOperands())
      if (isa<TensorType>(operand.get().getType()) && !state.isInPlace(operand))
        conflicting.push_back(&operand);
  });
  if (conflicting.empty())
    return;
  ConflictFinder finder(module, state);
  for (OpOperand *operand : conflicting)
    reasons.try_emplace(operand, finder.explain(*operand));
}

const Reason *WriteConflicts::lookUp(OpOperand &operand) const {
  auto it = reasons.find(&operand);
  return it == reasons.end() ? nullptr : &it->second;
}
