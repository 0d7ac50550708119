//===- PayloadIndices.cpp - What a payload computes of its sizes ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates affine maps and the ops of arith on known indices. There is no
// result where it is undefined, or where a map overflows.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Shapes/PayloadShapes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::heddle;

std::optional<int64_t> PayloadShapes::evaluate(AffineExpr expr,
                                               unsigned numDims,
                                               ArrayRef<int64_t> values) {
  SmallVector<AffineExpr> constants;
  for (int64_t value : values)
    constants.push_back(getAffineConstantExpr(value, expr.getContext()));
  ArrayRef<AffineExpr> all = constants;
  AffineExpr result =
      simplifyAffineExpr(expr.replaceDimsAndSymbols(all.take_front(numDims),
                                                    all.drop_front(numDims)),
                         0, 0);
  if (auto constant = dyn_cast<AffineConstantExpr>(result))
    return constant.getValue();
  return std::nullopt;
}

/// The result of an op of arith on two indices; nothing where it is undefined.
static std::optional<int64_t> evaluateArith(Operation *op, int64_t a,
                                            int64_t b) {
  using Result = std::optional<int64_t>;
  auto ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
  auto result = [](uint64_t bits) -> Result {
    return static_cast<int64_t>(bits);
  };
  bool isDivided = b != 0;
  bool overflows = b == -1 && a == std::numeric_limits<int64_t>::min();
  bool isShifted = ub < 64;
  auto signedIf = [&](auto divide) -> Result {
    return isDivided && !overflows ? Result(divide(a, b)) : std::nullopt;
  };
  auto unsignedIf = [&](bool isDefined, auto compute) -> Result {
    return isDefined ? result(compute()) : std::nullopt;
  };
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<arith::AddIOp>([&](auto) { return result(ua + ub); })
      .Case<arith::SubIOp>([&](auto) { return result(ua - ub); })
      .Case<arith::MulIOp>([&](auto) { return result(ua * ub); })
      .Case<arith::AndIOp>([&](auto) { return result(ua & ub); })
      .Case<arith::OrIOp>([&](auto) { return result(ua | ub); })
      .Case<arith::XOrIOp>([&](auto) { return result(ua ^ ub); })
      .Case<arith::MinSIOp>([&](auto) { return std::min(a, b); })
      .Case<arith::MaxSIOp>([&](auto) { return std::max(a, b); })
      .Case<arith::MinUIOp>([&](auto) { return result(std::min(ua, ub)); })
      .Case<arith::MaxUIOp>([&](auto) { return result(std::max(ua, ub)); })
      .Case<arith::DivSIOp>([&](auto) {
        return signedIf([](int64_t a, int64_t b) { return a / b; });
      })
      .Case<arith::FloorDivSIOp>([&](auto) {
        return signedIf(llvm::divideFloorSigned<int64_t, int64_t>);
      })
      .Case<arith::CeilDivSIOp>([&](auto) {
        return signedIf(llvm::divideCeilSigned<int64_t, int64_t>);
      })
      .Case<arith::RemSIOp>([&](auto) {
        return signedIf([](int64_t a, int64_t b) { return a % b; });
      })
      .Case<arith::DivUIOp>(
          [&](auto) { return unsignedIf(isDivided, [&] { return ua / ub; }); })
      .Case<arith::CeilDivUIOp>([&](auto) {
        return unsignedIf(isDivided,
                          [&] { return ua == 0 ? 0 : (ua - 1) / ub + 1; });
      })
      .Case<arith::RemUIOp>(
          [&](auto) { return unsignedIf(isDivided, [&] { return ua % ub; }); })
      .Case<arith::ShLIOp>(
          [&](auto) { return unsignedIf(isShifted, [&] { return ua << ub; }); })
      .Case<arith::ShRUIOp>(
          [&](auto) { return unsignedIf(isShifted, [&] { return ua >> ub; }); })
      .Case<arith::ShRSIOp>(
          [&](auto) { return isShifted ? Result(a >> ub) : std::nullopt; })
      .Default([](Operation *) { return std::nullopt; });
}

void PayloadShapes::visitIndexOp(Operation *op) {
  unsigned result = getNode(op->getResult(0), kIndex);
  SmallVector<unsigned> inputs;
  for (Value operand : op->getOperands())
    inputs.push_back(getNode(operand, kIndex));
  AffineMap map;
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    map = apply.getAffineMap();
  else if (auto min = dyn_cast<affine::AffineMinOp>(op))
    map = min.getAffineMap();
  else if (auto max = dyn_cast<affine::AffineMaxOp>(op))
    map = max.getAffineMap();
  if (map)
    return addMap(result, map, inputs, isa<affine::AffineMinOp>(op), op);
  // A division by 0 is undefined, even if its result is not used: the division
  // may be removed from one of the two modules.
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp,
          arith::CeilDivSIOp, arith::CeilDivUIOp, arith::RemSIOp,
          arith::RemUIOp>(op) &&
      op->getBlock() == &func.front())
    addEquation({inputs[1],
                 {},
                 [](ArrayRef<int64_t>) -> std::optional<int64_t> { return 1; },
                 op,
                 Equation::Kind::Hint});
  if (op->getDialect()->getNamespace() == "arith" && inputs.size() == 2)
    addEquation({result, inputs,
                 [op](ArrayRef<int64_t> values) {
                   return evaluateArith(op, values[0], values[1]);
                 },
                 op});
}
