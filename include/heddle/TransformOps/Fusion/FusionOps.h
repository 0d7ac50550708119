//===- FusionOps.h - Transform ops that fuse --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transform ops that tile roots and fuse other ops with them. The algorithms
// are plain functions in Transforms.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_FUSION_FUSIONOPS_H
#define HEDDLE_TRANSFORMOPS_FUSION_FUSIONOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformAttrs.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "heddle/TransformOps/Fusion/FusionOps.h.inc"

#endif // HEDDLE_TRANSFORMOPS_FUSION_FUSIONOPS_H
