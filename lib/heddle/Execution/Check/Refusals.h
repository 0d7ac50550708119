//===- Refusals.h - What is not compiled and run ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before anything is compiled, finds ops and types that the lowering does not
// know or cannot finish, and arrays that do not fit into memory.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXECUTION_CHECK_REFUSALS_H
#define HEDDLE_LIB_EXECUTION_CHECK_REFUSALS_H

#include "heddle/Execution/Inputs/Inputs.h"

namespace mlir::heddle {

/// Why `func` or a function that it calls is not compiled: the type, the op and
/// its line; "" if it is not refused.
std::string findRefusedOp(func::FuncOp func);

/// What prevents the arguments and results of `func` from being passed, or "".
std::string findRefusedType(func::FuncOp func);

/// Which argument or result takes more than `limit` bytes (0: more than a
/// number of 63 bits can count), or "".
std::string findTooLarge(func::FuncOp func, const ShapeAssignment &shapes,
                         uint64_t limit);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_CHECK_REFUSALS_H
