//===- BoundaryResults.h - Results of bufferized functions ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handles the buffers that a function returns. This is the last step that
// changes signatures; it runs after one-shot bufferization.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_BUFFERS_BOUNDARYRESULTS_H
#define HEDDLE_LIB_TRANSFORMS_BUFFERS_BOUNDARYRESULTS_H

#include "heddle/Transforms/Buffers/Bufferize.h"

namespace mlir::heddle {

/// As `options.results` requests, drops the results of the functions of
/// `module` that are their arguments, and turns the others into trailing
/// arguments. Arguments that hold results are marked with `heddle.results`.
/// Fails, with an error at the function, for a result that cannot become an
/// argument.
LogicalResult convertBoundaryResults(RewriterBase &rewriter, ModuleOp module,
                                     const BufferizeOptions &options);

/// The copy that bufferization emits instead of `memref.copy` if
/// `options.copies`.
LogicalResult createLinalgCopy(OpBuilder &builder, Location loc, Value from,
                               Value to);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_BUFFERS_BOUNDARYRESULTS_H
