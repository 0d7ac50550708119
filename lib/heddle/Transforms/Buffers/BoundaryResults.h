//===- BoundaryResults.h - Results of bufferized functions ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What becomes of the buffers that a function returns: the last step that
// changes signatures. One-shot bufferization has run.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_BUFFERS_BOUNDARYRESULTS_H
#define HEDDLE_LIB_TRANSFORMS_BUFFERS_BOUNDARYRESULTS_H

#include "heddle/Transforms/Buffers/Bufferize.h"

namespace mlir::heddle {

/// Drops the results of the functions of `module` that are their arguments, and
/// makes trailing arguments of the others, as `options.results` asks for.
/// Arguments that hold results are marked with `heddle.results`. Fails, with an
/// error at the function, for a result that cannot become an argument.
LogicalResult convertBoundaryResults(RewriterBase &rewriter, ModuleOp module,
                                     const BufferizeOptions &options);

/// The copy that bufferization emits instead of `memref.copy` if
/// `options.copiesAsLinalg`.
LogicalResult createLinalgCopy(OpBuilder &builder, Location loc, Value from,
                               Value to);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_TRANSFORMS_BUFFERS_BOUNDARYRESULTS_H
