//===- PairApply.cpp - Apply schedules to payloads --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Applies the schedule of a pair to a clone of its payload. A schedule of one
// function is followed by canonicalization. If the schedule takes the module,
// both the payload and the scheduled payload are bufferized.
//
//===----------------------------------------------------------------------===//

#include "PairRunner.h"

#include "heddle/Execution/Run/Jit.h"
#include "heddle/Interpreter/Guards/ScheduleGuards.h"
#include "heddle/Transforms/Buffers/UnshareDestinations.h"
#include "heddle/Transforms/Cleanup/Cleanup.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::heddle::pairs;

std::string mlir::heddle::pairs::printPair(const Pair &pair,
                                           const RunnerOptions &options) {
  if (pair.isKernel)
    return pair.payloadText + pair.scheduleText;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "module attributes {transform.with_named_sequence} {\n";
  if (pair.payloadText.empty())
    printProgram(pair.program, "payload", os);
  os << pair.payloadText;
  if (!pair.schedule.chain.empty())
    printChain(pair.schedule.chain, os);
  else if (pair.scheduleText.empty())
    printSchedule(pair.program, pair.schedule, options.opName, os);
  os << pair.scheduleText;
  os << "}\n";
  return text;
}

static std::string printed(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os);
  return text;
}

//===----------------------------------------------------------------------===//
// Facts about a scheduled payload
//===----------------------------------------------------------------------===//

/// True if a linalg op or a pad other than a root is in a loop.
static bool hasFusedProducer(Operation *function, const Pair &pair) {
  llvm::StringSet<> rootTags;
  for (int root : pair.schedule.roots)
    rootTags.insert("n" + std::to_string(root));
  bool found = false;
  function->walk([&](Operation *op) {
    auto tag = op->getAttrOfType<StringAttr>("tag");
    if (tag && !rootTags.contains(tag.getValue()) &&
        op->getParentOfType<LoopLikeOpInterface>())
      found = true;
  });
  return found;
}

/// The ops that can be merged by fuse_elementwise.
static unsigned countLinalgOps(Operation *function) {
  unsigned count = 0;
  function->walk([&](linalg::LinalgOp) { ++count; });
  return count;
}

/// One of several nests may be refused when others were made before it.
static bool isLateRefusal(const Pair &pair, StringRef errors) {
  return pair.schedule.isSeparate &&
         errors.starts_with("tiling another target made this impossible");
}

/// True if the refused schedule left `payload` equal to `before`, or to the
/// payload after the first of two nests.
static bool isUntouched(MLIRContext &context, const Pair &pair,
                        const RunnerOptions &options, Operation *payload,
                        StringRef before) {
  std::string after = printed(payload);
  if (after == before)
    return true;
  if (pair.schedule.innerSizes.empty())
    return false;
  Pair outer = pair;
  outer.schedule.innerSizes.clear();
  RunnerOptions plain = options;
  plain.runCanonical = false;
  PairResult ignored;
  AppliedPair first;
  return applySchedule(context, outer, plain, first, ignored) &&
         printed(*first.scheduled->getOps<func::FuncOp>().begin()) == after;
}

/// True if a schedule that failed was only refused.
static bool isRefusal(MLIRContext &context, const Pair &pair,
                      const RunnerOptions &options, Operation *payload,
                      StringRef before, StringRef errors) {
  if (pair.hasManySteps)
    return true;
  if (options.isWholeModule)
    return printed(payload) == before;
  return isUntouched(context, pair, options, payload, before) ||
         isLateRefusal(pair, errors);
}

/// True if the schedule had its effect: it fused, merged or changed an op.
static bool isFused(const Pair &pair, const RunnerOptions &options,
                    Operation *payload, Operation *original) {
  if (options.isWholeModule)
    return printed(payload) != printed(original);
  return options.opName == "fuse_elementwise"
             ? countLinalgOps(payload) < countLinalgOps(original)
             : hasFusedProducer(payload, pair);
}

//===----------------------------------------------------------------------===//
// What follows a schedule
//===----------------------------------------------------------------------===//

/// Puts a canonicalized clone of the scheduled payload into `applied`.
static LogicalResult canonicalize(AppliedPair &applied, bool cleansUp) {
  applied.canonical = applied.scheduled->clone();
  IRRewriter rewriter(applied.canonical->getContext());
  PassManager manager(applied.canonical->getContext());
  if (cleansUp) {
    SmallVector<Operation *> functions;
    for (auto function : applied.canonical->getOps<func::FuncOp>())
      functions.push_back(function);
    if (failed(heddle::cleanUp(rewriter, functions)))
      return failure();
  } else if (failed(parsePassPipeline("canonicalize,cse", manager)) ||
             failed(manager.run(*applied.canonical))) {
    return failure();
  }
  // CSE merges several tensor.empty into one, and upstream's bufferization then
  // makes one buffer of it.
  heddle::unshareDestinations(rewriter, *applied.canonical);
  return success();
}

