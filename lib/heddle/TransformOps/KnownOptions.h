//===- KnownOptions.h - A misspelt option is an error -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The check of the attributes of a transform op. Values of options are checked
// by the ops themselves.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMOPS_KNOWNOPTIONS_H
#define HEDDLE_LIB_TRANSFORMOPS_KNOWNOPTIONS_H

#include "mlir/IR/Operation.h"

namespace mlir::heddle {

/// Fails, with an error that lists the options of `op`, if it has an attribute
/// that is none of them and does not belong to a dialect.
inline LogicalResult verifyKnownOptions(Operation *op) {
  ArrayRef<StringAttr> options = op->getName().getAttributeNames();
  for (NamedAttribute attr : op->getDiscardableAttrs()) {
    if (attr.getName().getValue().contains('.'))
      continue;
    InFlightDiagnostic diag = op->emitOpError("has no option ")
                              << attr.getName() << "; it has ";
    if (options.empty())
      diag << "none";
    llvm::interleaveComma(options, diag);
    return diag;
  }
  return success();
}

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMOPS_KNOWNOPTIONS_H
