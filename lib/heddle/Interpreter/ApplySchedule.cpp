//===- ApplySchedule.cpp - Apply schedules to a payload -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs transform-dialect schedules on a clone of the payload and swaps it in on
// success. What is added to the running copy of a schedule, so that a typo or
// an unsound op does not pass in silence, is in ScheduleGuards.
//
//===----------------------------------------------------------------------===//

#include "heddle/Interpreter/ApplySchedule.h"

#include "DynamicMarkers.h"
#include "UnseenFaults.h"
#include "heddle/Interpreter/ScheduleGuards.h"
#include "heddle/Interpreter/ScheduleSource.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::TransformDialect;
using transform::TransformOpInterface;

namespace {
/// Notices whether an error was reported, says in the first one where the
/// schedule is, and passes every diagnostic on.
class ErrorWatch : public ScopedDiagnosticHandler {
public:
  explicit ErrorWatch(MLIRContext *context) : ScopedDiagnosticHandler(context) {
    setHandler([this](Diagnostic &diag) {
      if (diag.getSeverity() == DiagnosticSeverity::Error &&
          !std::exchange(sawError, true))
        position.attachNotes(diag);
      return failure();
    });
  }
  bool sawError = false;

private:
  SchedulePosition position;
};
} // namespace

/// Runs the entry points of one schedule on `clone`, from an instrumented copy
/// of it.
static LogicalResult runSchedule(ModuleOp clone, ModuleOp schedule,
                                 const ApplyOptions &options) {
  OwningOpRef<ModuleOp> copy(schedule.clone());
  FailureOr<SmallVector<TransformOpInterface>> entries =
      findEntryPoints(*copy, options.entry);
  if (failed(entries))
    return failure();
  GuardOptions guards;
  guards.strict = options.strict;
  insertScheduleGuards(*copy, guards);

  transform::TransformOptions checks;
  checks.enableExpensiveChecks(true).enableEnforceSingleToplevelTransformOp(
      false);
  for (TransformOpInterface entry : *entries) {
    ErrorWatch watch(clone.getContext());
    bool isToplevel =
        entry->hasTrait<transform::PossibleTopLevelTransformOpTrait>();
    if (succeeded(transform::applyTransforms(clone, entry,
                                             /*extraMapping=*/{}, checks,
                                             /*enforceToplevelTransformOp=*/
                                             isToplevel)))
      continue;
    // Some upstream ops fail with a remark only.
    if (!watch.sawError)
      emitError(entry->getLoc())
          << "schedule failed; the op that failed reported no error";
    return failure();
  }
  return success();
}

/// Moves what `clone` holds into `payload`, without replacing the op itself.
static void swapIn(ModuleOp payload, ModuleOp clone, bool keepSchedule) {
  SmallVector<Operation *> kept;
  if (keepSchedule)
    for (Operation *op : findScheduleOps(payload))
      kept.push_back(op->clone());

  payload->setAttrs(clone->getAttrDictionary());
  payload.getBodyRegion().getBlocks().clear();
  payload.getBodyRegion().takeBody(clone.getBodyRegion());

  for (Operation *op : kept)
    payload.push_back(op);
  if (llvm::any_of(kept, llvm::IsaPred<transform::NamedSequenceOp>))
    payload->setAttr(TransformDialect::kWithNamedSequenceAttrName,
                     UnitAttr::get(payload.getContext()));
}

LogicalResult heddle::applySchedules(ModuleOp payload,
                                     ArrayRef<ModuleOp> schedules,
                                     const ApplyOptions &options) {
  if (failed(verifyDynamicMarkers(payload)) || failed(verifyUnseen(payload)))
    return failure();
  for (ModuleOp schedule : schedules)
    if (failed(verifyDynamicMarkers(schedule)) ||
        failed(verifyUnseen(schedule)))
      return failure();
  OwningOpRef<ModuleOp> clone(payload.clone());
  eraseScheduleOps(*clone);
  for (ModuleOp schedule : schedules)
    if (failed(runSchedule(*clone, schedule, options)))
      return failure();
  if (failed(verify(*clone)))
    return emitError(payload.getLoc())
           << "schedule left IR that does not verify";
  swapIn(payload, *clone, options.keepSchedule);
  return success();
}

LogicalResult heddle::applySchedule(ModuleOp payload, ModuleOp schedule,
                                    const ApplyOptions &options) {
  return applySchedules(payload, {schedule}, options);
}

LogicalResult heddle::applyScheduleFiles(ModuleOp payload,
                                         ArrayRef<std::string> fileNames,
                                         const ApplyOptions &options) {
  SmallVector<OwningOpRef<ModuleOp>> owned;
  for (const std::string &fileName : fileNames) {
    FailureOr<OwningOpRef<ModuleOp>> schedule =
        loadSchedule(fileName, payload.getContext());
    if (failed(schedule))
      return failure();
    owned.push_back(std::move(*schedule));
  }

  SmallVector<Operation *> embedded = findScheduleOps(payload);
  if (fileNames.empty()) {
    if (embedded.empty())
      return emitError(payload.getLoc())
             << "expects a schedule in the payload's module or in a file, but "
                "found none; use -s FILE";
    FailureOr<OwningOpRef<ModuleOp>> schedule = copySchedule(payload);
    if (failed(schedule))
      return failure();
    owned.push_back(std::move(*schedule));
  } else if (!embedded.empty()) {
    emitWarning(embedded.front()->getLoc())
        << "this schedule is passed over, because schedule files were given";
  }

  SmallVector<ModuleOp> schedules;
  for (OwningOpRef<ModuleOp> &schedule : owned)
    schedules.push_back(*schedule);
  return applySchedules(payload, schedules, options);
}
