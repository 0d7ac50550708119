//===- LinalgExtPatternOps.h - Patterns on linalg_ext -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pattern sets that `transform.apply_patterns` may apply to ops of linalg_ext.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_LINALGEXT_LINALGEXTPATTERNOPS_H
#define HEDDLE_TRANSFORMOPS_LINALGEXT_LINALGEXTPATTERNOPS_H

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
#include "heddle/TransformOps/LinalgExt/LinalgExtPatternOps.h.inc"

#endif // HEDDLE_TRANSFORMOPS_LINALGEXT_LINALGEXTPATTERNOPS_H
