//===- TargetOps.h - Transform ops that name a machine ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C++ classes of the transform ops in TargetOps.td.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_TARGET_TARGETOPS_H
#define HEDDLE_TRANSFORMOPS_TARGET_TARGETOPS_H

#include "heddle/TransformOps/Operands/KnownOptions.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformAttrs.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "heddle/TransformOps/Target/TargetOps.h.inc"

#endif // HEDDLE_TRANSFORMOPS_TARGET_TARGETOPS_H
