//===- ExpandIndexSwitches.h - Switches as branches -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prepares switches on tensors for bufferization.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_EXPANDINDEXSWITCHES_H
#define HEDDLE_TRANSFORMS_BUFFERS_EXPANDINDEXSWITCHES_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Replaces each `scf.index_switch` under `root` that has a tensor as result by
/// a chain of `scf.if`.
///
/// ```mlir
/// %r = scf.index_switch %i -> tensor<8xf32>
/// case 2 { scf.yield %a : tensor<8xf32> }
/// default { scf.yield %b : tensor<8xf32> }
/// ```
/// ```mlir
/// %is = arith.cmpi eq, %i, %c2 : index
/// %r = scf.if %is -> (tensor<8xf32>) { scf.yield %a : tensor<8xf32> }
///      else { scf.yield %b : tensor<8xf32> }
/// ```
void expandIndexSwitches(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_EXPANDINDEXSWITCHES_H
