//===- IndivisibleDims.h - Dims that a tile takes whole ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one answer to which dims of a structured op may be cut. A tile keeps the
// indexing maps of its op. Whoever makes tiles asks here: Heddle's own ops, the
// calls that they make of upstream's tiling, and the guards of a schedule.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FOOTPRINT_INDIVISIBLEDIMS_H
#define HEDDLE_ANALYSIS_FOOTPRINT_INDIVISIBLEDIMS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SmallBitVector.h"
#include <string>

namespace mlir::heddle {

/// The dims that a tile of an op with the result `expr` in a map takes whole:
/// j of `i + j floordiv 2`, and all dims of the op, k too, beside `i - j`.
llvm::SmallBitVector getIndivisibleDims(AffineExpr expr, unsigned numDims);

/// The dims of `op` that a tile takes whole because of one of its maps.
llvm::SmallBitVector getIndivisibleDims(linalg::LinalgOp op);

/// Why a tile that begins at `dim` of `op` reads other elements: "an indexing
/// map of 'linalg.generic' divides dim 1"; empty if it does not.
std::string explainIndivisibleDim(linalg::LinalgOp op, unsigned dim);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_FOOTPRINT_INDIVISIBLEDIMS_H
