//===- RoundedConstants.h - What MLIR computes from constants ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product of constants that MLIR has folded is rounded, and is no longer the
// formula that it was.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_CHECK_ROUNDEDCONSTANTS_H
#define HEDDLE_EXECUTION_CHECK_ROUNDEDCONSTANTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::heddle {

/// Whether `scheduled` has, or gets by lowering, a constant that the module of
/// `payload` lacks and that may be rounded. `inlined` is `payload` with what it
/// calls inlined.
bool hasRoundedConstants(func::FuncOp payload, func::FuncOp inlined,
                         func::FuncOp scheduled);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_CHECK_ROUNDEDCONSTANTS_H
