//===- FanIn.cpp - Weights that keep a network's numbers in range ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random elements have a magnitude in [1/8, 1], so the mean of their squares is
// (1 + 1/8 + 1/64) / 3 = 0.38. A sum of n products of such an element, of
// either sign, and an activation has the size of the activation if the weights
// are multiplied with 1 / sqrt(0.38 n). That is rounded to a power of two,
// which changes no bit of a weight's fraction.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Inputs/FanIn.h"

#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>

using namespace mlir;
using namespace mlir::heddle;

/// The argument whose elements `value` holds, perhaps in another layout or
/// type, or null.
static BlockArgument findArgument(Value value, func::FuncOp func) {
  while (Operation *op = value.getDefiningOp()) {
    auto generic = dyn_cast<linalg::LinalgOp>(op);
    bool moves =
        isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
            tensor::ExtractSliceOp, tensor::PadOp, linalg::PackOp,
            linalg::UnPackOp, linalg::TransposeOp, linalg::BroadcastOp>(op) ||
        (generic && generic.getNumDpsInputs() == 1 &&
         generic.getNumReductionLoops() == 0 && !isa<linalg::FillOp>(op));
    if (!moves)
      return {};
    value = op->getOperand(0);
  }
  auto argument = cast<BlockArgument>(value);
  return argument.getOwner() == &func.front() ? argument : BlockArgument();
}

/// The number of products in a sum of this contraction; 1 for other ops.
static double countProducts(Operation *op, const ShapeAssignment &shapes) {
  double count = 1;
  if (auto product = dyn_cast<linalg_ext::BatchMatmulOp>(op)) {
    auto dims = cast<linalg_ext::LinalgExtOp>(op).getOperandDims(0);
    auto iterators = cast<TilingInterface>(op).getLoopIteratorTypes();
    for (auto [d, loop] : llvm::enumerate(dims))
      if (loop >= 0 && iterators[loop] == utils::IteratorType::reduction)
        count *= shapes.getExtent(op->getOperand(0), d).value_or(1);
    return count;
  }
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || !(linalg::isaContractionOpInterface(linalgOp) ||
                     linalg::isaConvolutionOpInterface(linalgOp)))
    return count;
  // The weights of a contraction or a convolution have all reduction dims as
  // plain dims; none of these dims occurs there in a sum of loops.
  AffineMap map =
      linalgOp.getMatchingIndexingMap(linalgOp.getDpsInputOperand(1));
  SmallVector<utils::IteratorType> iterators = linalgOp.getIteratorTypesArray();
  for (auto [d, expr] : llvm::enumerate(map.getResults()))
    if (auto loop = dyn_cast<AffineDimExpr>(expr);
        loop && iterators[loop.getPosition()] == utils::IteratorType::reduction)
      count *= shapes.getExtent(op->getOperand(1), d).value_or(1);
  return count;
}

SmallVector<double> heddle::findFanInScales(func::FuncOp func,
                                            const ShapeAssignment &shapes) {
  constexpr double kMeanSquare = (1 + 1.0 / 8 + 1.0 / 64) / 3;
  SmallVector<double> scales(func.getNumArguments(), 1);
  func->walk([&](Operation *op) {
    double count = countProducts(op, shapes);
    if (count <= 1)
      return;
    BlockArgument weights = findArgument(op->getOperand(1), func);
    if (!weights)
      weights = findArgument(op->getOperand(0), func);
    if (!weights)
      return;
    double scale = std::exp2(-std::round(std::log2(kMeanSquare * count) / 2));
    double &chosen = scales[weights.getArgNumber()];
    chosen = std::min(chosen, scale);
  });
  return scales;
}
