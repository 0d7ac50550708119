//===- InlineCallees.h - A payload function without its calls ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ops of a function show which inputs it allows. The ops of the functions
// that it calls are needed, too, so this file inlines them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_SHAPES_INLINECALLEES_H
#define HEDDLE_EXECUTION_SHAPES_INLINECALLEES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::heddle {

/// A copy of the module of `func` in which `func` has the bodies of the
/// functions that it calls. Null if there is nothing to inline. These calls
/// remain: calls of functions that have no body or call themselves, calls of
/// functions with several blocks inside an op that allows only one, and calls
/// beyond the first 256.
OwningOpRef<ModuleOp> inlineCallees(func::FuncOp func);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_SHAPES_INLINECALLEES_H
