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

#include "EditorRequests.h"
#include "LibraryIncludes.h"

#include "heddle/InitHeddle.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

/// Whether the command line has the option `name`, which MLIR's server reads
/// itself.
static bool hasOption(llvm::ArrayRef<char *> args, llvm::StringRef name) {
  return llvm::any_of(args.drop_front(), [&](llvm::StringRef arg) {
    return arg.consume_front("-") && (arg == name || arg == ("-" + name).str());
  });
}

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  // Without the guards: the interpreter inserts them, and authors do not write
  // them.
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::heddle::registerHeddleExtensions(registry);
  mlir::heddle::registerLibraryIncludes(registry);
  llvm::ArrayRef<char *> args(argv, argc);
  bool isTest = hasOption(args, "lit-test");
  // "-input-style=delimited", or in two words.
  bool isDelimited =
      isTest || llvm::any_of(args.drop_front(), [](llvm::StringRef arg) {
        return arg.ends_with("delimited");
      });
  mlir::heddle::answerOpNameRequests(registry,
                                     isDelimited
                                         ? llvm::lsp::JSONStreamStyle::Delimited
                                         : llvm::lsp::JSONStreamStyle::Standard,
                                     isTest || hasOption(args, "pretty"));
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
