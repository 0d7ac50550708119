//===- ModuleApply.cpp - Schedules that take a module -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Applies the schedule of a pair to the module of its payload and takes both,
// the payload as it is and what the schedule made of it, to buffers. In the
// reference every value that is written has a buffer of its own.
//
//===----------------------------------------------------------------------===//

#include "PairRunner.h"

#include "heddle/Transforms/Buffers/Bufferize.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace mlir::heddle::pairs;

/// Calls are inlined: their model takes every analysis for the one of one-shot,
/// and there is none when copies are made before all writes.
static constexpr StringLiteral kCopyBeforeWrite =
    "inline{default-pipeline=},symbol-dce,one-shot-bufferize{bufferize-"
    "function-boundaries "
    "allow-return-allocs-from-loops copy-before-write "
    "function-boundary-type-conversion=identity-layout-map}";

static std::string printed(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os);
  return text;
}

/// A module of the functions of `module`, without its schedule.
static OwningOpRef<ModuleOp> clonePayload(ModuleOp module) {
  OwningOpRef<ModuleOp> payload = ModuleOp::create(module.getLoc());
  for (auto function : module.getOps<func::FuncOp>())
    payload->push_back(function.clone());
  return payload;
}

static bool hasTensors(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        auto isTensor = llvm::IsaPred<TensorType>;
        bool isFunctionOfTensors = false;
        if (auto function = dyn_cast<func::FuncOp>(op))
          isFunctionOfTensors =
              llvm::any_of(function.getArgumentTypes(), isTensor) ||
              llvm::any_of(function.getResultTypes(), isTensor);
        return isFunctionOfTensors ||
                       llvm::any_of(op->getResultTypes(), isTensor)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Finds out where the results of `function` are, which had `numArguments`
/// arguments before it was bufferized. False if some are nowhere.
static bool findConvention(func::FuncOp function, unsigned numArguments,
                           unsigned numResults, Convention &convention) {
  convention.argumentOf.assign(numResults, -1);
  convention.numOutParams = function.getNumArguments() - numArguments;
  unsigned numReturned = numResults;
  for (unsigned number = 0; number < function.getNumArguments(); ++number) {
    auto held = function.getArgAttrOfType<DenseI64ArrayAttr>(
        number, heddle::kResultsAttrName);
    for (int64_t result : held ? held.asArrayRef() : ArrayRef<int64_t>()) {
      if (result >= numResults || convention.argumentOf[result] >= 0)
        return false;
      convention.argumentOf[result] = number;
      --numReturned;
    }
  }
  return function.getNumResults() == numReturned;
}

/// Applies the schedule in `module` to `payload`.
static bool transformModule(ModuleOp payload, ModuleOp module) {
  transform::TransformOptions transformOptions;
  transformOptions.enableExpensiveChecks(true);
  auto sequence =
      module.lookupSymbol<transform::NamedSequenceOp>("__transform_main");
  return succeeded(transform::applyTransformNamedSequence(
      payload, sequence, module, transformOptions));
}

bool mlir::heddle::pairs::applyToModule(MLIRContext &context, const Pair &pair,
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
  applied.reference = clonePayload(*module);
  applied.scheduled = clonePayload(*module);
  if (failed(runPipeline(*applied.reference, kCopyBeforeWrite)))
    return fail(Status::Generator);

  std::string before = printed(*applied.scheduled);
  if (!options.skipSchedule && !transformModule(*applied.scheduled, *module))
    return fail(pair.hasManySteps || printed(*applied.scheduled) == before
                    ? Status::Refused
                    : Status::ChangedByRefusal);
  if (failed(verify(*applied.scheduled)))
    return fail(Status::Invalid);
  result.isFused = printed(*applied.scheduled) != before;
  bool isOnTensors = hasTensors(*applied.scheduled);
  applied.convention.freesBuffers =
      !isOnTensors && StringRef(text).contains("heddle.bufferize") &&
      !StringRef(text).contains("deallocate = false");
  applied.convention.sharesResults = options.isStock;
  if (isOnTensors && options.isStock &&
      failed(lowerStock(applied.scheduled, pair.program.seed,
                        StringRef(text).contains("apply_licm"),
                        &applied.convention.freesBuffers)))
    return fail(Status::NotLowered);
  if (isOnTensors && !options.isStock &&
      failed(runPipeline(*applied.scheduled, kCopyBeforeWrite)))
    return fail(Status::NotLowered);

  auto function = applied.scheduled->lookupSymbol<func::FuncOp>("payload");
  auto original = module->lookupSymbol<func::FuncOp>("payload");
  if (!findConvention(function, original.getNumArguments(),
                      original.getNumResults(), applied.convention)) {
    errors = "results are neither returned nor held by arguments";
    return fail(Status::Invalid);
  }
  return true;
}
