//===- ApplySchedule.cpp - Apply schedules to a payload -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs transform-dialect schedules on a clone of the payload, which replaces
// the payload on success. ScheduleGuards adds checks to the copy of the
// schedule that runs, so that a typo or an unsound op is reported.
//
//===----------------------------------------------------------------------===//

#include "heddle/Interpreter/ApplySchedule.h"

#include "BufferTrace.h"
#include "EntryParams.h"
#include "Guards/ScheduleAdvice.h"
#include "Guards/UnmetLimits.h"
#include "Knobs.h"
#include "Loading/DynamicMarkers.h"
#include "Loading/UnreadableMaps.h"
#include "Loading/UnseenFaults.h"
#include "ParallelLoopTrace.h"
#include "heddle/Interpreter/Guards/ScheduleGuards.h"
#include "heddle/Interpreter/Loading/ScheduleLibrary.h"
#include "heddle/Interpreter/Loading/ScheduleSource.h"
#include "heddle/Interpreter/MatchPayload.h"
#include "heddle/Transforms/Pads/NegativePads.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/PrettyStackTrace.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::NamedSequenceOp;
using transform::TransformDialect;
using transform::TransformOpInterface;

namespace {
/// The files that the sequences of a schedule come from, but for that of its
/// entry point.
class LibraryFiles {
public:
  explicit LibraryFiles(Operation *entry) {
    StringAttr own = getFile(entry->getLoc());
    for (auto sequence :
         entry->getParentOfType<ModuleOp>().getOps<NamedSequenceOp>())
      if (StringAttr file = getFile(sequence.getLoc()); file && file != own)
        files.insert(file);
  }

  bool contain(Location loc) const { return files.contains(getFile(loc)); }

private:
  static StringAttr getFile(Location loc) {
    auto place = loc->findInstanceOf<FileLineColLoc>();
    return place ? place.getFilename() : StringAttr();
  }

  DenseSet<StringAttr> files;
};

/// Notes whether an error was reported, adds the position in the schedule to
/// the first error, and passes every diagnostic on, but for remarks at lines of
/// `quiet` files.
class ErrorWatch : public ScopedDiagnosticHandler {
public:
  ErrorWatch(Operation *entry, std::optional<LibraryFiles> quiet)
      : ScopedDiagnosticHandler(entry->getContext()), quiet(std::move(quiet)) {
    setHandler([this, entry](Diagnostic &diag) {
      if (diag.getSeverity() == DiagnosticSeverity::Remark && this->quiet &&
          this->quiet->contain(diag.getLocation()))
        return success();
      if (diag.getSeverity() == DiagnosticSeverity::Error &&
          !std::exchange(sawError, true)) {
        attachAdvice(diag, entry);
        position.attachNotes(diag);
      }
      return failure();
    });
  }
  bool sawError = false;
  SchedulePosition position;

private:
  std::optional<LibraryFiles> quiet;
};

/// Adds to the report of a crash which op of the schedule runs.
class StepInStackTrace : public llvm::PrettyStackTraceEntry {
public:
  explicit StepInStackTrace(const SchedulePosition &position)
      : position(position) {}

  void print(raw_ostream &os) const override {
    if (Operation *step = position.getLastStep())
      os << "Applying '" << step->getName() << "' at " << step->getLoc()
         << "\n";
  }

private:
  const SchedulePosition &position;
};

/// Called with each step of a schedule that has run.
using StepObserver =
    llvm::function_ref<void(Operation *step, SchedulePosition &position)>;
} // namespace

/// Runs the entry points of one schedule on `clone`, from a copy of the
/// schedule with guards.
static LogicalResult runSchedule(ModuleOp clone, ModuleOp schedule,
                                 const ApplyOptions &options,
                                 StepObserver observer = {},
                                 bool isAgain = false) {
  OwningOpRef<ModuleOp> copy(schedule.clone());
  FailureOr<SmallVector<TransformOpInterface>> entries =
      findEntryPoints(*copy, options.entry);
  if (failed(entries))
    return failure();
  FailureOr<SmallVector<TransformOpInterface>> sources =
      findEntryPoints(schedule, options.entry);
  if (failed(sources))
    return failure();
  for (TransformOpInterface &entry : *entries)
    if (auto sequence = dyn_cast<NamedSequenceOp>(entry.getOperation())) {
      auto bound = bindEntryPoint(sequence, options.params);
      if (failed(bound))
        return failure();
      entry = cast<TransformOpInterface>(bound->getOperation());
    }
  // The first run has already printed the messages.
  if (isAgain)
    copy->walk([](transform::PrintOp op) { op->erase(); });
  if (failed(setKnobs(*copy, options.params)))
    return failure();
  GuardOptions guards;
  guards.strict = options.strict;
  insertScheduleGuards(*copy, guards);

  transform::TransformOptions checks;
  checks.enableExpensiveChecks(true).enableEnforceSingleToplevelTransformOp(
      false);
  for (auto [entry, source] : llvm::zip_equal(*entries, *sources)) {
    std::optional<LibraryFiles> quiet;
    if (schedule->hasAttr(kQuietLibraryAttrName) && !options.libraryRemarks)
      quiet.emplace(source);
    ErrorWatch watch(entry, std::move(quiet));
    auto sequence = dyn_cast<NamedSequenceOp>(source.getOperation());
    if (sequence && failed(requireMatch(clone, sequence)))
      return failure();
    StepInStackTrace trace(watch.position);
    auto observe = [&](Operation *step) { observer(step, watch.position); };
    if (observer)
      watch.position.observeSteps(observe);
    bool isToplevel =
        entry->hasTrait<transform::PossibleTopLevelTransformOpTrait>();
    if (succeeded(transform::applyTransforms(clone, entry,
                                             /*extraMapping=*/{}, checks,
                                             /*enforceToplevelTransformOp=*/
                                             isToplevel))) {
      if (Operation *last = watch.position.getLastStep(); last && observer)
        observe(last);
      continue;
    }
    // Some upstream ops fail with a remark only.
    if (!watch.sawError) {
      Operation *last = watch.position.getLastStep();
      emitError(last ? last->getLoc() : entry->getLoc())
          << "this step failed and gave no reason";
    }
    return failure();
  }
  return success();
}

