//===- BufferReads.h - Tensors that a write changes -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op that moves past a write computes something else if it reads the memory
// that is written. An op on tensors reads memory if its operands come from it.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_DATAFLOW_BUFFERREADS_H
#define HEDDLE_ANALYSIS_DATAFLOW_BUFFERREADS_H

#include "mlir/IR/Operation.h"

namespace mlir::heddle {

/// True if `op` reads a tensor that comes from a buffer. A write into the
/// buffer changes such a tensor.
bool readsTensorsOfBuffers(Operation *op);

/// The first op that may write between `op` and `reader`, or null. `ancestor`
/// is `reader`, or holds it, and is in the block of `op`, after `op`.
Operation *findWrite(Operation *op, Operation *reader, Operation *ancestor);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_DATAFLOW_BUFFERREADS_H
