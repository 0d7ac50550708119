//===- LinearBody.cpp - Bodies that are linear in an argument -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each value of the body is constant in the argument, linear in it, or neither.
// Ops that are not named here keep constants constant and nothing else.
//
//===----------------------------------------------------------------------===//

#include "LinearBody.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
enum class Degree { Constant, Linear, Other };

class DegreeOfValues {
public:
  explicit DegreeOfValues(BlockArgument argument) : argument(argument) {}

  Degree get(Value value) {
    if (value == argument)
      return Degree::Linear;
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != argument.getOwner())
      return Degree::Constant;
    auto known = degrees.find(value);
    if (known != degrees.end())
      return known->second;
    Degree degree = compute(op);
    degrees[value] = degree;
    return degree;
  }

private:
  Degree compute(Operation *op) {
    bool isConstant = op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
                      llvm::all_of(op->getOperands(), [&](Value v) {
                        return get(v) == Degree::Constant;
                      });
    if (isConstant)
      return Degree::Constant;
    return llvm::TypeSwitch<Operation *, Degree>(op)
        .Case<arith::MulFOp>(
            [&](auto mul) { return multiply(mul.getLhs(), mul.getRhs()); })
        .Case<arith::DivFOp>([&](auto div) {
          return get(div.getRhs()) == Degree::Constant ? get(div.getLhs())
                                                       : Degree::Other;
        })
        .Case<arith::AddFOp, arith::SubFOp>(
            [&](auto add) { return combine(add.getLhs(), add.getRhs()); })
        .Case<arith::NegFOp, arith::ExtFOp, arith::TruncFOp>(
            [&](auto unary) { return get(unary.getOperand()); })
        .Case<arith::SelectOp>([&](auto select) {
          return get(select.getCondition()) == Degree::Constant
                     ? combine(select.getTrueValue(), select.getFalseValue())
                     : Degree::Other;
        })
        .Default([](Operation *) { return Degree::Other; });
  }

  Degree multiply(Value a, Value b) {
    Degree first = get(a), second = get(b);
    if (first == Degree::Constant)
      return second;
    return second == Degree::Constant ? first : Degree::Other;
  }

  /// The kind of a sum of two values, or of a select between them.
  Degree combine(Value a, Value b) {
    auto isLinear = [&](Value value) {
      return get(value) == Degree::Linear ||
             matchPattern(value, m_AnyZeroFloat());
    };
    return isLinear(a) && isLinear(b) ? Degree::Linear : Degree::Other;
  }

  BlockArgument argument;
  llvm::DenseMap<Value, Degree> degrees;
};
} // namespace

bool heddle::isLinearIn(Value value, BlockArgument argument) {
  return DegreeOfValues(argument).get(value) == Degree::Linear;
}

bool heddle::addsLinearTerm(Value value, BlockArgument sum,
                            BlockArgument argument) {
  auto add = value.getDefiningOp<arith::AddFOp>();
  if (!add || !sum.hasOneUse())
    return false;
  if (add.getLhs() != sum && add.getRhs() != sum)
    return false;
  return isLinearIn(add.getLhs() == sum ? add.getRhs() : add.getLhs(),
                    argument);
}
