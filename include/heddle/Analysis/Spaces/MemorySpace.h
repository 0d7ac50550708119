//===- MemorySpace.h - The memory space of a tensor -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor says by its encoding in which memory space its buffer is.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_SPACES_MEMORYSPACE_H
#define HEDDLE_ANALYSIS_SPACES_MEMORYSPACE_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::heddle {

/// The memory space of the buffer of a tensor: its encoding if that is a number
/// or a space of a GPU. Null for the default space, and for other encodings:
/// these say how elements are stored.
Attribute getMemorySpace(TensorType type);

/// True if `type` has an encoding that is no memory space.
bool hasOtherEncoding(RankedTensorType type);

/// True if an operand of `op` is a tensor with an encoding: a memory space or
/// another one.
bool hasEncodedOperand(Operation *op);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_SPACES_MEMORYSPACE_H
