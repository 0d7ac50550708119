//===- KnownDim.h - Which extent an op asks for -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dim op with an index out of range is legal IR as long as it does not run.
// Code that looks up an extent calls this function first.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_BOUNDS_KNOWNDIM_H
#define HEDDLE_ANALYSIS_BOUNDS_KNOWNDIM_H

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include <optional>

namespace mlir::heddle {

/// The dim whose extent `op` returns, if it is a constant below the rank of the
/// shape.
inline std::optional<int64_t> getKnownDim(ShapedDimOpInterface op) {
  std::optional<int64_t> dim = getConstantIntValue(op.getDimension());
  auto type = dyn_cast<ShapedType>(op.getShapedValue().getType());
  if (!dim || !type || !type.hasRank() || *dim < 0 || *dim >= type.getRank())
    return std::nullopt;
  return dim;
}

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_BOUNDS_KNOWNDIM_H
