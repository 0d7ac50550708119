//===- SeparateResults.h - No value leaves a block twice --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes two buffers, before bufferization, of what a loop, a branch or a
// function gives back twice.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_SEPARATERESULTS_H
#define HEDDLE_TRANSFORMS_BUFFERS_SEPARATERESULTS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

struct SeparateResultsOptions {
  /// A function that nobody in the module calls may return one argument
  /// several times: its caller is told so.
  bool keepRepeatedArguments = false;
};

/// Copies operands of terminators in `module` so that no two operands of one
/// may have the same buffer, unless what they become is only read.
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

/// Copies what every insertion at the end of an `scf.forall` but the first one
/// inserts: for bufferization that analyses nothing. Returns the number of
/// copies.
unsigned separateInsertions(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_SEPARATERESULTS_H
