//===- ReuseInputs.h - Elementwise ops write over inputs --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses destinations for elementwise ops on tensors. One-shot bufferization
// decides in the end whether two values share a buffer.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_REUSEINPUTS_H
#define HEDDLE_TRANSFORMS_BUFFERS_REUSEINPUTS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Lets each elementwise op under `root` that writes into a `tensor.empty`
/// write over an input instead. The conditions are that nothing reads that
/// input afterwards, and that a buffer is allocated for it anyway:
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
/// Arguments and values that a loop carries are not overwritten.
/// Returns the number of destinations that were replaced.
unsigned reuseInputs(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_REUSEINPUTS_H
