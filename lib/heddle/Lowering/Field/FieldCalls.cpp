//===- FieldCalls.cpp - Calls of the runtime of the field -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The IR of a call.
//
//===----------------------------------------------------------------------===//

#include "FieldCalls.h"

#include "FieldArithmetic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::heddle::field;

func::FuncOp CallBuilder::getFunction(StringRef name, TypeRange inputs,
                                      TypeRange results) {
  if (auto func = module.lookupSymbol<func::FuncOp>(name))
    return func;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(module.getBody());
  auto func = func::FuncOp::create(rewriter, module.getLoc(), name,
                                   rewriter.getFunctionType(inputs, results));
  func.setPrivate();
  return func;
}

Value CallBuilder::call(StringRef name, ValueRange args, TypeRange results) {
  auto call = func::CallOp::create(
      rewriter, loc, getFunction(name, args.getTypes(), results), args);
  return results.empty() ? Value() : call.getResult(0);
}

Value CallBuilder::getInteger(int64_t value) {
  return arith::ConstantOp::create(rewriter, loc,
                                   rewriter.getI64IntegerAttr(value));
}

/// The same vector type with another element type.
static Type withElement(Type type, Type element) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? Type(vector.clone(element)) : element;
}

/// Widens integers to the 64 bits that the runtime takes.
Value CallBuilder::toElement(Value value, bool isUnsigned) {
  Type element = getElementTypeOrSelf(value.getType());
  Type wide = withElement(value.getType(), rewriter.getI64Type());
  if (element.isIndex())
    return arith::IndexCastOp::create(rewriter, loc, wide, value);
  if (element.isInteger(64))
    return value;
  if (element.getIntOrFloatBitWidth() > 64)
    return arith::TruncIOp::create(rewriter, loc, wide, value);
  if (isUnsigned)
    return arith::ExtUIOp::create(rewriter, loc, wide, value);
  return arith::ExtSIOp::create(rewriter, loc, wide, value);
}

/// The operands in the order of the runtime; a sum of a product and a number
/// has three.
SmallVector<Value> CallBuilder::getOperands(const FloatOp &op) {
  SmallVector<Value> operands(op.op->getOperands());
  if (op.product) {
    Operation *product = operands[*op.product].getDefiningOp();
    Value other = operands[1 - *op.product];
    operands.assign({product->getOperand(0), product->getOperand(1), other});
  }
  if (op.isSwapped)
    std::swap(operands[0], operands[1]);
  return operands;
}

//===----------------------------------------------------------------------===//
// Vectors in memory
//===----------------------------------------------------------------------===//

/// Memory for a vector of `type`, made at the start of the function.
CallBuilder::Slot CallBuilder::getSlot(VectorType type, unsigned number) {
  Slot &slot = slots[{function, type.getAsOpaquePointer(), number}];
  if (slot.memory)
    return slot;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(
      &cast<func::FuncOp>(function).getBody().front());
  slot.memory =
      memref::AllocaOp::create(rewriter, loc, MemRefType::get({}, type));
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(rewriter, loc,
                                                                 slot.memory);
  slot.address =
      arith::IndexCastOp::create(rewriter, loc, rewriter.getI64Type(), address);
  return slot;
}

/// Stores vectors and adds their addresses.
void CallBuilder::addVectors(ArrayRef<Value> vectors,
                             SmallVectorImpl<Value> &args) {
  for (auto [i, vector] : llvm::enumerate(vectors)) {
    Slot slot = getSlot(cast<VectorType>(vector.getType()), i);
    memref::StoreOp::create(rewriter, loc, vector, slot.memory);
    args.push_back(slot.address);
  }
}

/// Adds the shape of a vector in memory: a row takes a power of two bytes.
void CallBuilder::addLanes(VectorType type, SmallVectorImpl<Value> &args) {
  int64_t lanes = type.getRank() == 0 ? 1 : type.getShape().back();
  int64_t rows = type.getNumElements() / lanes;
  for (int64_t number :
       {rows, lanes, static_cast<int64_t>(llvm::PowerOf2Ceil(lanes))})
    args.push_back(getInteger(number));
}

//===----------------------------------------------------------------------===//
// In the field
//===----------------------------------------------------------------------===//

