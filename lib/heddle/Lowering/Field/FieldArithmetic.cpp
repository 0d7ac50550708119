//===- FieldArithmetic.cpp - Sums and products as integer ops -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formulas are those of Modulus, in 64 bits. A residue r below 2p becomes
// the smaller of r and r - p as unsigned numbers: r - p wraps around to a large
// number if r is below p. Products of numbers below 2^32 are one instruction of
// vector units.
//
//===----------------------------------------------------------------------===//

#include "FieldArithmetic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::heddle::field;

Value ArithmeticBuilder::getConstant(uint64_t value) {
  TypedAttr number = builder.getI64IntegerAttr(static_cast<int64_t>(value));
  if (auto vector = dyn_cast<VectorType>(type))
    number = DenseElementsAttr::get(vector, number);
  return arith::ConstantOp::create(builder, loc, number);
}

/// The low half of each number.
Value ArithmeticBuilder::getLow(Value x) {
  Value mask = getConstant(0xFFFFFFFF);
  return arith::AndIOp::create(builder, loc, x, mask);
}

/// The first or the second component.
Value ArithmeticBuilder::getPart(Value x, bool isSecond) {
  Value mask = getConstant(isSecond ? 0x3FFFFFFF : 0x7FFFFFFF);
  if (isSecond) {
    Value half = getConstant(32);
    x = arith::ShRUIOp::create(builder, loc, x, half);
  }
  return arith::AndIOp::create(builder, loc, x, mask);
}

Value ArithmeticBuilder::subtractOnce(Value x, const Modulus &modulus) {
  Value prime = getConstant(modulus.prime);
  Value less = arith::SubIOp::create(builder, loc, x, prime);
  return arith::MinUIOp::create(builder, loc, x, less);
}

Value ArithmeticBuilder::add(Value x, Value y, const Modulus &modulus) {
  return subtractOnce(arith::AddIOp::create(builder, loc, x, y), modulus);
}

Value ArithmeticBuilder::multiply(Value x, Value y, const Modulus &modulus) {
  Value product = arith::MulIOp::create(builder, loc, x, y);
  Value inverse = getConstant(modulus.negativeInverse);
  Value low = getLow(product);
  Value factor = getLow(arith::MulIOp::create(builder, loc, low, inverse));
  Value prime = getConstant(modulus.prime);
  Value multiple = arith::MulIOp::create(builder, loc, factor, prime);
  Value sum = arith::AddIOp::create(builder, loc, product, multiple);
  Value half = getConstant(32);
  Value residue = arith::ShRUIOp::create(builder, loc, sum, half);
  return subtractOnce(residue, modulus);
}

Value ArithmeticBuilder::combine(ArrayRef<Value> operands) {
  Value bits = operands.front();
  for (Value operand : operands.drop_front())
    bits = arith::OrIOp::create(builder, loc, bits, operand);
  return bits;
}

Value ArithmeticBuilder::apply(FieldOp op, ArrayRef<Value> operands,
                               Value bits) {
  Value parts[2];
  for (bool isSecond : {false, true}) {
    const Modulus &modulus = isSecond ? field.q : field.p;
    SmallVector<Value, 3> terms;
    for (Value operand : operands)
      terms.push_back(getPart(operand, isSecond));
    Value result = op == FieldOp::Add ? add(terms[0], terms[1], modulus)
                                      : multiply(terms[0], terms[1], modulus);
    parts[isSecond] =
        op == FieldOp::MultiplyAdd ? add(result, terms[2], modulus) : result;
  }
  Value half = getConstant(32);
  Value high = arith::ShLIOp::create(builder, loc, parts[1], half);
  Value number = arith::OrIOp::create(builder, loc, parts[0], high);
  Value marks = getConstant(kTainted | kNoExponent);
  Value own = arith::AndIOp::create(builder, loc, bits, marks);
  return arith::OrIOp::create(builder, loc, number, own);
}

Value ArithmeticBuilder::isAnySpecial(Value bits) {
  if (isa<VectorType>(type))
    bits = vector::ReductionOp::create(builder, loc, vector::CombiningKind::OR,
                                       bits);
  Type i64 = builder.getI64Type();
  Value mask = arith::ConstantOp::create(
      builder, loc, builder.getI64IntegerAttr(static_cast<int64_t>(kSpecial)));
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(i64));
  Value special = arith::AndIOp::create(builder, loc, bits, mask);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, special,
                               zero);
}
