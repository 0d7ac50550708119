//===- heddle-lsp-server.cpp - Language server with all of Heddle ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's language server with upstream's and Heddle's dialects and ops, for
// editors. It parses and verifies; it applies no schedule.
//
//===----------------------------------------------------------------------===//

#include "heddle/InitHeddle.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  // Without the guards: the interpreter inserts them, and authors do not write
  // them.
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::heddle::registerHeddleExtensions(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
