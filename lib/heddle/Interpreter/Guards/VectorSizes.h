//===- VectorSizes.h - What vectors of given sizes cover --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 'transform.structured.vectorize' makes one vector of an op, and assumes that
// no dynamic extent is larger than the vector.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_GUARDS_VECTORSIZES_H
#define HEDDLE_LIB_INTERPRETER_GUARDS_VECTORSIZES_H

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include <optional>

namespace mlir::heddle {

/// A dim whose extent may be larger than the vector.
struct UncoveredDim {
  unsigned dim;
  int64_t size;
};

/// The first dim of `target`, a linalg op or a pad, that is dynamic and not
/// known to be at most its size in the list `sizesAttr` of `op`, unless that is
/// 0. Nothing if all dims fit.
std::optional<UncoveredDim>
findUncoveredDynamicDim(Operation *op, StringRef sizesAttr, Operation *target,
                        const transform::TransformState &state);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_GUARDS_VECTORSIZES_H
