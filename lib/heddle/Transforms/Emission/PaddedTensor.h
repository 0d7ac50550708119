//===- PaddedTensor.h - The result of a pad without its source --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the padding of a tensor.pad. The callers write the elements inside the
// frame.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_EMISSION_PADDEDTENSOR_H
#define HEDDLE_LIB_TRANSFORMS_EMISSION_PADDEDTENSOR_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Fills `dest` with the padding of `pad`; its first element has the index
/// `offsets` in the padded tensor. A `linalg.fill`, or a `linalg.generic` if
/// the padding depends on the index.
Operation *fillWithPadding(RewriterBase &rewriter, tensor::PadOp pad,
                           Value dest, ArrayRef<OpFoldResult> offsets);

/// A padded tensor whose frame is filled.
struct PaddedTensor {
  Value tensor;
  /// The offsets of the source.
  SmallVector<OpFoldResult> offsets, sizes;
  /// The ops that fill the frame.
  SmallVector<Operation *> fills;
  /// The scalar that all elements have, if that is known.
  Value scalar;

  /// The slice of type `type` that the source occupies.
  Value extractSource(RewriterBase &rewriter, Location loc,
                      RankedTensorType type) const;
  Value insertSource(RewriterBase &rewriter, Location loc, Value source) const;
};

/// True if `pad` is known to have a source without elements. Such a source has
/// no slice of the padded tensor.
bool hasNoSource(tensor::PadOp pad);

/// The number of slabs around the source of `pad`, at most.
unsigned countSlabs(tensor::PadOp pad);

/// Makes the padded tensor of `pad` at the insertion point, all of it filled,
/// or its frame only (without its last slab if `dropSlab`). `sizes` are those
/// of the source.
PaddedTensor createPaddedTensor(RewriterBase &rewriter, tensor::PadOp pad,
                                ArrayRef<OpFoldResult> sizes, bool fillWhole,
                                bool dropSlab = false);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_EMISSION_PADDEDTENSOR_H
