//===- CopyRepeatedDestinations.h - Inserts of each trip --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before bufferization, protects a value from which every iteration starts.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_COPYREPEATEDDESTINATIONS_H
#define HEDDLE_TRANSFORMS_BUFFERS_COPYREPEATEDDESTINATIONS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Copies the destination of each `tensor.insert_slice` under `root` that
/// is outside of the innermost loop around it: each iteration inserts into
/// the same contents. The slice that is inserted again is taken from the copy.
///
/// ```mlir
/// scf.for ... {
///   %s = tensor.extract_slice %t[%i] [4] [1]
///   %f = linalg.fill ins(%x) outs(%s)
///   %w = tensor.insert_slice %f into %t[%i] [4] [1]
/// ```
/// ```mlir
/// scf.for ... {
///   %c = bufferization.alloc_tensor() copy(%t)
///   %s = tensor.extract_slice %c[%i] [4] [1]
///   %f = linalg.fill ins(%x) outs(%s)
///   %w = tensor.insert_slice %f into %c[%i] [4] [1]
/// ```
/// To be run after unshareDestinations, which repeats a fill instead of copying
/// it.
void copyRepeatedDestinations(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_COPYREPEATEDDESTINATIONS_H
