//===- BufferReads.cpp - Tensors that a write changes ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the writes that an op on tensors must not move past. A tensor may be a
// view of a buffer: it comes from `bufferization.to_tensor`, through ops that
// copy nothing. An op that reads such a tensor reads what the memory holds when
// the op runs, although it has no memory effects. This file changes nothing.
//
// What an op computes into a destination is a value, unless the destination is
// a tensor that bufferization may write in place: `to_tensor` with `writable`.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/DataFlow/BufferReads.h"

#include "heddle/Analysis/DataFlow/DistinctBuffers.h"
#include "heddle/Analysis/Mistakes/Mistake.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Memory that tensors are views of
//===----------------------------------------------------------------------===//

void BufferReads::Memory::add(const Memory &other) {
  buffers.append(other.buffers);
  arguments.append(other.arguments);
  isUnknown |= other.isUnknown;
}

/// True if the result of `call` may be a view of memory that is not among its
/// operands.
bool BufferReads::returnsBuffers(Operation *call) {
  if (llvm::any_of(call->getOperandTypes(), llvm::IsaPred<BaseMemRefType>))
    return true;
  Operation *callee =
      cast<CallOpInterface>(call).resolveCallableInTable(&symbols);
  return callee && callee
                       ->walk([](bufferization::ToTensorOp) {
                         return WalkResult::interrupt();
                       })
                       .wasInterrupted();
}

/// Adds the memory that `tensor` is a view of, and the tensors whose memory it
/// may share.
void BufferReads::follow(Tensor tensor, Memory &memory,
                         SmallVectorImpl<Tensor> &next) {
  Value value = tensor.getPointer();
  bool isWritten = tensor.getInt();
  auto add = [&](ValueRange values, bool written) {
    for (Value other : values)
      if (isa<TensorType>(other.getType()))
        next.push_back({other, written});
  };
  auto addTerminators = [&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (!block.empty())
          add(block.back().getOperands(), isWritten);
  };
  Operation *def = value.getDefiningOp();
  if (!def) {
    Block *block = cast<BlockArgument>(value).getOwner();
    Operation *parent = block->getParentOp();
    if (!block->isEntryBlock())
      for (Block *predecessor : block->getPredecessors())
        add(predecessor->getTerminator()->getOperands(), isWritten);
    else if (isa<FunctionOpInterface>(parent))
      memory.arguments.push_back(cast<BlockArgument>(value));
    else if (parent)
      add(parent->getOperands(), isWritten), addTerminators(parent);
    return;
  }
  if (auto view = dyn_cast<bufferization::ToTensorOp>(def)) {
    if (!isWritten || view.getWritable())
      memory.buffers.push_back(view.getBuffer());
  } else if (isa<CallOpInterface>(def)) {
    memory.isUnknown |= returnsBuffers(def);
    add(def->getOperands(), isWritten);
  } else if (auto destination = dyn_cast<DestinationStyleOpInterface>(def)) {
    add(destination.getDpsInits(), /*written=*/true);
  } else if (auto insert = dyn_cast<tensor::InsertSliceOp>(def)) {
    add(insert.getDest(), /*written=*/true);
  } else if (isa<tensor::PadOp, tensor::ConcatOp, bufferization::AllocTensorOp>(
                 def) ||
             (def->hasTrait<OpTrait::Elementwise>() &&
              !isa<arith::SelectOp>(def))) {
    return;
  } else {
    memory.isUnknown |=
        llvm::any_of(def->getOperandTypes(), llvm::IsaPred<BaseMemRefType>);
    add(def->getOperands(), isWritten);
    addTerminators(def);
  }
}

/// Adds the memory that `tensor` is a view of. All tensors on the way get the
/// memory of all of them, so that each is followed once.
void BufferReads::addMemory(Tensor tensor, Memory &memory) {
  if (auto known = memoryOf.find(tensor.getOpaqueValue());
      known != memoryOf.end())
    return memory.add(known->second);
  Memory found;
  llvm::SmallSetVector<void *, 8> seen;
  SmallVector<Tensor> stack = {tensor};
  while (!stack.empty()) {
    Tensor next = stack.pop_back_val();
    auto known = memoryOf.find(next.getOpaqueValue());
    if (known != memoryOf.end())
      found.add(known->second);
    else if (seen.insert(next.getOpaqueValue()))
      follow(next, found, stack);
  }
  for (void *key : seen)
    memoryOf[key] = found;
  memory.add(found);
}

