//===- ExpandZeroPoints.h - Products without zero points --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes plain products of integers of those that subtract a zero point from
// each factor.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_VECTORS_EXPANDZEROPOINTS_H
#define HEDDLE_TRANSFORMS_VECTORS_EXPANDZEROPOINTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// True for `linalg.quantized_matmul` and `linalg.quantized_batch_matmul` on
/// tensors of integers, with factors that are not wider than the sums.
bool hasZeroPoints(Operation *op);

/// Replaces `op` by a product that reads the factors as they are:
///
/// ```
///   %r = linalg.quantized_matmul ins(%a, %b, %za, %zb : tensor<MxKxi8>,
///            tensor<KxNxi8>, i32, i32) outs(%c : tensor<MxNxi32>)
/// ```
/// becomes
/// ```
///   %rows = sums of %a along K               // tensor<Mxi32>
///   %columns = sums of %b along K            // tensor<Nxi32>
///   %start = %c - %zb * %rows - %za * %columns + K * %za * %zb
///   %r = linalg.matmul ins(%a, %b) outs(%start)
/// ```
/// Requires: hasZeroPoints. Returns the product.
linalg::LinalgOp expandZeroPoints(RewriterBase &rewriter, linalg::LinalgOp op);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_VECTORS_EXPANDZEROPOINTS_H
