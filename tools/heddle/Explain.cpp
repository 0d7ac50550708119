//===- Explain.cpp - heddle explain ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shows the fusion plans of a schedule as they are carried out, and what the
// result does to memory. Both are computed by the analyses; this file prints.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "heddle/Analysis/FusionPlan.h"
#include "heddle/Analysis/MemoryReport.h"
#include "heddle/Execution/Jit.h"
#include "heddle/TransformOps/FailureReasons.h"
#include "heddle/TransformOps/PlanObserver.h"
#include "heddle/Transforms/Bufferize.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::heddle;

/// "dir/schedule.mlir:4:16", or "" if the op stands in no file.
static std::string formatLocation(Operation *op) {
  FileLineColLoc loc = op->getLoc()->findInstanceOf<FileLineColLoc>();
  if (!loc)
    return "";
  return (loc.getFilename().getValue() + ":" + Twine(loc.getLine()) + ":" +
          Twine(loc.getColumn()))
      .str();
}

/// The name of the function that a plan is about.
static StringRef getFunctionName(const FusionPlan &plan) {
  auto func = plan.anchor->getParentOfType<func::FuncOp>();
  return func ? func.getSymName() : StringRef();
}

/// Bufferizes what the schedule left on tensors. Returns whether it had to.
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
  if (succeeded(bufferize(rewriter, target, BufferizeOptions())))
    return true;
  InFlightDiagnostic error = emitError(
      module.getLoc(),
      "cannot count memory: the scheduled module cannot be bufferized");
  reasons.attachTo(*error.getUnderlyingDiagnostic());
  return failure();
}

int heddle::runExplain(MLIRContext &context) {
  OwningOpRef<ModuleOp> payload = readModule(payloadFile, context);
  if (!payload)
    return 1;
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::Array plans;
  OwningOpRef<ModuleOp> scheduled;
  {
    ScopedPlanObserver observer(
        [&](const FusionPlan &plan, Operation *transformOp) {
          std::string location = formatLocation(transformOp);
          os << location << ": " << transformOp->getName();
          if (StringRef name = getFunctionName(plan); !name.empty())
            os << " in @" << name;
          os << "\n";
          plan.print(os);
          plans.push_back(
              llvm::json::Object{{"schedule", location},
                                 {"op", transformOp->getName().getStringRef()},
                                 {"function", getFunctionName(plan)},
                                 {"plan", plan.toJSON()}});
        });
    scheduled = applyTo(*payload, scheduleFiles);
  }
  if (!scheduled)
    return 1;
  llvm::json::Object report;
  if (plans.empty())
    os << "the schedule fuses nothing with transform.structured.fuse_ext\n";
  report["plans"] = std::move(plans);
  if (explainMemory) {
    OwningOpRef<ModuleOp> buffers = clonePayload(*scheduled);
    FailureOr<bool> byDefault = bufferizeRest(*buffers);
    if (failed(byDefault))
      return 1;
    MemoryReport memory = computeMemoryReport(*buffers);
    if (*byDefault)
      os << "bufferized as 'transform.heddle.bufferize' would, since the "
            "schedule does not bufferize\n";
    memory.print(os);
    report["memory"] = memory.toJSON();
    report["bufferizedByDefault"] = *byDefault;
  }
  if (jsonOutput)
    printJSON(std::move(report));
  else
    llvm::outs() << text;
  return 0;
}
