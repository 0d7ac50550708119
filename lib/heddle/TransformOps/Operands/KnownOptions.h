//===- KnownOptions.h - A misspelt option is an error -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checks of the attributes of a transform op that several ops make. What
// else the value of an option must be is checked by the op itself.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMOPS_OPERANDS_KNOWNOPTIONS_H
#define HEDDLE_LIB_TRANSFORMOPS_OPERANDS_KNOWNOPTIONS_H

#include "mlir/Dialect/Transform/Interfaces/MatchInterfaces.h"
#include "mlir/IR/Operation.h"

namespace mlir::heddle {

/// True for an attribute that is neither a dialect's nor meant for the
/// interpreter: an op that has it would pass it over in silence.
inline bool isUnknownOption(NamedAttribute attr) {
  StringRef name = attr.getName();
  return !name.contains('.') ||
         (name.starts_with("heddle.") && name != "heddle.may_be_empty");
}

/// Fails if `op` has an attribute that is not one of its options and does not
/// belong to a dialect. The error lists the options.
inline LogicalResult verifyKnownOptions(Operation *op) {
  ArrayRef<StringAttr> options = op->getName().getAttributeNames();
  for (NamedAttribute attr : op->getDiscardableAttrs()) {
    // The words of a step of a matcher.
    bool isStep = isa<transform::MatchOpInterface>(op);
    if (!isUnknownOption(attr) ||
        (isStep && attr.getName() == "heddle.expects"))
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

/// Fails if `value` is not one of `values`. The error lists them.
inline LogicalResult verifyChoice(Operation *op, StringRef option,
                                  StringRef value, ArrayRef<StringRef> values) {
  if (llvm::is_contained(values, value))
    return success();
  InFlightDiagnostic diag = op->emitOpError("expects '")
                            << option << "' to be ";
  llvm::interleave(
      values, [&](StringRef known) { diag << '"' << known << '"'; },
      [&] { diag << " or "; });
  return diag << ", but got \"" << value << '"';
}

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMOPS_OPERANDS_KNOWNOPTIONS_H
