//===- ApplySchedule.h - Apply schedules to a payload -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs transform-dialect schedules on a payload module, all or nothing. Where
// the schedules come from is in ScheduleSource.h; which transform ops exist is
// up to the tool that registers them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTERPRETER_APPLYSCHEDULE_H
#define HEDDLE_INTERPRETER_APPLYSCHEDULE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Support/LLVM.h"
#include <string>

namespace mlir::heddle {

/// How a schedule is applied.
struct ApplyOptions {
  /// Name of the entry point, with or without the leading '@'. Empty: the
  /// named sequence `@__transform_main` if there is one, else every top-level
  /// `transform.sequence` in order.
  std::string entry;
  /// An op that is known to be unsound on this payload is an error and not just
  /// a warning.
  bool strict = false;
  /// Remarks at lines of library files are reported in any case, also if the
  /// module of the schedule says `heddle.quiet_library`.
  bool libraryRemarks = false;
  /// Folders where libraries are looked for, before the installed one.
  SmallVector<std::string> libraryPaths;
  /// "name=value": what `transform.tune.knob<"name">` chooses.
  SmallVector<std::string> params;
  /// The schedule inside the payload's module stays there.
  bool keepSchedule = false;
  /// The location of each parallel loop that the schedule makes gets the line
  /// of the schedule that made it (ScheduleLine.h).
  bool traceParallelLoops = false;
  /// The same for each op that is, or may become, a buffer or a copy; done in
  /// any case if the schedule reports on memory itself.
  bool traceBuffers = false;
};

/// Applies `schedule` to `payload`.
///
/// `schedule` is a module that holds `transform.named_sequence`s or top-level
/// `transform.sequence`s (ops of other dialects in it are not looked at). A
/// schedule inside `payload` is not run here; it is taken out of the result
/// unless `options.keepSchedule`.
///
/// Requires: both modules are verified; `schedule` is not nested in `payload`.
/// On success: `payload` (the op itself) holds the scheduled IR; `schedule` is
/// untouched. On failure: `payload` is unchanged, and at least one error was
/// reported, at a line of the schedule if that line caused it.
LogicalResult applySchedule(ModuleOp payload, ModuleOp schedule,
                            const ApplyOptions &options = {});

/// Applies several schedules, one after the other. Either all of them are
/// applied or none.
LogicalResult applySchedules(ModuleOp payload, ArrayRef<ModuleOp> schedules,
                             const ApplyOptions &options = {});

/// Applies the schedules in the files `fileNames`, in order; without file
/// names, the schedule in the payload's own module. Fails, with an error, if no
/// schedule is found. Warns if files were given and the payload's module holds
/// a schedule too, which is then ignored.
///
/// On failure: `payload` is unchanged.
LogicalResult applyScheduleFiles(ModuleOp payload,
                                 ArrayRef<std::string> fileNames,
                                 const ApplyOptions &options = {});

} // namespace mlir::heddle

#endif // HEDDLE_INTERPRETER_APPLYSCHEDULE_H
