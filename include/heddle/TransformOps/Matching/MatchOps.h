//===- MatchOps.h - Steps of matchers ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Classes of the transform ops that MatchOps.td defines.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_MATCHING_MATCHOPS_H
#define HEDDLE_TRANSFORMOPS_MATCHING_MATCHOPS_H

#include "heddle/Analysis/Kernels/RowStatistics.h"
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
#include "heddle/TransformOps/Matching/MatchOps.h.inc"

#endif // HEDDLE_TRANSFORMOPS_MATCHING_MATCHOPS_H
