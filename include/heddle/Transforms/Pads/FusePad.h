//===- FusePad.h - Pads that their producer writes into ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pad fusion: the op that computes the source of a pad writes into the padded
// tensor. The rule and its proof are in FusePad.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_PADS_FUSEPAD_H
#define HEDDLE_TRANSFORMS_PADS_FUSEPAD_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/StringRef.h"

#include "heddle/Transforms/Pads/PadFill.h.inc"

namespace mlir::heddle {

struct PadFusionOptions {
  PadFill fill = PadFill::Auto;
};

struct PadFusionResult {
  /// The ops that fill padding, in the order of the payload for each pad.
  SmallVector<Operation *> fills;
  /// The producers that write into padded tensors, each once.
  SmallVector<Operation *> producers;
  /// Each op that was replaced, and the op that computes its results now.
  SmallVector<std::pair<Operation *, Operation *>> replaced;
  /// The ops of `replaced` and of the pads, without uses, users before
  /// producers.
  SmallVector<Operation *> deadOriginals;
};

/// Makes the linalg ops whose results `pads` pad write into the padded tensors.
///
///   %0 = linalg.exp ins(%a) outs(%e)       %f = linalg.fill ins(%v) outs(%p)
///   %1 = tensor.pad %0 low[2] high[3]  =>  %s = extract_slice %f[2] [10] [1]
///     { tensor.yield %v }                  %0 = linalg.exp ins(%a) outs(%s)
///                                          %1 = insert_slice %0 into %f[2]..
///
/// Other readers of the result read what the producer returns now. If one
/// result has several pads, the producer writes into the last padded tensor,
/// and the result is copied into the others. A result without elements stays
/// where it is: its pads are only filled.
///
/// Requires: the pads are different ops.
/// With `skip`, a pad that cannot be fused stays as it is: `skip` is called
/// with it, right after the reason went through `notifyMatchFailure`. On
/// success: all other pads are replaced. The caller erases `deadOriginals`. On
/// failure: the IR is untouched, and the reason went through
/// `notifyMatchFailure`.
FailureOr<PadFusionResult>
fusePads(RewriterBase &rewriter, ArrayRef<tensor::PadOp> pads,
         const PadFusionOptions &options,
         llvm::function_ref<void(Operation *)> skip = nullptr);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_PADS_FUSEPAD_H
