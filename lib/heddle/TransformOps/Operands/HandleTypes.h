//===- HandleTypes.h - Types that an author may leave out -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The directives `custom<HandleTypes>`, `custom<HandleType>` and
// `custom<SizeTypes>` of assembly formats. Types at the end of an op may be
// left out: then those of handles are `!transform.any_op`, and those of sizes
// `!transform.param<i64>`. They are always printed.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMOPS_OPERANDS_HANDLETYPES_H
#define HEDDLE_LIB_TRANSFORMOPS_OPERANDS_HANDLETYPES_H

#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/IR/OpImplementation.h"

namespace mlir::heddle {

/// `: type` of the target of an op without results, or nothing.
inline ParseResult parseHandleType(OpAsmParser &parser, Type &target) {
  if (succeeded(parser.parseOptionalColon()))
    return parser.parseType(target);
  target = transform::AnyOpType::get(parser.getContext());
  return success();
}

inline void printHandleType(OpAsmPrinter &printer, Operation *, Type target) {
  printer << ": " << target;
}

/// `: type, type` of a size and of the target whose size it is, or nothing.
inline ParseResult parseSizeTypes(OpAsmParser &parser, Type &size,
                                  Type &target) {
  MLIRContext *context = parser.getContext();
  if (succeeded(parser.parseOptionalColon()))
    return failure(parser.parseType(size) || parser.parseComma() ||
                   parser.parseType(target));
  size = transform::ParamType::get(context, IntegerType::get(context, 64));
  target = transform::AnyOpType::get(context);
  return success();
}

inline void printSizeTypes(OpAsmPrinter &printer, Operation *, Type size,
                           Type target) {
  printer << ": " << size << ", " << target;
}

/// `: (type) -> types` of the target and the results, or nothing.
template <typename... Types>
ParseResult parseHandleTypes(OpAsmParser &parser, Type &target,
                             Types &...results) {
  Type handle = transform::AnyOpType::get(parser.getContext());
  if (failed(parser.parseOptionalColon())) {
    target = handle;
    ((results = handle), ...);
    return success();
  }
  FunctionType type;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(type))
    return failure();
  if (type.getNumInputs() != 1 || type.getNumResults() != sizeof...(results))
    return parser.emitError(loc)
           << "expects the types of one operand and of " << sizeof...(results)
           << (sizeof...(results) == 1 ? " result" : " results") << ", but got "
           << type;
  target = type.getInput(0);
  unsigned number = 0;
  ((results = type.getResult(number++)), ...);
  return success();
}

template <typename... Types>
void printHandleTypes(OpAsmPrinter &printer, Operation *op, Type, Types...) {
  printer << ": ";
  printer.printFunctionalType(op);
}

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMOPS_OPERANDS_HANDLETYPES_H
