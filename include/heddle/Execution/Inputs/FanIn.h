//===- FanIn.h - Weights that keep a network's numbers in range -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements of a matrix product grow with the square root of the length of
// its sums. After some layers all of them are infinite and prove nothing. So
// the weights of a contraction are drawn smaller, as networks are initialized
// (X. Glorot and Y. Bengio, Understanding the difficulty of training deep
// feedforward neural networks, AISTATS 2010).
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_INPUTS_FANIN_H
#define HEDDLE_EXECUTION_INPUTS_FANIN_H

#include "heddle/Execution/Shapes/PayloadShapes.h"

namespace mlir::heddle {

/// For each argument of `func` a power of two, at most 1, by which random
/// elements are multiplied. It is less than 1 for weights only. The weights are
/// one operand of each contraction, the second one if both are arguments.
SmallVector<double> findFanInScales(func::FuncOp func,
                                    const ShapeAssignment &shapes);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_INPUTS_FANIN_H
