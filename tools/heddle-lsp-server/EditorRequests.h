//===- EditorRequests.h - Requests about op names ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layer in front of MLIR's server for what that server cannot do.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_LSP_SERVER_EDITORREQUESTS_H
#define HEDDLE_TOOLS_LSP_SERVER_EDITORREQUESTS_H

#include "llvm/Support/LSP/Transport.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::heddle {

/// Puts a filter in front of standard input. Completions of op names and
/// hovers on them are answered on standard output; all other messages can be
/// read from standard input as they came. The filter reads a message when the
/// server wants one, so answers never mix with those of the server.
void answerOpNameRequests(const DialectRegistry &registry,
                          llvm::lsp::JSONStreamStyle style, bool prettyOutput);

} // namespace mlir::heddle

#endif // HEDDLE_TOOLS_LSP_SERVER_EDITORREQUESTS_H
