//===- DeferDivision.h - Softmax that divides after its reader --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The form of a softmax and its reader that a loop can carry.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_FUSION_DEFERDIVISION_H
#define HEDDLE_LIB_TRANSFORMS_FUSION_DEFERDIVISION_H

#include "heddle/Analysis/Fusion/OnlineReduction.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// The ops that compute what an OnlineReduction does.
struct DeferredDivision {
  /// The linalg_ext.unnorm_softmax, or the op of a CarriedStatistic.
  Operation *source = nullptr;
  /// Multiplies the zeros that `root` starts from by the weight of a tile; null
  /// if there are no weights.
  Operation *rescale = nullptr;
  Operation *root = nullptr;
  /// Divides or multiplies, and adds what the original root started from.
  Operation *division = nullptr;
  /// Between `source` and `root`.
  SmallVector<Operation *> between;
  /// Between the weight of a tile and `rescale`.
  SmallVector<Operation *> weights;
  /// All that was created, in no order.
  SmallVector<Operation *> created;
  /// Each original op and what takes its place.
  SmallVector<std::pair<Operation *, Operation *>> replaced;
};

/// Creates, from
///
/// ```mlir
/// %p = linalg.softmax dimension(1) ins(%x) outs(%e)
/// %r = linalg.matmul ins(%p, %v) outs(%init)
/// ```
///
/// what computes the same with one division per element of the result,
///
/// ```mlir
/// %u:4 = linalg_ext.unnorm_softmax dimension(1) ins(%x) outs(%e, -inf, 0, %s)
/// %z = linalg.generic ins(%u#3) outs(zeros)          // zeros * weight
/// %a = linalg.matmul ins(%u#0, %v) outs(%z)
/// %r = linalg.generic ins(%a, %u#2) outs(%init)      // init + a / sum
/// ```
///
/// where the new division has the uses of the root. A row scale becomes what
/// CarryStatistic.h says, and no weight is needed. A row of no elements keeps
/// what the root started from. The original ops stay.
DeferredDivision deferDivision(RewriterBase &rewriter,
                               const OnlineReduction &reduction);

/// Creates init + `accumulated` / `sum` right before the root of `reduction`,
/// where init is what the root starts from, and init alone where the root sums
/// over nothing. By its row step, `sum` may be a factor instead, or nothing.
Value createDivision(RewriterBase &rewriter, const OnlineReduction &reduction,
                     Value accumulated, Value sum);

/// True if a softmax starts from the maximum -inf and the sum 0: a row of which
/// every tile is skipped has these.
bool startsAfresh(Operation *softmax);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_FUSION_DEFERDIVISION_H
