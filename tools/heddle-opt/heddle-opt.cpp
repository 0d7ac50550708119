//===- heddle-opt.cpp - Pass driver with all of Heddle --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's pass driver with upstream's and Heddle's dialects, ops and passes.
// Running, checking and timing kernels is the job of the `heddle` tool.
//
//===----------------------------------------------------------------------===//

#include "heddle/InitHeddle.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  llvm::cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << "heddle-opt " << HEDDLE_VERSION << " (MLIR " << LLVM_VERSION_STRING
       << ")\n";
  });
  mlir::DialectRegistry registry;
  mlir::heddle::registerAllHeddle(registry);
  mlir::registerAllPasses();
  mlir::heddle::registerAllHeddlePasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Heddle optimizer driver: applies schedules to payloads\n",
      registry));
}
