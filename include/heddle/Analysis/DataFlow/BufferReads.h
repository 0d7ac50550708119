//===- BufferReads.h - Tensors that a write changes -------------*- C++ -*-===//
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
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_DATAFLOW_BUFFERREADS_H
#define HEDDLE_ANALYSIS_DATAFLOW_BUFFERREADS_H

#include "mlir/Analysis/AliasAnalysis.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PointerIntPair.h"
#include <deque>
#include <optional>

namespace mlir::heddle {

/// Answers questions about one state of the IR: after a change, make a new
/// one. Looks at each op between the ops asked about once, and at none of them
/// if the readers read no buffer.
class BufferReads {
public:
  /// The memory that tensors are views of.
  struct Memory {
    SmallVector<Value, 2> buffers;
    /// Tensors that a function takes: views of what its callers pass.
    SmallVector<BlockArgument, 2> arguments;
    bool isUnknown = false;

    bool empty() const {
      return buffers.empty() && arguments.empty() && !isUnknown;
    }
    void add(const Memory &other);
  };
  /// Requires: `op` is in a module.
  explicit BufferReads(Operation *op) : aliases(op) {}

  /// The memory that `reader` reads, of tensors or by its own effects.
  Memory findBuffers(Operation *reader);
  /// The last op after `begin` and before `end`, in their block, that may
  /// change what `reader` reads; null if there is none.
  Operation *findWrite(Operation *reader, Operation *begin, Operation *end);
  /// True if `op`, or an op in its regions, may change what `reader` reads.
  bool mayChange(Operation *op, Operation *reader);

  /// Pairs of ops of `block` whose order must not change: each op that reads
  /// memory comes after the last write before it and before the next one.
  SmallVector<std::pair<Operation *, Operation *>> findOrder(Block &block);

private:
  /// An op that may write, and the buffers that it may write to. If there are
  /// none, which memory it writes is unknown.
  struct Write {
    Operation *op;
    SmallVector<Value, 2> buffers;
  };
  /// The writes after `begin` and before `end`, in the order of their block.
  struct Window {
    Operation *begin = nullptr, *end = nullptr;
    std::deque<Write> writes;
  };
  /// A tensor. The flag is set if it is read where an op may have written into
  /// the memory of the tensor in place.
  using Tensor = llvm::PointerIntPair<Value, 1, bool>;

  void addMemory(Tensor tensor, Memory &memory);
  Memory findMemory(Operation *reader);
  void follow(Tensor tensor, Memory &memory, SmallVectorImpl<Tensor> &next);
  Memory resolve(Memory memory);
  bool isCalledWithBuffers(BlockArgument argument);
  bool returnsBuffers(Operation *call);
  std::optional<Write> getWrite(Operation *op);
  bool addWrittenBuffers(Operation *op, SmallVectorImpl<Value> &buffers);
  bool mayCalleeWrite(Operation *call);
  const std::deque<Write> &findWrites(Operation *begin, Operation *end);
  bool mayChange(const Write &write, const Memory &memory);
  bool isRestricted(Operation *write, Value written, Value buffer);

  llvm::DenseMap<void *, Memory> memoryOf;
  llvm::DenseMap<Block *, Window> windows;
  llvm::DenseMap<Value, bool> calledWithBuffers;
  llvm::DenseMap<Operation *, bool> calleeWrites;
  SymbolTableCollection symbols;
  AliasAnalysis aliases;
};

/// An op that may change what `op` reads before `reader` runs; null if there
/// is none. If `op` reads a buffer and `reader` is in another block of the
/// function, returns the terminator of the block of `op`.
Operation *findWrite(Operation *op, Operation *reader);

/// An op after `begin`, in its block, that `values` are computed from, and that
/// reads memory which may be written after `begin` and before the op. If there
/// is one, the values cannot be computed at `begin`; null if there is none.
Operation *findLateRead(ValueRange values, Operation *begin);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_DATAFLOW_BUFFERREADS_H
