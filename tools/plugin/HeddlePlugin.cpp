//===- HeddlePlugin.cpp - Heddle as a plugin of mlir-opt ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry points that mlir-opt looks for in a dialect plugin and in a pass
// plugin. The host has registered upstream's part, so only Heddle's is added.
//
//===----------------------------------------------------------------------===//

#include "heddle/InitHeddle.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Support/Compiler.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Heddle", HEDDLE_VERSION,
          [](mlir::DialectRegistry *registry) {
            mlir::heddle::registerHeddleExtensions(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Heddle", HEDDLE_VERSION,
          []() { mlir::heddle::registerAllHeddlePasses(); }};
}
