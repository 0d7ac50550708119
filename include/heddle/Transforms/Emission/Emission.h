//===- Emission.h - How a tile is made --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of ops that can be computed in a fused nest.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_EMISSION_EMISSION_H
#define HEDDLE_TRANSFORMS_EMISSION_EMISSION_H

#include "heddle/Analysis/Bounds/Box.h"
#include "heddle/Transforms/Emission/TileEmitter.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/PatternMatch.h"

#include "heddle/Transforms/Emission/Emission.h.inc"

#endif // HEDDLE_TRANSFORMS_EMISSION_EMISSION_H
