//===- LibraryIncludes.h - Includes of the library, as MLIR verifies them -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule includes sequences of library files that the interpreter links
// before it verifies. MLIR's server parses and verifies in one call.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_LSP_SERVER_LIBRARYINCLUDES_H
#define HEDDLE_TOOLS_LSP_SERVER_LIBRARYINCLUDES_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::heddle {

/// Lets the verifier complete the includes of a module (see completeIncludes in
/// ParseModule.h) before it verifies the ops in it.
void registerLibraryIncludes(DialectRegistry &registry);

} // namespace mlir::heddle

#endif // HEDDLE_TOOLS_LSP_SERVER_LIBRARYINCLUDES_H
