//===- Views.h - What only views a buffer -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which operand of an op is viewed by its result, and which uses of a buffer
// neither read nor write it. No other file asks ViewLikeOpInterface.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_DATAFLOW_VIEWS_H
#define HEDDLE_ANALYSIS_DATAFLOW_VIEWS_H

#include "mlir/IR/Value.h"

namespace mlir::heddle {

/// The operand of which a result of `op` is a view, or null.
OpOperand *getViewedOperand(Operation *op);

/// The buffer of which `value` is a view through one op; null if it is none.
/// Offsets and sizes that such an op also returns are no views.
Value getViewSource(Value value);

/// The buffer that `memref` is a view of, through all views.
Value getBaseBuffer(Value memref);

/// True if the owner of `use` only makes a view of the buffer. The shape of
/// `memref.reshape` is a buffer that is read, not viewed.
bool isOnlyViewed(OpOperand &use);

/// True if `op` makes a view, and reads another buffer for it. Upstream says
/// that such an op is pure, but it must not move over a write of that buffer.
bool readsBufferForView(Operation *op);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_DATAFLOW_VIEWS_H
