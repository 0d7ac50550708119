//===- NumberMutations.cpp - Constants and minima of numbers --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::heddle::mutants;

/// The number of a scalar or splat constant.
static std::optional<APFloat> getFloat(Attribute value) {
  if (auto scalar = dyn_cast<FloatAttr>(value))
    return scalar.getValue();
  auto splat = dyn_cast<SplatElementsAttr>(value);
  if (splat && isa<FloatType>(splat.getElementType()))
    return splat.getSplatValue<APFloat>();
  return std::nullopt;
}

/// A constant like `value` of another number.
static TypedAttr withFloat(TypedAttr value, const APFloat &number) {
  if (isa<FloatAttr>(value))
    return FloatAttr::get(value.getType(), number);
  return DenseElementsAttr::get(cast<ShapedType>(value.getType()), number);
}

static Mutation setFloat(StringRef kind, unsigned number, Twine what,
                         std::function<APFloat(APFloat)> change) {
  return {kind, number, what.str(),
          [=](RewriterBase &, Operation *op, const NumberedModule &) {
            auto constant = cast<arith::ConstantOp>(op);
            APFloat old = *getFloat(constant.getValue());
            APFloat changed = change(old);
            if (changed.bitwiseIsEqual(old))
              return false;
            constant.setValueAttr(withFloat(constant.getValue(), changed));
            return true;
          }};
}

static APFloat convert(double number, const llvm::fltSemantics &semantics) {
  APFloat result(number);
  bool losesInfo;
  result.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return result;
}

static void findOfFloat(const APFloat &value, unsigned number,
                        MutationList &list) {
  bool isNeutral = value.isInfinity() || value.isZero() ||
                   value.isExactlyValue(1.0) || value.isNaN();
  if (isNeutral) {
    auto other = [&](StringRef what, double to) {
      list.push_back(setFloat("neutral", number, what, [=](APFloat old) {
        return convert(to, old.getSemantics());
      }));
    };
    other("0", 0.0);
    other("1", 1.0);
    other("-1", -1.0);
  }
  if (value.isFinite())
    list.push_back(
        setFloat("constant", number, "x 1.25 + 0.25", [](APFloat old) {
          auto mode = APFloat::rmNearestTiesToEven;
          APFloat result = old;
          result.multiply(convert(1.25, old.getSemantics()), mode);
          result.add(convert(0.25, old.getSemantics()), mode);
          return result;
        }));
}

void mlir::heddle::mutants::findNumberMutations(Operation *op, unsigned number,
                                                MutationList &list) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    if (auto value = getFloat(constant.getValue()))
      findOfFloat(*value, number, list);
    if (isa<IntegerAttr>(constant.getValue()) &&
        !constant.getType().isInteger(1))
      for (int64_t delta : {1, -1})
        list.push_back(
            {"constant", number, delta > 0 ? "+ 1" : "- 1",
             [=](RewriterBase &, Operation *op, const NumberedModule &) {
               auto constant = cast<arith::ConstantOp>(op);
               auto old = cast<IntegerAttr>(constant.getValue());
               constant.setValueAttr(
                   IntegerAttr::get(old.getType(), old.getValue() + delta));
               return true;
             }});
  }
  if (isa<arith::MinSIOp, arith::MinUIOp, arith::MaxSIOp, arith::MaxUIOp,
          arith::MinimumFOp, arith::MaximumFOp, arith::MinNumFOp,
          arith::MaxNumFOp>(op))
    for (unsigned kept : {0, 1})
      list.push_back(
          {"min", number, "operand " + std::to_string(kept) + " alone",
           [=](RewriterBase &rewriter, Operation *op, const NumberedModule &) {
             rewriter.replaceOp(op, op->getOperand(kept));
             return true;
           }});
}
