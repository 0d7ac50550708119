//===- FieldArithmetic.h - Sums and products as integer ops -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The IR of what FieldNumber.h does with ordinary elements. Special elements
// are left to the runtime.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_LOWERING_FIELD_FIELDARITHMETIC_H
#define HEDDLE_LIB_LOWERING_FIELD_FIELDARITHMETIC_H

#include "heddle/Lowering/Field/FieldNumber.h"
#include "heddle/Lowering/Field/FieldOps.h"

#include "mlir/IR/Builders.h"

namespace mlir::heddle::field {

/// Writes integer ops on elements, which are i64 or vectors of i64 of rank 1.
class ArithmeticBuilder {
public:
  /// `type`: of the elements.
  ArithmeticBuilder(OpBuilder &builder, Location loc, Type type, unsigned level)
      : builder(builder), loc(loc), type(type), field(Field::get(level)) {}

  /// Whether apply() can write the op.
  static bool hasIntegerOps(FieldOp op) {
    return op == FieldOp::Add || op == FieldOp::Multiply ||
           op == FieldOp::MultiplyAdd;
  }

  /// The bits of all operands, OR-ed.
  Value combine(ArrayRef<Value> operands);

  /// The result of `op`, where no operand is special; any number elsewhere.
  /// `bits`: of all operands.
  Value apply(FieldOp op, ArrayRef<Value> operands, Value bits);

  /// An i1: whether some lane of some operand is special.
  Value isAnySpecial(Value bits);

private:
  Value getConstant(uint64_t value);
  Value getLow(Value x);
  Value getPart(Value x, bool isSecond);
  Value add(Value x, Value y, const Modulus &modulus);
  Value multiply(Value x, Value y, const Modulus &modulus);
  Value subtractOnce(Value x, const Modulus &modulus);

  OpBuilder &builder;
  Location loc;
  Type type;
  const Field &field;
};

} // namespace mlir::heddle::field

#endif // HEDDLE_LIB_LOWERING_FIELD_FIELDARITHMETIC_H
