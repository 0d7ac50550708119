//===- InitHeddle.cpp - Registers all of Heddle ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls the registration functions of each layer. What is registered is
// defined in the layers.
//
//===----------------------------------------------------------------------===//

#include "heddle/InitHeddle.h"

#include "heddle/Analysis/Destinations/DestinationModels.h"
#include "heddle/Analysis/Footprint/FootprintModels.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"
#include "heddle/Interpreter/Guards/ScheduleGuards.h"
#include "heddle/Interpreter/Loading/PatternOpEffects.h"
#include "heddle/Interpreter/Passes.h"
#include "heddle/Lowering/Bufferization/BufferizePayload.h"
#include "heddle/Lowering/CPU/LowerToLLVM.h"
#include "heddle/Lowering/Passes.h"
#include "heddle/TransformOps/HeddleExtension.h"
#include "heddle/Transforms/Emission/EmissionModels.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"

using namespace mlir;

void heddle::registerHeddleExtensions(DialectRegistry &registry) {
  registry.insert<linalg_ext::LinalgExtDialect>();
  registerHeddleExtension(registry);
  registerPatternOpEffects(registry);
  registerDestinationModels(registry);
  registerFootprintModels(registry);
  registerEmissionModels(registry);
}

void heddle::registerAllHeddle(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerHeddleExtensions(registry);
  registerScheduleGuards(registry);
}

void heddle::registerAllHeddlePasses() {
  registerHeddleTransformsPasses();
  registerHeddleInterpreterPasses();
  registerHeddleLoweringPasses();
  registerDefaultBufferizationPipeline();
  registerLowerToLLVMPipeline();
}