/// Bufferizes the scheduled payload, if `schedule` did not.
static LogicalResult bufferizeScheduled(AppliedPair &applied, uint64_t seed,
                                        StringRef schedule, bool isStock) {
  bool isOnTensors = hasTensors(*applied.scheduled);
  bool freesByPasses = schedule.contains("bufferization-lower-deallocations");
  // The last bufferization decides.
  StringRef last = schedule.substr(schedule.rfind("heddle.bufferize"));
  applied.ownership.freesBuffers =
      !isOnTensors &&
      (freesByPasses || (schedule.contains("heddle.bufferize") &&
                         !last.contains("deallocate = false")));
  applied.ownership.sharesResults = isStock || freesByPasses;
  if (!isOnTensors)
    return success();
  if (!isStock)
    return bufferizeWithCopies(*applied.scheduled);
  return bufferizeByStockPasses(applied.scheduled, seed,
                                schedule.contains("apply_licm") ||
                                    schedule.contains("apply_cse"),
                                &applied.ownership.freesBuffers);
}

/// Bufferizes the payload and the scheduled payload. Returns Equal, or what
/// could not be done.
static Status bufferizeModules(AppliedPair &applied, uint64_t seed,
                               StringRef schedule,
                               const RunnerOptions &options) {
  // Arithmetic on tensors has no bufferization.
  if (failed(
          runPipeline(*applied.reference, "convert-elementwise-to-linalg")) ||
      failed(bufferizeWithCopies(*applied.reference)))
    return Status::Generator;
  if (failed(bufferizeScheduled(applied, seed, schedule, options.isStock)))
    return Status::NotLowered;
  return Status::Equal;
}

//===----------------------------------------------------------------------===//
// Application
//===----------------------------------------------------------------------===//

/// Applies the schedule in `module` to `payload`, with all checks of handles,
/// and with those of Heddle's interpreter if `isGuarded`.
static LogicalResult runSchedule(Operation *payload, ModuleOp module,
                                 bool isGuarded) {
  transform::TransformOptions options;
  heddle::SchedulePosition position;
  if (isGuarded)
    heddle::insertScheduleGuards(module, heddle::GuardOptions());
  options.enableExpensiveChecks(true);
  auto sequence =
      module.lookupSymbol<transform::NamedSequenceOp>("__transform_main");
  return transform::applyTransformNamedSequence(payload, sequence, module,
                                                options);
}

bool mlir::heddle::pairs::applySchedule(MLIRContext &context, const Pair &pair,
                                        const RunnerOptions &options,
                                        AppliedPair &applied,
                                        PairResult &result) {
  std::string errors;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return success();
    errors += (errors.empty() ? "" : "; ") + diagnostic.str();
    for (Diagnostic &note : diagnostic.getNotes())
      errors += ": " + note.str();
    return success();
  });
  auto fail = [&](Status status) {
    result.status = status;
    result.detail = errors.empty() ? "no message" : errors;
    return false;
  };
  std::string text = printPair(pair, options);
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(text, ParserConfig(&context), "pair");
  if (!module)
    return fail(Status::Generator);
  if (options.writesMemory)
    addWrittenMemory(*module, pair.program.seed);
  applied.reference = heddle::clonePayload(*module);
  applied.scheduled = heddle::clonePayload(*module);
  auto target = [&](ModuleOp payload) -> Operation * {
    return options.isWholeModule ? payload : payload.lookupSymbol("payload");
  };
  Operation *original = target(*applied.reference);
  Operation *payload = target(*applied.scheduled);
  if (!options.skipSchedule) {
    std::string before = printed(payload);
    if (failed(runSchedule(payload, *module, options.isWholeModule)))
      return fail(isRefusal(context, pair, options, payload, before, errors)
                      ? Status::Refused
                      : Status::ChangedByRefusal);
  }
  if (failed(verify(*applied.scheduled)))
    return fail(Status::Invalid);
  result.isFused = isFused(pair, options, payload, original);
  if (failed(runDevicesInTurn(*applied.reference)))
    return fail(Status::Generator);
  if (failed(runDevicesInTurn(*applied.scheduled)))
    return fail(Status::Refused);
  if (options.isWholeModule) {
    Status status = bufferizeModules(applied, pair.program.seed, text, options);
    return status == Status::Equal || fail(status);
  }
  // Upstream's canonicalization drops encodings.
  bool runCanonical = options.runCanonical && pair.program.space == 0;
  if (runCanonical && failed(canonicalize(applied, options.cleansUp)))
    return fail(Status::Invalid);
  if (!options.runPlain && runCanonical)
    applied.scheduled = nullptr;
  return true;
}
