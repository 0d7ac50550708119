//===- Preimages.h - Which operands give a compared number ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks backwards from a comparison with a constant to the value that has to be
// chosen, so that both sides are equal.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXECUTION_INPUTS_PREIMAGES_H
#define HEDDLE_LIB_EXECUTION_INPUTS_PREIMAGES_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::heddle {

/// What is told of each value at which a walk ends: an integer, or a float.
struct PreimageVisitor {
  llvm::function_ref<void(Value, const APInt &)> visitInteger;
  llvm::function_ref<void(Value, double)> visitFloat;
};

/// Visits the numbers for which `value`, an integer, an index, or a vector of
/// them, is `number`: for `x * 3 + 1` and 37036 the number 12345. `number` has
/// the bits of `value`, 64 for an index. Operands that are not constant are
/// followed, each as if the other one were the neutral element; those of a
/// product also with each pair of factors.
void forEachPreimage(Value value, const APInt &number, PreimageVisitor visitor);

/// The same for a float.
void forEachPreimage(Value value, double number, PreimageVisitor visitor);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_INPUTS_PREIMAGES_H
