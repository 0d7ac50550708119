//===- OutParams.h - Results that become arguments --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds results of a function on buffers that cannot become arguments at its
// end. Upstream makes the others arguments.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_BUFFERS_OUTPARAMS_H
#define HEDDLE_LIB_TRANSFORMS_BUFFERS_OUTPARAMS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::heddle {

/// Fails, with an error on `function`, for a result that upstream makes no
/// argument for: one whose caller would have to allocate what it does not know
/// the size of, or a part of a buffer. `positions` are the numbers of the
/// results before some were dropped.
LogicalResult checkOutParams(func::FuncOp function,
                             ArrayRef<int64_t> positions);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_BUFFERS_OUTPARAMS_H
