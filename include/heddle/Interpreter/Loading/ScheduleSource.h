//===- ScheduleSource.h - Where a schedule comes from -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds schedules in modules and files, and their entry points. It runs
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTERPRETER_LOADING_SCHEDULESOURCE_H
#define HEDDLE_INTERPRETER_LOADING_SCHEDULESOURCE_H

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <string>

namespace mlir::heddle {

/// True for an op that belongs to a schedule and not to a payload: a
/// `transform.named_sequence`, or an op like `transform.sequence` that can be
/// at the top of a schedule.
bool isScheduleOp(Operation *op);

/// The schedule ops of `module`, in order, those of nested modules included.
SmallVector<Operation *> findScheduleOps(ModuleOp module);

/// Erases the schedule ops from `module`, and the nested modules and the
/// `transform.with_named_sequence` marks that only these ops needed.
void eraseScheduleOps(ModuleOp module);

/// Returns a copy of the schedule in `module` as a separate module, with the
/// locations of the original; null if `module` holds no schedule. Fails, with
/// an error, if two sequences have one name, or if a library lacks a declared
/// sequence.
FailureOr<OwningOpRef<ModuleOp>>
copySchedule(ModuleOp module, ArrayRef<std::string> libraryPaths = {});

/// Parses and verifies `fileName`, and returns the schedule in it. Fails, with
/// an error, if the file cannot be read, does not parse, or holds no schedule.
FailureOr<OwningOpRef<ModuleOp>>
loadSchedule(StringRef fileName, MLIRContext *context,
             ArrayRef<std::string> libraryPaths = {});

/// The ops of `schedule` to run, in order: the named sequence `entry`; if
/// `entry` is empty, `@__transform_main`, or else all top-level sequences, or
/// else the only public sequence. Fails, with an error that lists the entry
/// points, if no such op exists, or if it does not take one handle and params.
FailureOr<SmallVector<transform::TransformOpInterface>>
findEntryPoints(ModuleOp schedule, StringRef entry);

} // namespace mlir::heddle

#endif // HEDDLE_INTERPRETER_LOADING_SCHEDULESOURCE_H
