//===- BufferTrace.h - Which step made a tensor or a buffer? ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the steps of a schedule and writes their lines into the locations of
// the ops that they make and that become, or are, buffers and copies.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_BUFFERTRACE_H
#define HEDDLE_LIB_INTERPRETER_BUFFERTRACE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseSet.h"

#include <tuple>

namespace mlir::heddle {

class BufferTrace {
public:
  /// The ops that `payload` has already belong to no step.
  explicit BufferTrace(ModuleOp payload);

  /// Gives the line of `step`, which has run, to the ops that are new and were
  /// not made from ops of an earlier step.
  void noteStep(Operation *step);

private:
  /// A new op may have the address of an erased one, so more is compared: the
  /// op, the op around it, its name, its location.
  using Identity =
      std::tuple<Operation *, Operation *, const void *, const void *>;
  static Identity identify(Operation *op);

  ModuleOp payload;
  llvm::DenseSet<Identity> known;
};

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_BUFFERTRACE_H
