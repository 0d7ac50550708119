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
  /// The loops of the op that are split; if this is empty, all loops along
  /// which an input is padded.
  SmallVector<int64_t> loops;
};

struct SplitAtPaddingResult {
  /// The op that was split.
  linalg::LinalgOp original;
  /// The op that computes the iterations that read no padding along the split
  /// loops; null if there are known to be none.
  linalg::LinalgOp inside;
  /// The ops that compute on padding, in the order of the payload.
  SmallVector<Operation *> frame;
};

/// Splits each of `ops` into one op that reads the source of the pad, and at
/// most two ops per loop that read only the padding value.
///
///   %0 = tensor.pad %x low[2] high[3]      %s = extract_slice %o[0] [2]
///     { tensor.yield %v }                  %f = generic outs(%s)  // exp(%v)
///   %1 = linalg.exp ins(%0) outs(%o)   =>  %1 = insert_slice %f into %o[0]..
///                                          %t = extract_slice %1[2] [10]
///                                          %e = linalg.exp ins(%x) outs(%t)
///                                          ..
///
/// A pad that is not split along all of its dims stays, with less padding.
/// Other inputs of the op stay, too.
///
/// With `skip`, an op that cannot be split stays as it is: `skip` is called
/// with it, right after the reason went through `notifyMatchFailure`.
///
/// Requires: the ops are different.
/// On success: there is a result for each op that is split. These ops have no
/// uses any more, and the caller erases them.
/// On failure: the IR is untouched, and the reason went through
/// `notifyMatchFailure`.
FailureOr<SmallVector<SplitAtPaddingResult>>
splitAtPadding(RewriterBase &rewriter, ArrayRef<linalg::LinalgOp> ops,
               const SplitAtPaddingOptions &options,
               llvm::function_ref<void(Operation *)> skip = nullptr);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_PADS_SPLITATPADDING_H
