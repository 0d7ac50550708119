//===- Bufferize.h - From tensors to buffers in one step --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's one-shot bufferization, with the steps before and after it that
// avoid needless buffers and copies. Analysis/Memory/MemoryReport.h counts the
// buffers and copies that remain.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_BUFFERIZE_H
#define HEDDLE_TRANSFORMS_BUFFERS_BUFFERIZE_H

#include "heddle/Transforms/Buffers/BufferChoices.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// The attribute of an argument of a bufferized function that tells which of
/// the function's results (positions before bufferization) the callee leaves
/// in that argument: `{heddle.results = array<i64: 0>}`.
inline constexpr StringLiteral kResultsAttrName = "heddle.results";

struct BufferizeOptions {
  BoundaryLayout layout = BoundaryLayout::Identity;
  BoundaryResults results = BoundaryResults::DropArguments;
  /// Of new buffers, in bytes.
  int64_t alignment = 64;
  CopyForm copies = CopyForm::Linalg;
  /// Take tile buffers out of sequential loops.
  bool hoistBuffers = true;
  /// Free the allocated buffers. Otherwise the caller frees them, or they are
  /// not freed.
  bool deallocate = true;
  /// Leave ops that have no bufferization on tensors, between `to_tensor` of
  /// copies of what they read and `to_buffer` of what they compute. Requires
  /// that `deallocate` is false.
  bool allowUnknownOps = false;
  /// Accept functions that call themselves with tensors, directly or through
  /// others.
  bool allowRecursiveCalls = false;
};

/// Bufferizes `targets`. Each is a module, all of whose functions are
/// bufferized, or a function that neither calls others nor is called.
///
/// ```mlir
/// func.func @f(%a: tensor<8xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
///   %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%c : tensor<8xf32>) ->
///   tensor<8xf32> return %0 : tensor<8xf32>
/// }
/// ```
/// ```mlir
/// func.func @f(%a: memref<8xf32>, %c: memref<8xf32> {heddle.results =
/// array<i64: 0>}) {
///   linalg.exp ins(%a : memref<8xf32>) outs(%c : memref<8xf32>)
///   return
/// }
/// ```
///
/// The steps, in this order:
///
/// 1. Ops without a bufferization are decomposed (DecomposeTensorOps.h), slices
///    of `tensor.empty` are folded, and CSE runs.
/// 2. Elementwise ops overwrite inputs that are not read again (ReuseInputs.h).
///    Values that leave a block twice are copied (SeparateResults.h). Each op
///    gets its own fill (UnshareDestinations.h). Empty tensors are replaced by
///    slices (ReplaceEmptyTensors.h).
/// 3. One-shot bufferization runs with function boundaries. Then come CSE,
///    canonicalization (self copies vanish) and loop-invariant code motion.
/// 4. Results are dropped or become arguments, as `options.results` says.
/// 5. Buffers are taken out of loops, buffers are freed, ops of the
///    bufferization dialect are converted, and allocations and deallocations
///    move to the first and the last use (ShortenLifetimes.h).
///
/// On success: each function is the op that it was, with a new body and type;
/// globals for constants were added to its module. Other ops in a module,
/// nested modules among them, are untouched. On failure: the IR is untouched;
/// notifyMatchFailure has the reasons, at the ops that they are about. Two
/// reasons are no fault of the payload: bufferization would copy the
/// destination of an op that KeepInPlace.h has marked, and a function calls
/// itself with tensors although `options` do not allow that.
LogicalResult bufferize(RewriterBase &rewriter, ArrayRef<Operation *> targets,
                        const BufferizeOptions &options);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_BUFFERIZE_H
