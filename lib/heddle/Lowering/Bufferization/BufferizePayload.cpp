//===- BufferizePayload.cpp - Payload of tensors to buffers ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Selects the passes that a module needs, and their order. The bufferization
// itself is in Transforms/Buffers.
//
//===----------------------------------------------------------------------===//

#include "heddle/Lowering/Bufferization/BufferizePayload.h"

#include "heddle/Lowering/Passes.h"
#include "heddle/Transforms/Cleanup/Canonicalization.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Conversion/BufferizationToMemRef/BufferizationToMemRef.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

static void addBufferization(OpPassManager &pm, BoundaryResults results,
                             bool deallocate) {
  pm.addNestedPass<func::FuncOp>(createPrepareBufferizationPass());
  BufferizePassOptions options;
  options.results = results;
  options.deallocate = deallocate;
  pm.addPass(createBufferizePass(options));
}

/// Upstream's analysis has nothing to decide here: every value that an op may
/// write into is a copy.
static void addReferenceBufferization(OpPassManager &pm, bool deallocate) {
  pm.addNestedPass<func::FuncOp>(createPrepareBufferizationPass());
  pm.addNestedPass<func::FuncOp>(createSimplifyDegenerateTensorsPass());
  SeparateResultsPassOptions results;
  results.insertionsOnly = true;
  pm.addPass(createSeparateResultsPass(results));
  pm.addPass(createPinPartialWritesPass());
  pm.addNestedPass<func::FuncOp>(createCopyBeforeWritePass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  bufferize.allowReturnAllocsFromLoops = true;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  // Gathers of tensors that are views now.
  pm.addPass(createSoundCanonicalizerPass());
  if (deallocate)
    buildSoundDeallocationPipeline(pm);
  pm.addPass(createConvertBufferizationToMemRefPass());
}

void heddle::buildDefaultBufferizationPipeline(
    OpPassManager &pm, const DefaultBufferizationPipelineOptions &options) {
  if (options.separate)
    addReferenceBufferization(pm, options.deallocate);
  else
    addBufferization(pm, BoundaryResults::Keep, options.deallocate);
}

void heddle::registerDefaultBufferizationPipeline() {
  PassPipelineRegistration<DefaultBufferizationPipelineOptions>(
      "heddle-default-bufferize",
      "Bufferize payload whose schedule did not bufferize it",
      [](OpPassManager &pm,
         const DefaultBufferizationPipelineOptions &options) {
        buildDefaultBufferizationPipeline(pm, options);
      });
}

//===----------------------------------------------------------------------===//
// Payload to run
//===----------------------------------------------------------------------===//

namespace {
/// The contents of a module decide which passes it needs.
struct ModuleContents {
  bool hasTensors = false, hasAllocs = false, hasDeallocs = false,
       hasBranches = false;

  /// The deallocation pass does not accept a payload that frees buffers itself
  /// or has branches. Buffers that are not freed end with the process of the
  /// call.
  bool canDeallocate() const { return !hasDeallocs && !hasBranches; }
};
} // namespace

static ModuleContents inspect(ModuleOp module) {
  ModuleContents contents;
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  module->walk([&](Operation *op) {
    contents.hasTensors |= llvm::any_of(op->getOperandTypes(), isTensor) ||
                           llvm::any_of(op->getResultTypes(), isTensor);
    if (auto func = dyn_cast<func::FuncOp>(op))
      contents.hasTensors |= llvm::any_of(func.getArgumentTypes(), isTensor);
    contents.hasAllocs |= isa<memref::AllocOp>(op);
    contents.hasBranches |= isa<BranchOpInterface>(op);
    contents.hasDeallocs |= isa<memref::DeallocOp>(op);
  });
  return contents;
}

/// Runs the passes of `addPasses` if `module` has tensors, and otherwise the
/// passes that free buffers.
static LogicalResult
runOnPayload(ModuleOp module, bool deallocate,
             llvm::function_ref<void(OpPassManager &, bool)> addPasses) {
  ModuleContents contents = inspect(module);
  deallocate &= contents.canDeallocate();
  PassManager pm(module.getContext());
  pm.enableVerifier(kVerifyBetweenPasses);
  if (contents.hasTensors) {
    addPasses(pm, deallocate);
  } else if (contents.hasAllocs && deallocate) {
    buildSoundDeallocationPipeline(pm);
    // The deallocation pass clones a buffer that is returned twice.
    pm.addPass(createConvertBufferizationToMemRefPass());
  }
  return pm.size() == 0 ? success() : pm.run(module);
}

LogicalResult heddle::bufferizePayload(ModuleOp module, bool deallocate) {
  return runOnPayload(
      module, deallocate, [](OpPassManager &pm, bool deallocate) {
        addBufferization(pm, BoundaryResults::DropArguments, deallocate);
      });
}

LogicalResult heddle::bufferizeReference(ModuleOp module, bool deallocate) {
  return runOnPayload(module, deallocate, addReferenceBufferization);
}
