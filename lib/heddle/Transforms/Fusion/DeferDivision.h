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

/// The ops that compute the same as an OnlineReduction.
struct DeferredDivision {
  /// The linalg_ext.unnorm_softmax, or, if each tile is divided, the safe
  /// linalg_ext.softmax, or the op of a CarriedStatistic.
  Operation *source = nullptr;
  /// Multiplies the start value of `root`, which is zero, by the weight of a
  /// tile; null if there are no weights.
  Operation *rescale = nullptr;
  Operation *root = nullptr;
  /// Divides or multiplies, and adds the initial value of the original root.
  Operation *division = nullptr;
  /// The ops between `source` and `root`.
  SmallVector<Operation *> between;
  /// The ops between the weight of a tile and `rescale`.
  SmallVector<Operation *> weights;
  /// All ops that were created, in no particular order.
  SmallVector<Operation *> created;
  /// Each original op and its replacement.
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
/// CarryStatistic.h says, and no weight is needed. A row without elements keeps
/// the initial value of the root. The original ops stay.
///
/// With Recurrence::Normalized, the softmax is a linalg_ext.softmax {safe}, and
/// the last op is init + a, but for rows that the safe softmax divides by 1: it
/// divides them by their sum.
DeferredDivision deferDivision(RewriterBase &rewriter,
                               const OnlineReduction &reduction,
                               Recurrence recurrence);

/// Creates init + `accumulated` / `sum` right before the root of `reduction`.
/// Here init is the initial value of the root. The result is init alone if the
/// root sums over no elements. By the row step, `sum` may instead be a factor,
/// or may be unused.
Value createDivision(RewriterBase &rewriter, const OnlineReduction &reduction,
                     Value accumulated, Value sum);

/// True if a softmax starts from the maximum -inf and the sum 0. A row of which
/// every tile is skipped has these statistics.
bool startsAfresh(Operation *softmax);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_FUSION_DEFERDIVISION_H
