//===- ExtentRule.h - How large an op makes its results ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Says, for each kind of op, how the extents of its results follow from its
// operands. Bounds (Footprint/ExtentTable.h) and concrete extents
// (Execution/Shapes) are both computed from these rules.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_BOUNDS_EXTENTRULE_H
#define HEDDLE_ANALYSIS_BOUNDS_EXTENTRULE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/OpDefinition.h"

#include <optional>

namespace mlir::heddle {

/// The extent of dimension `dim` of `shaped`, or the index `index` if `shaped`
/// is null.
struct ExtentTerm {
  ExtentTerm(Value shaped, int64_t dim) : shaped(shaped), dim(dim) {}
  ExtentTerm(OpFoldResult index) : index(index) {}

  Value shaped;
  int64_t dim = -1;
  OpFoldResult index;
};

/// An extent as the sum or the product of terms. One term is the extent itself.
struct ExtentRule {
  SmallVector<ExtentTerm, 3> terms;
  bool isProduct = false;

  /// The only term; null if there are several.
  const ExtentTerm *getLoneTerm() const {
    return terms.size() == 1 ? &terms.front() : nullptr;
  }
};

/// The extent of dimension `dim` of `result`, a ranked tensor or memref, as its
/// defining op determines it; nullopt if the op does not determine it.
std::optional<ExtentRule> getExtentRule(OpResult result, int64_t dim);

/// Calls `callback` with each dimension of an operand of `op` that is indexed
/// by a single loop. The extent of that dimension is the extent of the loop.
/// Visits the operands in order.
void forEachLoopExtent(
    linalg::LinalgOp op,
    llvm::function_ref<void(unsigned loop, Value operand, int64_t dim)>
        callback);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_BOUNDS_EXTENTRULE_H
