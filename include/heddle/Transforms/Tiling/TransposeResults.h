//===- TransposeResults.h - Results with their dims reordered ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives the results of several ops another order of dims, and lets each reader
// follow.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_TILING_TRANSPOSERESULTS_H
#define HEDDLE_TRANSFORMS_TILING_TRANSPOSERESULTS_H

#include "heddle/Analysis/Reasons/Reason.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

struct TransposeResultsOptions {
  /// A permutation of 0 to n - 1.
  ArrayRef<int64_t> permutation;
  /// Also permute the loops that index the dims of a result.
  bool interchange = false;
};

/// Called with an op that reads a result and the generic that replaces it.
using ReplacedReaderFn =
    llvm::function_ref<void(Operation *before, Operation *after)>;

/// Why the results of `ops` cannot have their dims in the order of the
/// permutation; none if they can.
std::optional<Reason>
checkTransposeResults(ArrayRef<Operation *> ops,
                      const TransposeResultsOptions &options);

/// Makes dim `permutation[i]` of each result of `ops` its dim i. For a softmax
/// of linalg_ext only the output changes; its maximum, sum and scale stay. No
/// iteration space changes except that of a softmax, whose dims are those of
/// its operands.
///
/// Before, and after with the permutation [1, 0]:
///
///   %0 = linalg.generic {maps = [(i, j) -> (i, j), (i, j) -> (i, j)]}
///     ins(%a : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>)
///   %1 = linalg.generic {maps = [(i, j) -> (i, j), (i, j) -> (i)]}
///     ins(%0 : tensor<4x6xf32>) outs(%s : tensor<4xf32>)
///
///   %0 = linalg.generic {maps = [(i, j) -> (i, j), (i, j) -> (j, i)]}
///     ins(%a : tensor<4x6xf32>) outs(%t : tensor<6x4xf32>)
///   %1 = linalg.generic {maps = [(i, j) -> (j, i), (i, j) -> (i)]}
///     ins(%0 : tensor<6x4xf32>) outs(%s : tensor<4xf32>)
///
/// Requires: the ops are distinct, and checkTransposeResults finds no reason.
/// Returns the ops in their order: a named op of linalg other than a fill has
/// become a generic, and any other op is still the same. Named ops without a
/// reduction that read a result become generics, too.
SmallVector<Operation *>
transposeResults(RewriterBase &rewriter, ArrayRef<Operation *> ops,
                 const TransposeResultsOptions &options,
                 ReplacedReaderFn replaced);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_TILING_TRANSPOSERESULTS_H
