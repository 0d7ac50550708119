//===- CleanupOps.h - The op that simplifies the payload --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The transform op that simplifies the payload between two other transform ops.
// The algorithm is a plain function in Transforms.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_CLEANUP_CLEANUPOPS_H
#define HEDDLE_TRANSFORMOPS_CLEANUP_CLEANUPOPS_H

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
#include "heddle/TransformOps/Cleanup/CleanupOps.h.inc"

#endif // HEDDLE_TRANSFORMOPS_CLEANUP_CLEANUPOPS_H
