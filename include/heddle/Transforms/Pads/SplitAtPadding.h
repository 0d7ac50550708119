//===- SplitAtPadding.h - What is computed on padding, apart ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits an op that reads a padded tensor where the padding begins and ends.
// Pads whose producer writes into the padded tensor are in FusePad.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_PADS_SPLITATPADDING_H
#define HEDDLE_TRANSFORMS_PADS_SPLITATPADDING_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

struct SplitAtPaddingOptions {
  /// The loops of the op that are split; all along which an input is padded if
  /// there are none.
  SmallVector<int64_t> loops;
};

struct SplitAtPaddingResult {
  /// The op that was split.
  linalg::LinalgOp original;
  /// What is computed where no padding is read along the split loops; null if
  /// that is known to be nothing.
  linalg::LinalgOp inside;
  /// What is computed on padding, in the order of the payload.
  SmallVector<Operation *> frame;
};

/// Splits each of `ops` into one op that reads what was padded, and at most two
/// per loop that read nothing but the value that it was padded with.
///
///   %0 = tensor.pad %x low[2] high[3]      %s = extract_slice %o[0] [2]
///     { tensor.yield %v }                  %f = generic outs(%s)  // exp(%v)
///   %1 = linalg.exp ins(%0) outs(%o)   =>  %1 = insert_slice %f into %o[0]..
///                                          %t = extract_slice %1[2] [10]
///                                          %e = linalg.exp ins(%x) outs(%t)
///                                          ..
///
/// A pad that is not split along all of its dims stays, with less padding. So
/// does what the op reads besides.
///
/// With `skip`, an op that cannot be split stays as it is: `skip` is called
/// with it, right after the reason went through `notifyMatchFailure`.
///
/// Requires: the ops are different.
/// On success: there is a result for each op that is split, which has no uses
/// any more. The caller erases them.
/// On failure: the IR is untouched, and the reason went through
/// `notifyMatchFailure`.
FailureOr<SmallVector<SplitAtPaddingResult>>
splitAtPadding(RewriterBase &rewriter, ArrayRef<linalg::LinalgOp> ops,
               const SplitAtPaddingOptions &options,
               llvm::function_ref<void(Operation *)> skip = nullptr);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_PADS_SPLITATPADDING_H
