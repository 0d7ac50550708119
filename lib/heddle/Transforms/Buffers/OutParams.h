//===- OutParams.h - Results that become arguments --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds results of a function on buffers that cannot become trailing arguments.
// Upstream turns the others into arguments.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_BUFFERS_OUTPARAMS_H
#define HEDDLE_LIB_TRANSFORMS_BUFFERS_OUTPARAMS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::heddle {

/// Fails, with an error on `function`, for a result that upstream cannot turn
/// into an argument: one whose size the caller does not know and so cannot
/// allocate, or a part of a buffer. `positions` are the numbers of the results
/// before some were dropped.
LogicalResult checkOutParams(func::FuncOp function,
                             ArrayRef<int64_t> positions);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_BUFFERS_OUTPARAMS_H
