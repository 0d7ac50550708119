//===- DebugOps.h - Transform ops to look at a payload ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transform ops that report on the payload and do not change it. Reports about
// memory are in BufferizationOps.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_DEBUGOPS_H
#define HEDDLE_TRANSFORMOPS_DEBUGOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformAttrs.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "heddle/TransformOps/DebugOps.h.inc"

#endif // HEDDLE_TRANSFORMOPS_DEBUGOPS_H
