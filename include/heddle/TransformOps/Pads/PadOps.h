//===- PadOps.h - Transform ops on pads ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transform ops on tensor.pad. The algorithms are plain functions in
// Transforms.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_PADS_PADOPS_H
#define HEDDLE_TRANSFORMOPS_PADS_PADOPS_H

#include "heddle/TransformOps/Operands/KnownOptions.h"
#include "heddle/Transforms/Pads/FusePad.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformAttrs.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "heddle/TransformOps/Pads/PadOps.h.inc"

#endif // HEDDLE_TRANSFORMOPS_PADS_PADOPS_H