/// The first error of the verifier on `module`, or else the first error of
/// parsing its text; nothing if both succeed.
static std::optional<std::pair<Location, std::string>>
findInvalidIR(ModuleOp module) {
  std::optional<std::pair<Location, std::string>> found;
  ScopedDiagnosticHandler collect(module.getContext(), [&](Diagnostic &diag) {
    if (diag.getSeverity() == DiagnosticSeverity::Error && !found)
      found.emplace(diag.getLocation(), diag.str());
    return success();
  });
  if (failed(verify(module)) && !found)
    found.emplace(module.getLoc(), "the module does not verify");
  if (found)
    return found;
  if (Operation *op = findUnreadableMap(module))
    found.emplace(op->getLoc(),
                  ("a map of '" + op->getName().getStringRef() +
                   "' holds -9223372036854775808, which the parser does not "
                   "take")
                      .str());
  return found;
}

/// Runs the schedules on the payload once more, and reports the first op after
/// which the verifier fails, with the verifier's error. If no op is found,
/// reports the error on the result, `whole`.
static LogicalResult reportInvalidIR(ModuleOp payload,
                                     ArrayRef<ModuleOp> schedules,
                                     const ApplyOptions &options,
                                     std::pair<Location, std::string> whole) {
  std::optional<Diagnostic> report;
  auto describe = [&](Location loc, const std::string &what,
                      std::pair<Location, std::string> &invalid) {
    report.emplace(loc, DiagnosticSeverity::Error);
    *report << what << " left IR that does not verify: " << invalid.second;
    report->attachNote(invalid.first) << "the payload op";
  };
  {
    ScopedDiagnosticHandler quiet(payload.getContext(),
                                  [](Diagnostic &) { return success(); });
    OwningOpRef<ModuleOp> clone(payload.clone());
    eraseScheduleOps(*clone);
    auto look = [&](Operation *step, SchedulePosition &position) {
      auto invalid = report ? std::nullopt : findInvalidIR(*clone);
      if (!invalid)
        return;
      describe(step->getLoc(),
               ("'" + step->getName().getStringRef() + "'").str(), *invalid);
      position.attachNotes(*report);
    };
    for (ModuleOp schedule : schedules)
      if (report || failed(runSchedule(*clone, schedule, options, look,
                                       /*isAgain=*/true)))
        break;
  }
  if (!report)
    describe(payload.getLoc(), "schedule", whole);
  payload.getContext()->getDiagEngine().emit(std::move(*report));
  return failure();
}

/// Moves the contents of `clone` into `payload`, without replacing the op
/// itself.
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

/// Whether the payload has marks on pads that have to be kept.
static bool hasKeptPads(ModuleOp module) {
  auto isKept = [](tensor::PadOp pad) {
    return pad.getNofold() ? WalkResult::interrupt() : WalkResult::advance();
  };
  return module.walk(isKept).wasInterrupted();
}

/// Whether a step of `schedule` tells why buffers exist, or who made them.
static bool reportsMemory(ModuleOp schedule) {
  auto isReport = [](Operation *op) {
    StringRef name = op->getName().getStringRef();
    return name == "transform.heddle.report_memory" ||
                   name == "transform.heddle.assert_memory"
               ? WalkResult::interrupt()
               : WalkResult::advance();
  };
  return schedule->walk(isReport).wasInterrupted();
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
  if (failed(checkParamNames(schedules, options.entry, options.params)))
    return failure();
  OwningOpRef<ModuleOp> clone(payload.clone());
  eraseScheduleOps(*clone);
  IRRewriter rewriter(payload.getContext());
  bool hadKeptPads = hasKeptPads(*clone);
  setNegativePadsKept(rewriter, *clone, /*kept=*/true);
  ParallelLoopTrace loops(*clone);
  std::optional<BufferTrace> buffers;
  if (options.traceBuffers || llvm::any_of(schedules, reportsMemory))
    buffers.emplace(*clone);
  auto observe = [&](Operation *step, SchedulePosition &) {
    if (options.traceParallelLoops)
      loops.noteStep(step);
    if (buffers)
      buffers->noteStep(step);
  };
  for (ModuleOp schedule : schedules)
    if (failed(runSchedule(*clone, schedule, options,
                           options.traceParallelLoops || buffers
                               ? StepObserver(observe)
                               : StepObserver())))
      return failure();
  if (auto invalid = findInvalidIR(*clone))
    return reportInvalidIR(payload, schedules, options, *invalid);
  if (!hadKeptPads)
    setNegativePadsKept(rewriter, *clone, /*kept=*/false);
  remarkOnUnmetLimits(*clone);
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
        loadSchedule(fileName, payload.getContext(), options.libraryPaths);
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
    FailureOr<OwningOpRef<ModuleOp>> schedule =
        copySchedule(payload, options.libraryPaths);
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
