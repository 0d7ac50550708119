//===- CallCycle.h - Calls that lead back to themselves ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds recursion among the functions of a module. Calls through a function
// value are not followed.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_MEMORY_CALLCYCLE_H
#define HEDDLE_ANALYSIS_MEMORY_CALLCYCLE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

#include "llvm/ADT/MapVector.h"

namespace mlir::heddle {

/// Which function of a module calls which others.
class CallCycles {
public:
  /// `functions` are all functions whose calls matter.
  explicit CallCycles(ArrayRef<func::FuncOp> functions);

  /// The shortest cycle of calls that begins with a call in `function`; empty
  /// if `function` never calls itself, directly or through others. Each call is
  /// in the body of the function that the call before it calls, and the last
  /// one calls `function`.
  SmallVector<func::CallOp> find(func::FuncOp function) const;

  /// The shortest cycle that passes through a call for which `matters` holds,
  /// and begins with it; of several such calls, the first in the text. Empty if
  /// there is none.
  SmallVector<func::CallOp>
  findFirst(llvm::function_ref<bool(func::CallOp)> matters) const;

private:
  /// The shortest way of calls from `first` to the function that holds `first`.
  SmallVector<func::CallOp> close(func::CallOp first) const;
  func::FuncOp getCallee(func::CallOp call) const;

  /// For each function, its calls of the functions here, in order.
  llvm::MapVector<Operation *, SmallVector<func::CallOp>> calls;
  DenseMap<StringAttr, func::FuncOp> byName;
};

/// Gives the reason why `cycle`, which is not empty, is refused: "'@f' calls
/// itself" followed by `consequence`, then each call. Returns failure.
LogicalResult refuseCycle(RewriterBase &rewriter, ArrayRef<func::CallOp> cycle,
                          StringRef consequence);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_MEMORY_CALLCYCLE_H
