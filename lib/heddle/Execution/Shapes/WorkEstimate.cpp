//===- WorkEstimate.cpp - How long a function may run ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts scalar ops, to leave out sizes that would take too long. Nothing else
// depends on the number.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Shapes/PayloadShapes.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include <cmath>

using namespace mlir;
using namespace mlir::heddle;

/// The elements of the largest operand of an op.
static double getLargestOperand(Operation *op, const ShapeAssignment &shapes) {
  double largest = 1;
  for (Value operand : op->getOperands()) {
    double elements = 1;
    for (int64_t extent : shapes.getShape(operand))
      elements *= static_cast<double>(std::max<int64_t>(extent, 1));
    largest = std::max(largest, elements);
  }
  return largest;
}

/// The number of iterations of a structured op times the ops in its body.
static double countStructured(linalg::LinalgOp op,
                              const ShapeAssignment &shapes) {
  double trips = 1;
  for (unsigned loop = 0, e = op.getNumLoops(); loop != e; ++loop)
    trips *= static_cast<double>(
        std::max<int64_t>(getLoopExtent(op, loop, shapes).value_or(1), 1));
  return trips *
         static_cast<double>(op->getRegion(0).front().getOperations().size());
}

/// The iterations of a loop; at most `unknown` for each index whose bounds do
/// not follow from the extents.
static double countTrips(LoopLikeOpInterface loop,
                         const ShapeAssignment &shapes, int64_t unknown) {
  auto lower = loop.getLoopLowerBounds(), upper = loop.getLoopUpperBounds(),
       steps = loop.getLoopSteps();
  if (!lower || !upper || !steps)
    return static_cast<double>(unknown);
  auto evaluate = [&](OpFoldResult number) -> std::optional<int64_t> {
    if (std::optional<int64_t> constant = getConstantIntValue(number))
      return constant;
    auto value = dyn_cast<Value>(number);
    return value ? shapes.getIndex(value) : std::nullopt;
  };
  double trips = 1;
  for (auto [first, end, by] : llvm::zip_equal(*lower, *upper, *steps)) {
    std::optional<int64_t> from = evaluate(first), to = evaluate(end),
                           step = evaluate(by);
    // The distance of two indices may be more than an int64_t holds.
    bool isKnown = from && to && step && *step > 0;
    double distance = isKnown ? static_cast<double>(*to) - *from : 0;
    trips *= std::max(1.0, isKnown ? std::ceil(distance / *step)
                                   : static_cast<double>(unknown));
  }
  return trips;
}

double heddle::estimateWork(func::FuncOp func, const ShapeAssignment &shapes) {
  int64_t largestExtent = 1;
  for (Value argument : func.getArguments()) {
    for (int64_t extent : shapes.getShape(argument))
      largestExtent = std::max(largestExtent, extent);
    if (std::optional<int64_t> index = shapes.getIndex(argument))
      largestExtent = std::max(largestExtent, *index);
  }
  double work = 0;
  func->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == func)
      return WalkResult::advance();
    double trips = 1;
    for (Operation *parent = op->getParentOp(); parent != func;
         parent = parent->getParentOp())
      if (auto loop = dyn_cast<LoopLikeOpInterface>(parent))
        trips *= countTrips(loop, shapes, largestExtent);
    if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
      work += trips * countStructured(structured, shapes);
      return WalkResult::skip();
    }
    bool isScalar = llvm::none_of(op->getOperandTypes(),
                                  llvm::IsaPred<TensorType, BaseMemRefType>);
    work += trips * (isScalar || trips > 1 ? 1 : getLargestOperand(op, shapes));
    return WalkResult::advance();
  });
  return work;
}