BufferReads::Memory BufferReads::findMemory(Operation *reader) {
  Memory memory;
  memory.isUnknown = !isMemoryEffectFree(reader);
  llvm::SetVector<Value> values(reader->operand_begin(), reader->operand_end());
  getUsedValuesDefinedAbove(reader->getRegions(), values);
  for (Value value : values)
    if (isa<TensorType>(value.getType()))
      addMemory({value, false}, memory);
  return memory;
}

/// True if a caller may pass a view of memory for `argument`.
bool BufferReads::isCalledWithBuffers(BlockArgument argument) {
  auto [known, isNew] = calledWithBuffers.try_emplace(argument, false);
  if (!isNew)
    return known->second;
  Operation *function = argument.getOwner()->getParentOp();
  Operation *table = function->getParentOp();
  auto uses = table ? SymbolTable::getSymbolUses(function, table)
                    : std::optional<SymbolTable::UseRange>();
  bool result = false;
  if (uses)
    for (SymbolTable::SymbolUse use : *uses) {
      auto call = dyn_cast<CallOpInterface>(use.getUser());
      if (!call || argument.getArgNumber() >= call.getArgOperands().size())
        continue;
      Memory memory;
      addMemory({call.getArgOperands()[argument.getArgNumber()], false},
                memory);
      result |= memory.isUnknown || !memory.buffers.empty() ||
                llvm::any_of(memory.arguments, [&](BlockArgument outer) {
                  return isCalledWithBuffers(outer);
                });
    }
  return calledWithBuffers[argument] = result;
}

BufferReads::Memory BufferReads::resolve(Memory memory) {
  memory.isUnknown |=
      llvm::any_of(memory.arguments, [&](BlockArgument argument) {
        return isCalledWithBuffers(argument);
      });
  memory.arguments.clear();
  return memory;
}

BufferReads::Memory BufferReads::findBuffers(Operation *reader) {
  return resolve(findMemory(reader));
}

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

bool BufferReads::mayCalleeWrite(Operation *call) {
  Operation *callee =
      cast<CallOpInterface>(call).resolveCallableInTable(&symbols);
  if (!callee || callee->getNumRegions() == 0 || callee->getRegion(0).empty())
    return true;
  // A function that calls itself writes what its other ops write.
  auto [known, isNew] = calleeWrites.try_emplace(callee, false);
  if (!isNew)
    return known->second;
  bool result = false;
  callee->getRegion(0).walk([&](Operation *op) {
    SmallVector<Value> buffers;
    result |= !addWrittenBuffers(op, buffers) || !buffers.empty();
    return result ? WalkResult::interrupt() : WalkResult::advance();
  });
  return calleeWrites[callee] = result;
}

/// Adds the buffers that `op` itself may write to; false if they are unknown.
bool BufferReads::addWrittenBuffers(Operation *op,
                                    SmallVectorImpl<Value> &buffers) {
  // The message of an assertion is its only effect.
  if (isa<cf::AssertOp>(op))
    return true;
  if (isa<CallOpInterface>(op))
    return !mayCalleeWrite(op);
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    if (!isa<MemoryEffects::Write, MemoryEffects::Free>(effect.getEffect()))
      continue;
    if (!effect.getValue() || !isa<BaseMemRefType>(effect.getValue().getType()))
      return false;
    buffers.push_back(effect.getValue());
  }
  return true;
}

