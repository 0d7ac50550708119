//===- PlanMemoryOp.cpp - Transform op that makes arenas ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifier and application of transform.heddle.plan_memory. The plan is made in
// Transforms/Buffers/PlanMemory.h.
//
//===----------------------------------------------------------------------===//

#include "Operands/HandleReading.h"
#include "heddle/TransformOps/Buffers/BufferizationOps.h"
#include "heddle/TransformOps/Operands/KnownOptions.h"
#include "heddle/TransformOps/Reports/FailureReasons.h"
#include "heddle/Transforms/Buffers/PlanMemory.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

LogicalResult PlanMemoryOp::verify() {
  for (auto [name, limit] :
       {std::pair("stack_limit", static_cast<int64_t>(getStackLimit())),
        std::pair("parallel_limit", static_cast<int64_t>(getParallelLimit()))})
    if (limit < 0)
      return emitOpError("expects '")
             << name << "' to be at least 0, but got " << limit;
  return success();
}

static PlanMemoryOptions getOptions(PlanMemoryOp op) {
  PlanMemoryOptions options;
  options.place = op.getArena();
  options.stackLimit = op.getStackLimit();
  options.parallelLimit = op.getParallelLimit();
  return options;
}

/// The function `target`, or, if `target` is a module, its functions that
/// allocate.
static DiagnosedSilenceableFailure
findFunctions(PlanMemoryOp op, Operation *target,
              llvm::SetVector<func::FuncOp> &functions) {
  auto function = dyn_cast<func::FuncOp>(target);
  if (function && !function.isExternal()) {
    functions.insert(function);
    return DiagnosedSilenceableFailure::success();
  }
  auto module = dyn_cast<ModuleOp>(target);
  if (!module) {
    DiagnosedSilenceableFailure failure =
        emitSilenceableFailure(op)
        << "expects modules and functions with a body, but got '"
        << target->getName() << "'";
    failure.attachNote(target->getLoc()) << "the target";
    return failure;
  }
  for (auto nested : module.getOps<func::FuncOp>())
    if (nested.walk([](memref::AllocOp) { return WalkResult::interrupt(); })
            .wasInterrupted())
      functions.insert(nested);
  return DiagnosedSilenceableFailure::success();
}

static void remarkPlan(PlannedMemory &planned) {
  InFlightDiagnostic remark =
      planned.function->emitRemark("arena of '@")
      << planned.function.getSymName() << "': " << planned.numPlaced
      << (planned.numPlaced == 1 ? " buffer" : " buffers") << " of "
      << planned.separateBytes << " B in " << planned.arenaBytes
      << " B, at least " << planned.lowerBound << " B";
  if (planned.numDynamic != 0)
    remark << "; after it " << planned.numDynamic
           << (planned.numDynamic == 1 ? " buffer" : " buffers")
           << " of dynamic size in " << planned.numDynamicPlaces
           << (planned.numDynamicPlaces == 1 ? " place" : " places");
  remark.report();
  for (const Reason &reason : planned.kept)
    emitRemark(reason, "this allocation stays: ");
}

DiagnosedSilenceableFailure
PlanMemoryOp::apply(transform::TransformRewriter &rewriter,
                    transform::TransformResults &results,
                    transform::TransformState &state) {
  SmallVector<Operation *> targets;
  DiagnosedSilenceableFailure status =
      readHandle(*this, state, "target", getTarget(), targets);
  llvm::SetVector<func::FuncOp> functions;
  for (Operation *target : targets)
    if (status.succeeded())
      status = findFunctions(*this, target, functions);
  if (!status.succeeded())
    return status;
  FailureReasons reasons(rewriter);
  auto planned =
      planMemory(rewriter, functions.getArrayRef(), getOptions(*this));
  if (failed(planned)) {
    status = emitSilenceableError()
             << "no arena can be made: "
             << reasons.getFirst("no function allocates a buffer");
    reasons.attachTo(status);
    return status;
  }
  if (getExplain())
    for (PlannedMemory &memory : *planned)
      remarkPlan(memory);
  results.set(cast<OpResult>(getPlanned()), targets);
  return DiagnosedSilenceableFailure::success();
}
