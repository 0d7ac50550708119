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

#include "heddle/Analysis/FootprintModels.h"
#include "heddle/Execution/Passes.h"
#include "heddle/Execution/Pipelines.h"
#include "heddle/Interpreter/Passes.h"
#include "heddle/Interpreter/ScheduleGuards.h"
#include "heddle/TransformOps/HeddleExtension.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"

using namespace mlir;

void heddle::registerHeddleExtensions(DialectRegistry &registry) {
  registerHeddleExtension(registry);
  registerFootprintModels(registry);
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
  registerHeddleExecutionPasses();
  registerHeddleExecutionPipelines();
}
