//===- ReuseInputs.h - Elementwise ops write over inputs --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Destinations of elementwise ops on tensors. Whether two values share a buffer
// in the end is decided by one-shot bufferization.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_REUSEINPUTS_H
#define HEDDLE_TRANSFORMS_BUFFERS_REUSEINPUTS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Lets each elementwise op under `root` that writes into a `tensor.empty`
/// write over an input instead, if nobody reads that input afterwards and if a
/// buffer is allocated for it in any case:
///
/// ```mlir
/// %1 = linalg.matmul ins(%a, %b) outs(%zeros)
/// %2 = linalg.exp ins(%1) outs(%empty)
/// ```
/// ```mlir
/// %1 = linalg.matmul ins(%a, %b) outs(%zeros)
/// %2 = linalg.exp ins(%1) outs(%1)
/// ```
///
/// Arguments are not written over, and neither is what a loop carries.
/// Returns the number of destinations that were replaced.
unsigned reuseInputs(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_REUSEINPUTS_H
