//===- HandleTypes.cpp - Types that an author may leave out ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the types at the end of an op, or finds them if they are left out. The
// rule is in the header.
//
//===----------------------------------------------------------------------===//

#include "HandleTypes.h"

#include "mlir/Dialect/PDL/IR/PDLTypes.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"

using namespace mlir;
using namespace mlir::heddle;

// A parser does not tell the type of a value. It rejects a use with another
// type, though, and its error ends with the type of the definition.
Type heddle::getDefinedType(OpAsmParser &parser,
                            const OpAsmParser::UnresolvedOperand &operand) {
  MLIRContext *context = parser.getContext();
  Type type = transform::AnyOpType::get(context);
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &error) {
    for (const DiagnosticArgument &argument : error.getArguments())
      if (argument.getKind() ==
          DiagnosticArgument::DiagnosticArgumentKind::Type)
        type = argument.getAsType();
    return success();
  });
  SmallVector<Value> values;
  (void)parser.resolveOperand(operand, type, values);
  return type;
}

Type heddle::getResultHandleType(MLIRContext *context, TypeRange operands) {
  if (!operands.empty() && isa<pdl::OperationType>(operands.front()))
    return operands.front();
  return transform::AnyOpType::get(context);
}

void TrailingTypes::leaveOut(OpAsmParser &parser, bool resultsAreParams) {
  MLIRContext *context = parser.getContext();
  SmallVector<Type> types;
  for (auto [operand, type] : operands)
    types.push_back(*type = getDefinedType(parser, operand));
  Type result = resultsAreParams ? Type(transform::ParamType::get(
                                       context, IntegerType::get(context, 64)))
                                 : getResultHandleType(context, types);
  for (Type *type : results)
    *type = result;
  if (variadic)
    variadic->assign(parser.getNumResults(), result);
}

ParseResult TrailingTypes::parse(OpAsmParser &parser, bool resultsAreParams) {
  if (failed(parser.parseOptionalColon())) {
    leaveOut(parser, resultsAreParams);
    return success();
  }
  FunctionType type;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(type))
    return failure();
  if (type.getNumInputs() != operands.size() ||
      (!variadic && type.getNumResults() != results.size()))
    return parser.emitError(loc)
           << "expects the types of " << operands.size()
           << (operands.size() == 1 ? " operand" : " operands") << " and of "
           << results.size() << (results.size() == 1 ? " result" : " results")
           << ", but got " << type;
  for (auto [number, operand] : llvm::enumerate(operands))
    *operand.second = type.getInput(number);
  for (auto [number, result] : llvm::enumerate(results))
    *result = type.getResult(number);
  if (variadic)
    llvm::append_range(*variadic, type.getResults());
  return success();
}
