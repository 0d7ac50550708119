//===- SoftmaxFormulas.h - What softmax is made of --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formulas that the loops and the decomposition of softmax share.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_IR_LINALGEXT_SOFTMAXFORMULAS_H
#define HEDDLE_LIB_IR_LINALGEXT_SOFTMAXFORMULAS_H

#include "heddle/IR/LinalgExt/LinalgExt.h"

namespace mlir::linalg_ext {

/// exp(value - max), and 0 if `value` is -inf, even if the maximum is -inf,
/// too.
Value createWeight(OpBuilder &builder, Location loc, Value value, Value max);

/// True for the types of elements that softmax takes.
bool isSoftmaxElement(Type type);

/// Softmax of a tensor along `dim` from the maximum -inf and the sum 0.
SoftmaxOp createFreshSoftmax(OpBuilder &builder, Location loc, Value input,
                             Value output, int64_t dim);

/// Builds the op on tensors as linalg.generic ops and returns the values of its
/// results. Fails, with the IR untouched, on memrefs.
FailureOr<SmallVector<Value>> decomposeSoftmax(OpBuilder &builder,
                                               SoftmaxOp op);
FailureOr<SmallVector<Value>> decomposeSoftmax(OpBuilder &builder,
                                               UnnormSoftmaxOp op);

} // namespace mlir::linalg_ext

#endif // HEDDLE_LIB_IR_LINALGEXT_SOFTMAXFORMULAS_H
