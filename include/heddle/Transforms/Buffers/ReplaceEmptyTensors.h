//===- ReplaceEmptyTensors.h - Empty tensors by destinations ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's elimination of empty tensors, without the cases in which its
// result is bufferized wrongly.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_REPLACEEMPTYTENSORS_H
#define HEDDLE_TRANSFORMS_BUFFERS_REPLACEEMPTYTENSORS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// If an empty tensor in `module` is computed on and then inserted into another
/// tensor, replaces it by the slice of that tensor, so that no copy is needed:
///
/// ```mlir
/// %e = tensor.empty() : tensor<4xf32>
/// %0 = linalg.exp ins(%a) outs(%e)
/// %1 = tensor.insert_slice %0 into %t[%i] [4] [1]
/// ```
/// ```mlir
/// %s = tensor.extract_slice %t[%i] [4] [1]
/// %0 = linalg.exp ins(%a) outs(%s)
/// %1 = tensor.insert_slice %0 into %t[%i] [4] [1]
/// ```
///
/// On failure (the analysis of `module` failed, with an error): the IR is
/// untouched.
LogicalResult replaceEmptyTensors(RewriterBase &rewriter, ModuleOp module);

/// An op in `root` on an empty tensor that upstream's elimination of empty
/// tensors may let write into the memory of a
/// `bufferization.materialize_in_destination`, though other ops read or write
/// that memory before the value is there, or need the value after a later
/// write. Null if there is none.
Operation *findEarlyWrite(Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_REPLACEEMPTYTENSORS_H