Value CallBuilder::applyScalar(const FloatOp &op, ArrayRef<Value> operands) {
  Type i64 = rewriter.getI64Type();
  if (op.kind == FieldOp::Add)
    return call(kAddName, operands, i64);
  if (op.kind == FieldOp::Multiply)
    return call(kMultiplyName, operands, i64);
  if (op.kind == FieldOp::MultiplyAdd)
    return call(kMultiplyAddName, operands, i64);
  SmallVector<Value> args = {getInteger(op.code)};
  llvm::append_range(args, operands);
  while (args.size() < 4)
    args.push_back(getInteger(0));
  return call(kApplyName, args, i64);
}

Value CallBuilder::applyLanes(const FloatOp &op, ArrayRef<Value> operands) {
  SmallVector<Value> args = {getInteger(op.code)};
  auto type = cast<VectorType>(operands.front().getType());
  addVectors(operands, args);
  while (args.size() < 4)
    args.push_back(getInteger(0));
  Slot result = getSlot(type, 3);
  args.push_back(result.address);
  addLanes(type, args);
  call(kApplyLanesName, args, {});
  return memref::LoadOp::create(rewriter, loc, result.memory);
}

Value CallBuilder::applyCall(const FloatOp &op, ArrayRef<Value> operands) {
  return isa<VectorType>(operands.front().getType())
             ? applyLanes(op, operands)
             : applyScalar(op, operands);
}

/// Integer ops, and a call for the case that an element is special.
Value CallBuilder::applyInline(const FloatOp &op, ArrayRef<Value> operands) {
  Type type = operands.front().getType();
  ArithmeticBuilder arithmetic(rewriter, loc, type, level);
  Value bits = arithmetic.combine(operands);
  Value ordinary = arithmetic.apply(op.kind, operands, bits);
  auto branch =
      scf::IfOp::create(rewriter, loc, type, arithmetic.isAnySpecial(bits),
                        /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(branch.thenBlock());
  Value special = applyCall(op, operands);
  scf::YieldOp::create(rewriter, loc, special);
  rewriter.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(rewriter, loc, ordinary);
  return branch.getResult(0);
}

Value CallBuilder::apply(const FloatOp &op) {
  rewriter.setInsertionPoint(op.op);
  loc = op.op->getLoc();
  function = op.op->getParentOfType<func::FuncOp>();
  SmallVector<Value> operands = getOperands(op);
  for (Value &operand : operands)
    operand = toElement(operand, op.kind == FieldOp::FromUnsigned);
  auto vector = dyn_cast<VectorType>(operands.front().getType());
  bool isFlat = !vector || vector.getRank() == 1;
  Value result = inlined && isFlat && ArithmeticBuilder::hasIntegerOps(op.kind)
                     ? applyInline(op, operands)
                     : applyCall(op, operands);
  Type wanted = op.op->getResult(0).getType();
  if (result.getType() == wanted)
    return result;
  return arith::TruncIOp::create(rewriter, loc, wanted, result);
}

//===----------------------------------------------------------------------===//
// In f64
//===----------------------------------------------------------------------===//

/// The magnitudes of the terms whose sums are the operands of a comparison,
/// because a small difference of large numbers is inaccurate.
Value CallBuilder::getMagnitude(Operation *op) {
  Value magnitude;
  auto add = [&](Value value) {
    Value size = math::AbsFOp::create(rewriter, loc, value);
    magnitude = magnitude
                    ? arith::AddFOp::create(rewriter, loc, magnitude, size)
                    : size;
  };
  for (Value operand : op->getOperands())
    if (Operation *sum = operand.getDefiningOp();
        isa_and_nonnull<arith::AddFOp, arith::SubFOp>(sum))
      llvm::for_each(sum->getOperands(), add);
  if (magnitude)
    return magnitude;
  Type type = op->getOperand(0).getType();
  return arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(type));
}

void CallBuilder::record(const FloatOp &op) {
  loc = op.op->getLoc();
  function = op.op->getParentOfType<func::FuncOp>();
  // A function is recorded with its result, all other ops with their operands.
  rewriter.setInsertionPoint(op.op);
  if (isFunction(op.kind))
    rewriter.setInsertionPointAfter(op.op);
  Value x = op.op->getOperand(0), y = x;
  if (op.op->getNumOperands() > 1 &&
      op.op->getOperand(1).getType() == x.getType())
    y = op.op->getOperand(1);
  Value z = isFunction(op.kind) ? op.op->getResult(0) : getMagnitude(op.op);
  SmallVector<Value> args = {getInteger(op.code)};
  auto type = dyn_cast<VectorType>(x.getType());
  if (!type) {
    args.append({x, y, z});
    call(kRecordName, args, {});
    return;
  }
  addVectors({x, y, z}, args);
  addLanes(type, args);
  call(kRecordLanesName, args, {});
}
