//===- InlineCallees.h - A payload function without its calls ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a payload allows as input is read off the ops of one function. The ops
// of the functions that it calls are part of it.
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
/// remain: those of functions without a body or that call themselves, those of
/// functions with several blocks where an op allows one, and those beyond the
/// first 256.
OwningOpRef<ModuleOp> inlineCallees(func::FuncOp func);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_SHAPES_INLINECALLEES_H
