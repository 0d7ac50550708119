//===- KnownOptions.h - A misspelt option is an error -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checks of the attributes of a transform op that several ops make. Each op
// checks the values of its options itself.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_OPERANDS_KNOWNOPTIONS_H
#define HEDDLE_TRANSFORMOPS_OPERANDS_KNOWNOPTIONS_H

#include "mlir/Dialect/Transform/Interfaces/MatchInterfaces.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVectorExtras.h"

namespace mlir::heddle {

/// True for an attribute that does not belong to a dialect and is not meant for
/// the interpreter. An op would silently ignore such an attribute if it is not
/// one of its options.
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
    // A step of a matcher may also have `heddle.expects`.
    bool isStep = isa<transform::MatchOpInterface>(op);
    if (!isUnknownOption(attr) ||
        (isStep && attr.getName() == "heddle.expects"))
      continue;
    InFlightDiagnostic diag = op->emitOpError("has no option ")
                              << attr.getName() << "; it has ";
    // The syntax keeps lists of sizes in attributes of its own.
    SmallVector<StringAttr> shown =
        llvm::filter_to_vector(options, [](StringAttr option) {
          return !option.getValue().starts_with("static_");
        });
    if (shown.empty())
      diag << "none";
    llvm::interleaveComma(shown, diag);
    return diag;
  }
  return success();
}

/// Each op of Heddle has this trait, so no op can forget the check.
template <typename ConcreteType>
class KnownOptionsTrait
    : public OpTrait::TraitBase<ConcreteType, KnownOptionsTrait> {
public:
  static LogicalResult verifyTrait(Operation *op) {
    return verifyKnownOptions(op);
  }
};

/// What a flag says: its name alone is `true`, and none is `valueOfNone`.
inline bool isFlagSet(Attribute flag, bool valueOfNone) {
  if (auto boolean = dyn_cast_if_present<BoolAttr>(flag))
    return boolean.getValue();
  return flag ? true : valueOfNone;
}

/// An attribute of a transform op whose handles may be empty.
inline constexpr StringLiteral kMayBeEmpty = "heddle.may_be_empty";

inline bool mayBeEmpty(Operation *op) {
  return isFlagSet(op->getAttr(kMayBeEmpty), false);
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

#endif // HEDDLE_TRANSFORMOPS_OPERANDS_KNOWNOPTIONS_H
