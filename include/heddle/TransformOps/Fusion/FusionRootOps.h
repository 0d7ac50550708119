//===- FusionRootOps.h - Ops that find fusion roots -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The transform op that finds the ops at which nests should end. The algorithm
// is a plain function in Analysis.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_FUSION_FUSIONROOTOPS_H
#define HEDDLE_TRANSFORMOPS_FUSION_FUSIONROOTOPS_H

#include "heddle/TransformOps/Operands/KnownOptions.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformAttrs.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/MatchInterfaces.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "heddle/TransformOps/Fusion/FusionRootOps.h.inc"

#endif // HEDDLE_TRANSFORMOPS_FUSION_FUSIONROOTOPS_H
