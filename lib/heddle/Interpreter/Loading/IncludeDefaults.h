//===- IncludeDefaults.h - Includes that leave params out -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An include may leave out the last params of a sequence if they have defaults.
// The ops that create these params are added before the file is verified.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_LOADING_INCLUDEDEFAULTS_H
#define HEDDLE_LIB_INTERPRETER_LOADING_INCLUDEDEFAULTS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::heddle {

/// Adds the defaults of missing params to each include in `module` that has too
/// few operands:
///
/// ```mlir
/// transform.include @matmul_tile_k failures(propagate) (%matmul)
///     : (!transform.any_op) -> ()
/// ```
/// ```mlir
/// %tile_k = transform.param.constant 8 : i64 -> !transform.param<i64>
/// transform.include @matmul_tile_k failures(propagate) (%matmul, %tile_k)
///     : (!transform.any_op, !transform.param<i64>) -> ()
/// ```
///
/// Requires: the included sequences are in the module, or declared there. On
/// failure: an error was reported, because a param that was left out has no
/// default.
LogicalResult addIncludeDefaults(ModuleOp module);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_LOADING_INCLUDEDEFAULTS_H
