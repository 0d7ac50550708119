//===- FastMathOp.cpp - Transform op for fast-math flags ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options, application and messages of transform.heddle.fast_math.
// Transforms/Vectors/FastMath.h adds the flags.
//
//===----------------------------------------------------------------------===//

#include "Operands/HandleReading.h"
#include "Operands/ParamReading.h"
#include "heddle/TransformOps/Operands/KnownOptions.h"
#include "heddle/TransformOps/Reports/FailureReasons.h"
#include "heddle/TransformOps/Vectors/VectorOps.h"
#include "heddle/Transforms/Vectors/FastMath.h"

using namespace mlir;
using namespace mlir::heddle;

LogicalResult FastMathOp::verify() {
  arith::FastMathFlags flags = getFastmath();
  if (flags == arith::FastMathFlags::none ||
      (flags & ~kKnownFastMath) != arith::FastMathFlags::none)
    return emitOpError("expects flags out of nnan, nsz, arcp, contract and "
                       "reassoc, but got ")
           << arith::stringifyFastMathFlags(flags);
  return success();
}

DiagnosedSilenceableFailure FastMathOp::applyToTargets(
    transform::TransformRewriter &rewriter, ArrayRef<Operation *> targets,
    transform::TransformResults &, transform::TransformState &state) {
  if (targets.empty())
    return DiagnosedSilenceableFailure::success();
  std::optional<int64_t> allowed;
  DiagnosedSilenceableFailure status =
      readParam(*this, state, "if", getAllowed(), /*least=*/0,
                /*largest=*/1, allowed);
  if (!status.succeeded() || allowed == 0)
    return status;
  FailureReasons reasons(rewriter);
  SmallVector<Reason> left;
  if (failed(addFastMath(rewriter, targets, getFastmath(), left))) {
    status = emitSilenceableError()
             << "adds no flag: " << reasons.getFirst("no reason was given");
    for (const Reason &reason : left)
      attachReason(status, reason);
    return status;
  }
  for (const Reason &reason : left)
    emitRemark(reason.text).attachNote(reason.loc) << "the op";
  return status;
}
