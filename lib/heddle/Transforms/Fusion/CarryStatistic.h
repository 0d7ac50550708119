//===- CarryStatistic.h - One op for a row scale and its sum ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of DeferDivision.h that is about a row scale (RowScale.h).
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_FUSION_CARRYSTATISTIC_H
#define HEDDLE_LIB_TRANSFORMS_FUSION_CARRYSTATISTIC_H

#include "heddle/Analysis/Fusion/RowScale.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// The ops that replace a RowScale.
struct CarriedStatistic {
  /// Computes the elements before they are scaled, and the statistic.
  Operation *op = nullptr;
  /// The factor of each row, or its divisor if the scale has only divisors.
  Value factor;
  SmallVector<Operation *> created;
  /// Each original op and its replacement.
  SmallVector<std::pair<Operation *, Operation *>> replaced;
};

/// Creates, from
///
/// ```mlir
/// %s = linalg.generic ins(%x) outs(%zero)            // sum of x * x
/// %c = linalg.generic ins(%s) outs(%e)               // rsqrt(s / n)
/// %p = linalg.generic ins(%x, %c, %g) outs(%f)       // x * c * g
/// %r = linalg.matmul ins(%p, %w) outs(%init)
/// ```
///
/// the ops before the matmul of
///
/// ```mlir
/// %u:2 = linalg.generic ins(%x, %x, %g) outs(%f, %zero)  // x * g, sum
/// %a = linalg.matmul ins(%u#0, %w) outs(zeros)
/// %d = linalg.generic ins(%u#1) outs(%e)             // rsqrt(u1 / n)
/// %r = linalg.generic ins(%a, %d) outs(%init)        // init + a * d
/// ```
///
/// The ops that compute the factor come before `root`. The original ops stay.
CarriedStatistic carryStatistic(RewriterBase &rewriter, const RowScale &scale,
                                Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_FUSION_CARRYSTATISTIC_H