std::optional<BufferReads::Write> BufferReads::getWrite(Operation *op) {
  Write write{op, {}};
  SmallVector<Value> buffers;
  bool isKnown = true;
  op->walk([&](Operation *nested) {
    isKnown = addWrittenBuffers(nested, buffers);
    return isKnown ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (!isKnown)
    return write;
  if (buffers.empty())
    return std::nullopt;
  write.buffers = std::move(buffers);
  return write;
}

/// The writes after `begin` and before `end` are among these.
const std::deque<BufferReads::Write> &BufferReads::findWrites(Operation *begin,
                                                              Operation *end) {
  Window &window = windows[begin->getBlock()];
  if (!window.begin)
    window.begin = begin, window.end = begin->getNextNode();
  for (; begin->isBeforeInBlock(window.begin);
       window.begin = window.begin->getPrevNode())
    if (std::optional<Write> write = getWrite(window.begin))
      window.writes.push_front(*write);
  for (; window.end && window.end->isBeforeInBlock(end);
       window.end = window.end->getNextNode())
    if (std::optional<Write> write = getWrite(window.end))
      window.writes.push_back(*write);
  return window.writes;
}

/// True if `write` and the `to_tensor` ops of `buffer` promise that no other op
/// between tensors and buffers names the same memory.
bool BufferReads::isRestricted(Operation *write, Value written, Value buffer) {
  auto result = dyn_cast<bufferization::MaterializeInDestinationOp>(write);
  return result && result.getRestrict() &&
         getBaseBuffer(written) != getBaseBuffer(buffer) &&
         llvm::all_of(buffer.getUsers(), [](Operation *user) {
           auto view = dyn_cast<bufferization::ToTensorOp>(user);
           return !view || view.getRestrict();
         });
}

bool BufferReads::mayChange(const Write &write, const Memory &read) {
  if (isMistake("write_not_seen"))
    return false;
  Memory memory = resolve(read);
  if (memory.isUnknown)
    return true;
  if (memory.buffers.empty() || write.buffers.empty())
    return !memory.buffers.empty();
  return llvm::any_of(write.buffers, [&](Value written) {
    return llvm::any_of(memory.buffers, [&](Value buffer) {
      return !isRestricted(write.op, written, buffer) &&
             !areDistinctBuffers(aliases, written, buffer);
    });
  });
}

Operation *BufferReads::findWrite(Operation *reader, Operation *begin,
                                  Operation *end) {
  Memory memory = findMemory(reader);
  if (memory.empty())
    return nullptr;
  for (const Write &write : llvm::reverse(findWrites(begin, end))) {
    if (!begin->isBeforeInBlock(write.op))
      break;
    if (write.op->isBeforeInBlock(end) && mayChange(write, memory))
      return write.op;
  }
  return nullptr;
}

bool BufferReads::mayChange(Operation *op, Operation *reader) {
  Memory memory = findMemory(reader);
  if (memory.empty())
    return false;
  std::optional<Write> write = getWrite(op);
  return write && mayChange(*write, memory);
}

SmallVector<std::pair<Operation *, Operation *>>
BufferReads::findOrder(Block &block) {
  SmallVector<std::pair<Operation *, Operation *>> order;
  if (block.empty())
    return order;
  SmallVector<Write> writes;
  for (Operation &op : block)
    if (std::optional<Write> write = getWrite(&op))
      writes.push_back(*write);
  if (writes.empty())
    return order;
  for (Operation &op : block) {
    Memory memory = findMemory(&op);
    if (memory.empty())
      continue;
    Operation *before = nullptr;
    for (const Write &write : writes) {
      if (write.op == &op || !mayChange(write, memory))
        continue;
      if (op.isBeforeInBlock(write.op)) {
        order.emplace_back(&op, write.op);
        break;
      }
      before = write.op;
    }
    if (before)
      order.emplace_back(before, &op);
  }
  return order;
}

Operation *heddle::findWrite(Operation *op, Operation *reader) {
  BufferReads reads(op);
  Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*reader);
  if (!ancestor)
    return reads.findBuffers(op).empty() ? nullptr
                                         : op->getBlock()->getTerminator();
  if (Operation *write = reads.findWrite(op, op, ancestor))
    return write;
  // The region may run again after a later write in it.
  return ancestor != reader && reads.mayChange(ancestor, op) ? ancestor
                                                             : nullptr;
}

Operation *heddle::findLateRead(ValueRange values, Operation *begin) {
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitUsesFromAbove = false;
  options.omitBlockArguments = true;
  options.filter = [&](Operation *op) {
    return op->getBlock() == begin->getBlock() && begin->isBeforeInBlock(op);
  };
  llvm::SetVector<Operation *> ops;
  for (Value value : values)
    if (Operation *op = value.getDefiningOp())
      (void)getBackwardSlice(op, &ops, options);
  BufferReads reads(begin);
  for (Operation *op : ops)
    if (reads.findWrite(op, begin, op))
      return op;
  return nullptr;
}
