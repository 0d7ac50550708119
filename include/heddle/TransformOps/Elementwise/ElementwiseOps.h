//===- ElementwiseOps.h - The op that merges elementwise ops ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The transform op that merges ops which compute element by element. The
// algorithm is a plain function in Transforms.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_ELEMENTWISE_ELEMENTWISEOPS_H
#define HEDDLE_TRANSFORMOPS_ELEMENTWISE_ELEMENTWISEOPS_H

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
#include "heddle/TransformOps/Elementwise/ElementwiseOps.h.inc"

#endif // HEDDLE_TRANSFORMOPS_ELEMENTWISE_ELEMENTWISEOPS_H
