//===- ParallelLoopTrace.h - Which step made a parallel loop? ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the steps of a schedule, and writes the line of each step into the
// locations of the parallel loops that it makes.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_PARALLELLOOPTRACE_H
#define HEDDLE_LIB_INTERPRETER_PARALLELLOOPTRACE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::heddle {

class ParallelLoopTrace {
public:
  /// The loops that `payload` has already belong to no step.
  explicit ParallelLoopTrace(ModuleOp payload);

  /// Adds the line of `step`, which has run, to the new loops.
  void noteStep(Operation *step);

private:
  ModuleOp payload;
  /// A loop that a step rebuilds keeps its location.
  llvm::DenseSet<Location> known;
};

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_PARALLELLOOPTRACE_H
