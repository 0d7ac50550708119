//===- Explain.cpp - heddle explain ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shows the fusion plans of a schedule as they are carried out, the ops that it
// merges element by element, those that it vectorizes, and the memory that the
// result uses. This file only prints.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "heddle/Analysis/Fusion/FusionPlan.h"
#include "heddle/Analysis/Fusion/FusionRoots.h"
#include "heddle/Analysis/Loops/NestReport.h"
#include "heddle/Analysis/Memory/MemoryReport.h"
#include "heddle/Analysis/Reasons/Reason.h"
#include "heddle/Execution/Run/Jit.h"
#include "heddle/Interpreter/Loading/ScheduleSource.h"
#include "heddle/TransformOps/Reports/FailureReasons.h"
#include "heddle/TransformOps/Reports/PlanObserver.h"
#include "heddle/Transforms/Buffers/Bufferize.h"
#include "heddle/Transforms/Elementwise/FuseElementwise.h"
#include "heddle/Transforms/Vectors/Vectorize.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::heddle;

/// The name of the function that a plan is about.
static StringRef getFunctionName(const FusionPlan &plan) {
  auto func = plan.anchor->getParentOfType<func::FuncOp>();
  return func ? func.getSymName() : StringRef();
}

/// Prints facts as "computed again: 'linalg.exp' is computed 256 times", with
/// the place in the payload, and returns them for JSON.
static llvm::json::Array printRemarks(llvm::raw_ostream &os, StringRef title,
                                      ArrayRef<Reason> remarks) {
  llvm::json::Array array;
  for (const Reason &remark : remarks) {
    os << title << ": " << remark.text << ", at " << formatLocation(remark.loc)
       << "\n";
    array.push_back(toJSON(remark));
  }
  return array;
}

/// Prints the ops that were merged element by element, and returns them for
/// JSON.
static llvm::json::Object printMerges(llvm::raw_ostream &os,
                                      const FuseElementwiseResult &result,
                                      Operation *transformOp) {
  std::string location = formatLocation(transformOp->getLoc());
  os << location << ": " << transformOp->getName() << "\n";
  llvm::MapVector<Operation *, SmallVector<Operation *>> members;
  for (auto [original, merged] : result.replaced)
    members[merged].push_back(original);
  llvm::json::Array groups;
  for (auto &[merged, originals] : members) {
    auto func = merged->getParentOfType<func::FuncOp>();
    StringRef function = func ? func.getSymName() : StringRef();
    llvm::json::Array ops;
    os << "merged in @" << function << ": ";
    llvm::interleaveComma(llvm::reverse(originals), os, [&](Operation *op) {
      os << op->getName();
      ops.push_back(llvm::json::Object{{"op", op->getName().getStringRef()},
                                       {"location", toJSON(op->getLoc())}});
    });
    os << "\n";
    groups.push_back(
        llvm::json::Object{{"function", function}, {"ops", std::move(ops)}});
  }
  auto refusals = llvm::map_to_vector(
      result.refusals, [](const UnmergedPair &pair) { return pair.reason; });
  return llvm::json::Object{
      {"schedule", location},
      {"op", transformOp->getName().getStringRef()},
      {"merged", std::move(groups)},
      {"recomputed", printRemarks(os, "computed again", result.recomputed)},
      {"refused", printRemarks(os, "not merged", refusals)}};
}

/// Prints which ops are in one group and why, and returns that for JSON.
static llvm::json::Object printGroups(llvm::raw_ostream &os,
                                      const FusionGroups &found,
                                      Operation *transformOp) {
  std::string location = formatLocation(transformOp->getLoc());
  os << location << ": " << transformOp->getName() << "\n";
  llvm::json::Array groups;
  for (auto [number, group] : llvm::enumerate(found.groups)) {
    std::string title = "group " + std::to_string(number);
    groups.push_back(
        llvm::json::Object{{"root", toJSON(group.getRoot()->getLoc())},
                           {"ops", printRemarks(os, title, group.reasons)}});
  }
  return llvm::json::Object{
      {"schedule", location},
      {"op", transformOp->getName().getStringRef()},
      {"groups", std::move(groups)},
      {"others", printRemarks(os, "left out", found.others)}};
}

/// Prints which ops became which vectors, and returns them for JSON.
static llvm::json::Object printVectors(llvm::raw_ostream &os,
                                       const VectorReport &report,
                                       Operation *transformOp) {
  std::string location = formatLocation(transformOp->getLoc());
  os << location << ": " << transformOp->getName() << "\n";
  if (report.numPeeled > 0)
    os << "peeled: partial tiles of " << report.numPeeled
       << (report.numPeeled == 1 ? " loop\n" : " loops\n");
  llvm::json::Array vectorized;
  for (const VectorizedOps &ops : report.vectorized) {
    os << (ops.isMasked ? "masked" : "vectorized") << ": '" << ops.name
       << "' as vector<" << ops.vector << "> in " << ops.registers
       << " registers";
    if (ops.isDotProduct)
      os << ", by dot products";
    if (ops.count > 1)
      os << ", " << ops.count << " times";
    os << ", at " << formatLocation(ops.loc) << "\n";
    vectorized.push_back(
        llvm::json::Object{{"op", ops.name},
                           {"vector", ops.vector},
                           {"masked", ops.isMasked},
                           {"dotProducts", ops.isDotProduct},
                           {"registers", ops.registers},
                           {"count", int64_t(ops.count)},
                           {"scalarOps", numberToJSON(ops.scalarOps)},
                           {"location", toJSON(ops.loc)}});
  }
  auto scalar = llvm::map_to_vector(
      report.scalar, [](const auto &entry) { return entry.first; });
  return llvm::json::Object{
      {"schedule", location},
      {"op", transformOp->getName().getStringRef()},
      {"peeled", int64_t(report.numPeeled)},
      {"vectorized", std::move(vectorized)},
      {"scalarShare", report.getScalarShare()},
      {"spilled", printRemarks(os, "spilled", report.spills)},
      {"scalar", printRemarks(os, "scalar", scalar)}};
}

