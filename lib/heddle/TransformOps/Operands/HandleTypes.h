//===- HandleTypes.h - Types that an author may leave out -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The directives `custom<HandleTypes>`, `custom<HandleType>`,
// `custom<ParamTypes>` and `custom<SizeTypes>` of assembly formats. Types at
// the end of an op may be left out, and are always printed. One rule for all
// ops: an operand has the type with which it was defined; a result is a handle
// like the first operand that is one, `!transform.any_op` or `!pdl.operation`,
// or a
// `!transform.param<i64>`.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMOPS_OPERANDS_HANDLETYPES_H
#define HEDDLE_LIB_TRANSFORMOPS_OPERANDS_HANDLETYPES_H

#include "mlir/IR/OpImplementation.h"

namespace mlir::heddle {

/// The type with which `operand` was defined; `!transform.any_op` if nothing
/// defines it, of which the parser complains later.
Type getDefinedType(OpAsmParser &parser,
                    const OpAsmParser::UnresolvedOperand &operand);

/// The type of a result of an op whose first operands have these types.
Type getResultHandleType(MLIRContext *context, TypeRange operands);

/// The types of an op as they are read: of its operands, then of its results.
class TrailingTypes {
public:
  void add(const OpAsmParser::UnresolvedOperand &operand) {
    operands.push_back({operand, nullptr});
  }
  void add(const std::optional<OpAsmParser::UnresolvedOperand> &operand) {
    if (operand)
      add(*operand);
    else
      hasNoOperand = true;
  }
  void add(Type &type) {
    if (std::exchange(hasNoOperand, false))
      return;
    if (!operands.empty() && !operands.back().second)
      operands.back().second = &type;
    else
      results.push_back(&type);
  }
  /// The types of all results of the op.
  void add(SmallVectorImpl<Type> &types) { variadic = &types; }

  /// `: (types) -> types`, or nothing.
  ParseResult parse(OpAsmParser &parser, bool resultsAreParams);

private:
  void leaveOut(OpAsmParser &parser, bool resultsAreParams);

  SmallVector<std::pair<OpAsmParser::UnresolvedOperand, Type *>> operands;
  SmallVector<Type *> results;
  SmallVectorImpl<Type> *variadic = nullptr;
  bool hasNoOperand = false; ///< an optional operand that is not there
};

/// `: (types) -> types` of the operands and the results, or nothing.
template <typename... Types>
ParseResult parseHandleTypes(OpAsmParser &parser, Types &&...types) {
  TrailingTypes trailing;
  (trailing.add(types), ...);
  return trailing.parse(parser, /*resultsAreParams=*/false);
}

template <typename... Types>
void printHandleTypes(OpAsmPrinter &printer, Operation *op, Types...) {
  printer << ": ";
  printer.printFunctionalType(op);
}

/// The same, where the results are params.
template <typename... Types>
ParseResult parseParamTypes(OpAsmParser &parser, Types &&...types) {
  TrailingTypes trailing;
  (trailing.add(types), ...);
  return trailing.parse(parser, /*resultsAreParams=*/true);
}

template <typename... Types>
void printParamTypes(OpAsmPrinter &printer, Operation *op, Types...) {
  printHandleTypes(printer, op);
}

/// `: type` of the target of an op without results, or nothing.
inline ParseResult
parseHandleType(OpAsmParser &parser,
                const OpAsmParser::UnresolvedOperand &operand, Type &target) {
  if (succeeded(parser.parseOptionalColon()))
    return parser.parseType(target);
  target = getDefinedType(parser, operand);
  return success();
}

inline void printHandleType(OpAsmPrinter &printer, Operation *, Value,
                            Type target) {
  printer << ": " << target;
}

/// `: type, type` of a size and of the target whose size it is, or nothing.
inline ParseResult
parseSizeTypes(OpAsmParser &parser,
               const OpAsmParser::UnresolvedOperand &sizeOperand, Type &size,
               const OpAsmParser::UnresolvedOperand &operand, Type &target) {
  if (succeeded(parser.parseOptionalColon()))
    return failure(parser.parseType(size) || parser.parseComma() ||
                   parser.parseType(target));
  size = getDefinedType(parser, sizeOperand);
  target = getDefinedType(parser, operand);
  return success();
}

inline void printSizeTypes(OpAsmPrinter &printer, Operation *, Value, Type size,
                           Value, Type target) {
  printer << ": " << size << ", " << target;
}

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMOPS_OPERANDS_HANDLETYPES_H
