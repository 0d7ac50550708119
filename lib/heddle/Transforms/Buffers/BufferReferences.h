//===- BufferReferences.h - What may refer to a buffer ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds all values through which an allocation may be accessed. The users of
// this class decide when the accesses happen.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_BUFFERS_BUFFERREFERENCES_H
#define HEDDLE_LIB_TRANSFORMS_BUFFERS_BUFFERREFERENCES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"
#include <optional>

namespace mlir::heddle {

/// Answers which values refer to a buffer.
class BufferReferences {
public:
  explicit BufferReferences(Operation *root);

  /// All values that may refer to the allocation of `buffer`; nothing if they
  /// are not known. If there is a `condition`, the answer assumes that it
  /// holds.
  std::optional<SetVector<Value>> find(Value buffer, Value condition);

private:
  using Edges = DenseMap<Value, SmallVector<Value, 2>>;

  /// `start` and all values that may refer to its buffers because of it.
  SetVector<Value> follow(ArrayRef<Value> start, const Edges &edges);
  /// The origins of `buffer`, provided that all references to the buffer follow
  /// from these.
  std::optional<SmallVector<Value>> findFreshOrigins(Value buffer);
  bool isKept(const SetVector<Value> &values);
  bool mayKeep(OpOperand &use);
  bool mayKeepArgument(func::CallOp call, unsigned argument);
  bool returnsFresh(func::FuncOp function);
  bool computeReturnsFresh(func::FuncOp function);
  /// True if `value` is a buffer that a function with a body allocated for its
  /// caller.
  bool isFreshResult(Value value);
  /// The function that is called, if it has a body.
  func::FuncOp getCallee(func::CallOp call);

  Edges next, previous;
  SymbolTableCollection symbols;
  /// Arguments of functions; true while the answer is being computed.
  DenseMap<Value, bool> keptArguments;
  /// False while the answer is being computed.
  DenseMap<Operation *, bool> freshFunctions;
};

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_BUFFERS_BUFFERREFERENCES_H
