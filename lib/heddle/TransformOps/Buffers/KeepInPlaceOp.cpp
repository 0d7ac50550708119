//===- KeepInPlaceOp.cpp - Transform op that insists on one buffer --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Application of transform.heddle.keep_in_place.
// Transforms/Buffers/KeepInPlace.h sets the marks, and the next bufferization
// checks them.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/Buffers/BufferizationOps.h"
#include "heddle/TransformOps/Operands/KnownOptions.h"
#include "heddle/TransformOps/Reports/FailureReasons.h"
#include "heddle/Transforms/Buffers/KeepInPlace.h"

using namespace mlir;
using namespace mlir::heddle;

DiagnosedSilenceableFailure KeepInPlaceOp::applyToTargets(
    transform::TransformRewriter &rewriter, ArrayRef<Operation *> targets,
    transform::TransformResults &, transform::TransformState &) {
  FailureReasons reasons(rewriter);
  ArrayRef<int64_t> results = getResultNumbers().value_or(ArrayRef<int64_t>());
  if (succeeded(keepInPlace(rewriter, targets, results, getLoc())))
    return DiagnosedSilenceableFailure::success();
  DiagnosedSilenceableFailure status =
      emitSilenceableError() << "nothing to keep in place: "
                             << reasons.getFirst("no reason was given");
  reasons.attachTo(status);
  return status;
}
