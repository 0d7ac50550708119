//===- AffineSum.h - Map results that are sums ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The map results of which a tile moves the box of an operand by a sum of its
// own offsets.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ANALYSIS_FOOTPRINT_AFFINESUM_H
#define HEDDLE_LIB_ANALYSIS_FOOTPRINT_AFFINESUM_H

#include "mlir/IR/AffineExpr.h"
#include <optional>

namespace mlir::heddle {

/// A map result as sum(factor * dim) + constant.
struct AffineSum {
  SmallVector<std::pair<unsigned, int64_t>, 2> terms;
  int64_t constant = 0;
};

/// `expr` as a sum, if it is one with factors and constant >= 0.
std::optional<AffineSum> getSum(AffineExpr expr);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_ANALYSIS_FOOTPRINT_AFFINESUM_H
