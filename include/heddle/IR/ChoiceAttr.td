//===- ChoiceAttr.td - A string that is one of a few words -*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How an op writes an enum as a string. The enums are in the rooms whose
// algorithms read them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_IR_CHOICEATTR_TD
#define HEDDLE_IR_CHOICEATTR_TD

include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

/// A string attribute whose value is a case of `choices`. The verifier that ODS
/// generates rejects any other string and lists the cases; the accessor returns
/// the enum. Authors write `fill = "boundary"`.
class ChoiceAttr<EnumInfo choices>
    : Attr<And<[StrAttr.predicate,
                CPred<choices.cppNamespace # "::" #
                      choices.stringToSymbolFnName #
                      "(::llvm::cast<::mlir::StringAttr>($_self).getValue())"
                      ".has_value()">]>,
           "one of " # !interleave(!foreach(word, choices.enumerants,
                                            "\"" # word.str # "\""), ", ")> {
  let storageType = "::mlir::StringAttr";
  let returnType = choices.cppType;
  let convertFromStorage = "*" # choices.cppNamespace # "::" #
                           choices.stringToSymbolFnName #
                           "($_self.getValue())";
  let constBuilderCall = "$_builder.getStringAttr(" # choices.cppNamespace #
                         "::" # choices.symbolToStringFnName # "($0))";
  let valueType = NoneType;
}

/// An enum of Heddle's algorithms.
class Heddle_Enum<string name, string summary, list<EnumCase> cases>
    : I32Enum<name, summary, cases> {
  let cppNamespace = "::mlir::heddle";
}

#endif // HEDDLE_IR_CHOICEATTR_TD
