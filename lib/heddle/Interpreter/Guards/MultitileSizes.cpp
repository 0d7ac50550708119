//===- MultitileSizes.cpp - Extents too small for two sizes ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With the target t, the divisor d and the extent n, upstream computes
//
//   a = n floordiv d      k = ceil(a / ceil(t / d))      size = a floordiv k *
//   d
//
// Here k is at least 1 if n >= d >= 1 and t >= 1. This file checks these.
//
//===----------------------------------------------------------------------===//

#include "MultitileSizes.h"

#include "Defects.h"

#include "heddle/IR/ValueBounds/ValueBounds.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::TransformState;

/// The number `name` of `op`, or its default.
static int64_t getNumber(Operation *op, StringRef name, int64_t otherwise) {
  auto attr = op->getAttrOfType<IntegerAttr>(name);
  return attr ? attr.getInt() : otherwise;
}

static int64_t getDivisor(Operation *op) { return getNumber(op, "divisor", 1); }

std::optional<InvalidInput>
heddle::findInvalidMultitile(Operation *op, const TransformState &state) {
  for (StringRef name : {"target_size", "divisor"})
    if (int64_t number = getNumber(op, name, 1); number < 1)
      return InvalidInput{
          ("expects '" + name + "' to be at least 1, but got " + Twine(number))
              .str()};
  int64_t dim = getNumber(op, "dimension", 0), divisor = getDivisor(op);
  for (Operation *target : state.getPayloadOps(op->getOperand(0))) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(target);
    if (!linalgOp)
      continue;
    SmallVector<int64_t> extents = linalgOp.getStaticLoopRanges();
    if (dim < 0 || dim >= static_cast<int64_t>(extents.size()))
      return InvalidInput{"expects 'dimension' in [0, " +
                              std::to_string(extents.size()) + "), but got " +
                              std::to_string(dim),
                          target};
    if (ShapedType::isStatic(extents[dim]) && extents[dim] < divisor)
      return InvalidInput{("expects dim " + Twine(dim) + " of '" +
                           target->getName().getStringRef() +
                           "' to have at least " + Twine(divisor) +
                           " elements, as many as 'divisor' says, but got " +
                           Twine(extents[dim]))
                              .str(),
                          target};
  }
  return std::nullopt;
}

/// True if loop `loop` of `op` is known to run at least `least` times.
static bool runsAtLeast(linalg::LinalgOp op, unsigned loop, int64_t least) {
  AffineExpr dim = getAffineDimExpr(loop, op->getContext());
  for (OpOperand &operand : op->getOpOperands())
    for (auto [position, expr] :
         llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults())) {
      if (expr != dim)
        continue;
      FailureOr<int64_t> bound =
          computeConstantBound(presburger::BoundType::LB,
                               {operand.get(), static_cast<int64_t>(position)});
      if (succeeded(bound) && *bound >= least)
        return true;
    }
  return false;
}

std::optional<std::string> heddle::explainMultitileSizes(Application &step) {
  Operation *op = step.op;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(step.target);
  int64_t dim = getNumber(op, "dimension", 0), divisor = getDivisor(op);
  if (!linalgOp || runsAtLeast(linalgOp, dim, divisor))
    return std::nullopt;
  return "divides by 0 where dim " + std::to_string(dim) +
         " of the payload op has fewer elements than the divisor of the "
         "sizes, " +
         std::to_string(divisor);
}
