//===- WindowOps.h - Convolutions and pools in any form ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognizes a convolution or a pooling that a frontend writes as a generic,
// and names the linalg op that computes the same.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_KERNELS_WINDOWOPS_H
#define HEDDLE_ANALYSIS_KERNELS_WINDOWOPS_H

#include "mlir/Support/LLVM.h"

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::heddle {

/// The names of the convolutions and pools over two dimensions that
/// `isWindowOp` knows.
ArrayRef<StringRef> getWindowOpNames();

/// True if `op` is the op called `name`, or a generic on tensors with the same
/// loops in the same order, the same layouts and the same body, and with any
/// strides and dilations. `name` is one of `getWindowOpNames`.
bool isWindowOp(Operation *op, StringRef name);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_KERNELS_WINDOWOPS_H
