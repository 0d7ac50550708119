//===- OpDocs.h - What the documents say of an op ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The texts that tablegen makes of op definitions, by the name of the op.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_LSP_SERVER_OPDOCS_H
#define HEDDLE_TOOLS_LSP_SERVER_OPDOCS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::heddle {

struct OpDoc {
  llvm::StringRef summary; ///< one line
  llvm::StringRef text;    ///< all of it, in Markdown
};

/// What is known of the op `name`; empty texts if nothing is.
OpDoc findOpDoc(llvm::StringRef name);

} // namespace mlir::heddle

#endif // HEDDLE_TOOLS_LSP_SERVER_OPDOCS_H
