//===- ScheduleGuards.h - Checks in a running schedule ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checks that the interpreter adds to its own copy of a schedule: a lookup
// that finds nothing, and upstream ops that are known to be unsound. They are
// transform ops, because only those run between two ops of a schedule.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTERPRETER_SCHEDULEGUARDS_H
#define HEDDLE_INTERPRETER_SCHEDULEGUARDS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OpDefinition.h"

#define GET_OP_CLASSES
#include "heddle/Interpreter/ScheduleGuards.h.inc"

namespace mlir::heddle {

/// An op with this attribute may find nothing.
inline constexpr StringLiteral kMayBeEmptyAttrName = "heddle.may_be_empty";

struct GuardOptions {
  /// An unsound op is an error and not just a warning.
  bool strict = false;
};

/// Inserts the checks into `schedule`, with the locations of the ops that they
/// check. Before and after:
///
/// ```mlir
/// %0 = transform.structured.match ops{["linalg.matmul"]} in %arg0
/// %1, %l = transform.structured.fuse %0 tile_sizes [4, 4, 4]
/// ```
/// ```mlir
/// %0 = transform.structured.match ops{["linalg.matmul"]} in %arg0
/// transform.heddle.guard_match %0
/// transform.heddle.guard_soundness %0
/// %1, %l = transform.structured.fuse %0 tile_sizes [4, 4, 4]
/// ```
void insertScheduleGuards(ModuleOp schedule, const GuardOptions &options);

/// Makes the guard ops known to the transform dialect.
void registerScheduleGuards(DialectRegistry &registry);

} // namespace mlir::heddle

#endif // HEDDLE_INTERPRETER_SCHEDULEGUARDS_H
