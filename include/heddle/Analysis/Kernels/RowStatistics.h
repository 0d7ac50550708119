//===- RowStatistics.h - Softmax and norms of rows --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognizes ops that combine rows with sums and maxima of these rows. It
// looks at the data flow, so a frontend may write such a computation as one op
// or as many. A schedule decides which rows are computed together.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_KERNELS_ROWSTATISTICS_H
#define HEDDLE_ANALYSIS_KERNELS_ROWSTATISTICS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

#include "heddle/Analysis/Kernels/NormalizationKind.h.inc"

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::heddle {

/// What an elementwise op, and the elementwise ops and row reductions before
/// it, combine rows with.
struct RowStatistics {
  /// The number of last dimensions that a row has: 1 for a layer norm, 2 for a
  /// group norm of the channels of a group and their pixels.
  unsigned rowDims = 1;
  /// The reductions along these dimensions whose results, one per row, are
  /// read together with the elements of that row.
  llvm::SetVector<Operation *> reductions;
  /// One of them sums up exponentials.
  bool sumsExponentials = false;

  /// What these statistics are for, or nullopt if there are none.
  std::optional<NormalizationKind> getKind() const;
};

/// The statistics of the rows along the last loops of `op`, an op of linalg
/// whose loops are all parallel: of the shortest rows that have any. Results of
/// row reductions are followed through elementwise ops, broadcasts, reshapes
/// and casts. The search ends at other ops, such as products. Empty for any
/// other `op`, and for rows of one element.
RowStatistics findRowStatistics(Operation *op);

/// True if a reduction of rows of `rowDims` dims reads `op`, directly or
/// through elementwise ops, and only such reductions and elementwise ops read
/// `op` and the ops between them. Such an op is a step on the way to another
/// statistic, as centered rows are in a layer norm.
bool isStepOfRows(Operation *op, unsigned rowDims);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_KERNELS_ROWSTATISTICS_H
