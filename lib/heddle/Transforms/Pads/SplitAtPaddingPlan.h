//===- SplitAtPaddingPlan.h - Where padding begins and ends -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which inputs of an op are padded and where its loops can be split for that.
// The parts are made in SplitAtPadding.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_PADS_SPLITATPADDINGPLAN_H
#define HEDDLE_LIB_TRANSFORMS_PADS_SPLITATPADDINGPLAN_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// An input that is a padded tensor.
struct PaddedInput {
  unsigned operand;
  /// The source, and where it lies in the padded tensor.
  Value source;
  SmallVector<OpFoldResult> lows;
  /// Null where they are not known yet. A pad has the amount of padding after
  /// the source, an insertion has the size of the source.
  SmallVector<OpFoldResult> sizes, highs;
  /// The loop along each dim.
  SmallVector<unsigned> loops;
  /// The padding: one of the two is set.
  Value scalar;
  tensor::PadOp pad;

  bool isPaddedAlong(unsigned dim) const {
    return !isZeroInteger(lows[dim]) ||
           !(highs[dim] && isZeroInteger(highs[dim]));
  }
};

/// Where a loop is split: at the padding of an input along a dim.
struct Cut {
  unsigned loop, input, dim;
};

/// One op and how it is split.
struct SplitPlan {
  linalg::LinalgOp op;
  SmallVector<PaddedInput, 0> inputs;
  SmallVector<Cut> cuts;
};

/// Plans to split `op` along `loops`. If `loops` is empty, splits it along all
/// loops along which an input is padded. Changes nothing; if that is not
/// possible, the reason goes through `notifyMatchFailure`.
FailureOr<SplitPlan> planSplit(RewriterBase &rewriter, linalg::LinalgOp op,
                               ArrayRef<int64_t> loops);

/// Reads the sources and the amounts of padding again. A source may be the
/// result of an op that has been split since then, and an amount may be the
/// size of a padded tensor.
void readInputsAgain(Builder &builder, SplitPlan &plan);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_PADS_SPLITATPADDINGPLAN_H
