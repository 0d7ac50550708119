//===- LowerToLLVM.cpp - From buffers to the LLVM dialect -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the passes. The steps themselves are in the files named after
// them.
//
//===----------------------------------------------------------------------===//

#include "heddle/Lowering/CPU/LowerToLLVM.h"

#include "heddle/Lowering/Passes.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/MathToFuncs/MathToFuncs.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/SCFToOpenMP/SCFToOpenMP.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::heddle;

/// Structured ops to loops, and vectors to those of rank 1.
static void addLoopsAndVectors(OpPassManager &pm,
                               const LowerToLLVMPipelineOptions &options) {
  OpPassManager &structured = pm.nest<func::FuncOp>();
  structured.addPass(createLowerCopiesPass());
  structured.addPass(createLowerLinalgExtPass());
  structured.addPass(createLowerSoftmaxPass());
  structured.addPass(createConvertLinalgToLoopsPass());
  if (options.watch)
    pm.addPass(createWatchLoopsPass());
  OpPassManager &func = pm.nest<func::FuncOp>();
  func.addPass(options.openmp ? createForallToParallelLoopPass()
                              : createForallToForLoopPass());
  // The indices of a coalesced loop to divisions, which LowerFloats expands.
  func.addPass(affine::createAffineExpandIndexOpsPass());
  LowerVectorsPassOptions vectors;
  vectors.maxTransferRank = options.maxTransferRank;
  // A field has its own products.
  vectors.dotProducts = options.dotProducts && options.floats == FloatForm::Own;
  func.addPass(createLowerVectorsPass(vectors));
}

void heddle::buildLowerToLLVMPipeline(
    OpPassManager &pm, const LowerToLLVMPipelineOptions &options) {
  pm.addPass(createDropMemorySpacesPass());
  pm.addPass(createLowerViewsPass());
  addLoopsAndVectors(pm, options);
  if (options.floats == FloatForm::Named ||
      options.floats == FloatForm::Ordered) {
    FloatsToNamesPassOptions names;
    names.ordered = options.floats == FloatForm::Ordered;
    names.version = options.fieldLevel;
    pm.addPass(createFloatsToNamesPass(names));
  } else if (options.floats != FloatForm::Own) {
    FloatsToFieldPassOptions field;
    field.record = options.floats == FloatForm::Recorded;
    field.level = options.fieldLevel;
    field.inlined = options.fieldInlined;
    pm.addPass(createFloatsToFieldPass(field));
  }
  OpPassManager &func = pm.nest<func::FuncOp>();
  LowerFloatsPassOptions floats;
  floats.approximate = options.approximateMath;
  func.addPass(createLowerFloatsPass(floats));
  // Views to base pointer, offset and strides; loops to branches.
  func.addPass(memref::createExpandStridedMetadataPass());
  func.addPass(createLowerAffinePass());
  if (options.optimize) {
    func.addPass(createCSEPass());
    func.addPass(createLoopInvariantCodeMotionPass());
  }
  if (options.splitFunctions)
    pm.addPass(createSplitFunctionsPass());
  if (options.openmp) {
    pm.addPass(createConvertSCFToOpenMPPass());
    pm.addNestedPass<func::FuncOp>(createInlineAllocaScopesPass());
  }
  // No canonicalization from here on: it turns chains of vector inserts into
  // one op with an operand per element.
  pm.addNestedPass<func::FuncOp>(createSCFToControlFlowPass());
  pm.addPass(createConvertMathToFuncs());
  ConvertToLLVMPassOptions convert;
  convert.reassociate = options.reassociate;
  pm.addPass(heddle::createConvertToLLVMPass(convert));
  pm.addPass(createReconcileUnrealizedCastsPass());
  if (options.watch)
    pm.addPass(createWatchAccessesPass());
}

void heddle::registerLowerToLLVMPipeline() {
  PassPipelineRegistration<LowerToLLVMPipelineOptions>(
      "heddle-lower-to-llvm",
      "Lower bufferized payload to the LLVM dialect, for the CPU",
      [](OpPassManager &pm, const LowerToLLVMPipelineOptions &options) {
        buildLowerToLLVMPipeline(pm, options);
      });
}