/// Bufferizes the functions that the schedule left on tensors. Returns whether
/// there were any.
static FailureOr<bool> bufferizeRest(ModuleOp module) {
  bool hasTensors =
      module
          ->walk([](Operation *op) {
            auto isTensor = [](Type type) { return isa<TensorType>(type); };
            return llvm::any_of(op->getOperandTypes(), isTensor) ||
                           llvm::any_of(op->getResultTypes(), isTensor)
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          })
          .wasInterrupted();
  if (!hasTensors)
    return false;
  IRRewriter rewriter(module.getContext());
  FailureReasons reasons(rewriter);
  Operation *target = module;
  BufferizeOptions options;
  options.allowRecursiveCalls = true;
  if (succeeded(bufferize(rewriter, target, options)))
    return true;
  InFlightDiagnostic error = emitError(
      module.getLoc(),
      "cannot count memory: the scheduled module cannot be bufferized");
  reasons.attachTo(*error.getUnderlyingDiagnostic());
  return failure();
}

/// Prints a plan, and returns it for JSON.
static llvm::json::Object printPlan(llvm::raw_ostream &os,
                                    const FusionPlan &plan,
                                    Operation *transformOp) {
  std::string location = formatLocation(transformOp->getLoc());
  os << location << ": " << transformOp->getName();
  if (StringRef name = getFunctionName(plan); !name.empty())
    os << " in @" << name;
  os << "\n";
  plan.print(os);
  return llvm::json::Object{{"schedule", location},
                            {"op", transformOp->getName().getStringRef()},
                            {"function", getFunctionName(plan)},
                            {"plan", plan.toJSON()}};
}

/// Applies the schedules to `payload`. Prints what their ops decide, and adds
/// it to `report`. Returns null if the schedules are refused.
static OwningOpRef<ModuleOp> applyAndPrint(llvm::raw_ostream &os,
                                           ModuleOp payload,
                                           llvm::json::Object &report) {
  llvm::json::Array plans, merges, roots, vectors;
  OwningOpRef<ModuleOp> scheduled;
  // Without a schedule there are still loops to show.
  bool isUnscheduled = scheduleFiles.empty() && explainLoops &&
                       !explainMemory &&
                       !payload
                            ->walk([](Operation *op) {
                              return isScheduleOp(op) ? WalkResult::interrupt()
                                                      : WalkResult::advance();
                            })
                            .wasInterrupted();
  {
    ScopedPlanObserver observer(
        [&](const FusionPlan &plan, Operation *transformOp) {
          plans.push_back(printPlan(os, plan, transformOp));
        },
        [&](const FuseElementwiseResult &result, Operation *transformOp) {
          merges.push_back(printMerges(os, result, transformOp));
        },
        [&](const FusionGroups &groups, Operation *transformOp) {
          roots.push_back(printGroups(os, groups, transformOp));
        },
        [&](const VectorReport &result, Operation *transformOp) {
          vectors.push_back(printVectors(os, result, transformOp));
        });
    if (isUnscheduled)
      os << "no schedule is given: this is the payload as it is\n";
    scheduled =
        isUnscheduled ? clonePayload(payload) : applyTo(payload, scheduleFiles);
  }
  if (scheduled && !isUnscheduled && plans.empty() && merges.empty() &&
      vectors.empty())
    os << "the schedule fuses nothing with transform.structured.fuse_ext or "
          "transform.heddle.fuse_elementwise\n";
  report["plans"] = std::move(plans);
  report["merges"] = std::move(merges);
  report["roots"] = std::move(roots);
  report["vectors"] = std::move(vectors);
  return scheduled;
}

/// Whether a pass added a function, as upstream's deallocation does: it is at
/// no line of its own.
static bool isAdded(FunctionOpInterface function, ModuleOp module) {
  return function.isPrivate() && function->getLoc() == module.getLoc();
}

/// Prints the loops of each function, and returns them for JSON.
static llvm::json::Array printLoops(llvm::raw_ostream &os, ModuleOp module) {
  llvm::json::Array functions;
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (function.isExternal() || isAdded(function, module))
      continue;
    NestReport nests = describeNests(function);
    nests.print(os);
    functions.push_back(nests.toJSON());
  }
  return functions;
}

int heddle::runExplain(MLIRContext &context) {
  OwningOpRef<ModuleOp> payload = readPayload(context);
  if (!payload)
    return kUsage;
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::Object report;
  OwningOpRef<ModuleOp> scheduled = applyAndPrint(os, *payload, report);
  if (!scheduled)
    return kRefused;
  if (explainLoops)
    report["loops"] = printLoops(os, *scheduled);
  if (explainMemory) {
    OwningOpRef<ModuleOp> buffers = clonePayload(*scheduled);
    FailureOr<bool> byDefault = bufferizeRest(*buffers);
    if (failed(byDefault))
      return kUndecided;
    MemoryReport memory = computeMemoryReport(*buffers);
    if (*byDefault)
      os << "bufferized as 'transform.heddle.bufferize' would, since the "
            "schedule does not bufferize\n";
    memory.print(os);
    report["memory"] = memory.toJSON();
    report["bufferizedByDefault"] = *byDefault;
  }
  if (jsonOutput)
    printReport(std::move(report), kDone);
  else
    llvm::outs() << text;
  return kDone;
}
