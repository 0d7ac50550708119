//===- SeparateResults.h - No value leaves a block twice --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before bufferization, copies a value that a loop, a branch or a function
// returns twice, so that its results get separate buffers.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_SEPARATERESULTS_H
#define HEDDLE_TRANSFORMS_BUFFERS_SEPARATERESULTS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

struct SeparateResultsOptions {
  /// A function that is not called in the module may return one argument
  /// several times, because its signature tells that to the caller.
  bool keepRepeatedArguments = false;
};

/// Copies operands of terminators in `module` so that no two operands of a
/// terminator may have the same buffer, unless the values that they become are
/// only read.
///
/// ```mlir
/// %f:2 = scf.for ... iter_args(%p = %a, %q = %b) {
///   %v = linalg.add ...
///   scf.yield %v, %v
/// }
/// ```
/// ```mlir
/// %f:2 = scf.for ... iter_args(%p = %a, %q = %b) {
///   %v = linalg.add ...
///   %w = bufferization.alloc_tensor() copy(%v)
///   scf.yield %v, %w
/// }
/// ```
/// A function also returns a copy of a value that may be a constant: its caller
/// may write into the result.
///
/// To be run after everything that merges values (CSE), right before
/// bufferization. Returns the number of copies.
unsigned separateResults(RewriterBase &rewriter, ModuleOp module,
                         const SeparateResultsOptions &options = {});

/// At the end of each `scf.forall`, copies what every insertion except the
/// first one inserts. This is for bufferization without an analysis. Returns
/// the number of copies.
unsigned separateInsertions(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_SEPARATERESULTS_H
