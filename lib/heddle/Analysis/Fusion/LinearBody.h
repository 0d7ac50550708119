//===- LinearBody.h - Bodies that are linear in an argument -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides whether the body of an op computes c * v from an argument v, where c
// does not depend on v. An added constant makes the body nonlinear, since
// scaling would scale the constant, too.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ANALYSIS_FUSION_LINEARBODY_H
#define HEDDLE_LIB_ANALYSIS_FUSION_LINEARBODY_H

#include "mlir/IR/Block.h"

namespace mlir::heddle {

/// True if `value`, computed in the block of `argument`, is c * argument with a
/// c that does not depend on it.
bool isLinearIn(Value value, BlockArgument argument);

/// True if `value` is `sum` plus something that is linear in `argument` and
/// does not depend on `sum`.
bool addsLinearTerm(Value value, BlockArgument sum, BlockArgument argument);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_ANALYSIS_FUSION_LINEARBODY_H
