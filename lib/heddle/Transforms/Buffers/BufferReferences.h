//===- BufferReferences.h - What may refer to a buffer ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds all values through which an allocation may be accessed. Where in time
// the accesses are is decided by the users.
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

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_BUFFERS_BUFFERREFERENCES_H
