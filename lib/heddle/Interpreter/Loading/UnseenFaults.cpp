//===- UnseenFaults.cpp - What upstream's verifiers do not see ------------===//
//-------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnseenFaults.h"

#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::heddle;

/// Reports an op among the steps of a sequence that is not a step.
static LogicalResult checkStep(Operation *op) {
  if (!isa_and_present<transform::NamedSequenceOp, transform::SequenceOp,
                       transform::ForeachOp, transform::AlternativesOp>(
          op->getParentOp()) ||
      isa<transform::TransformOpInterface>(op) || isa<transform::YieldOp>(op))
    return success();
  InFlightDiagnostic diag = emitError(op->getLoc())
                            << "expects a transform op as a step, but got '"
                            << op->getName() << "'";
  if (isa<transform::PatternDescriptorOpInterface>(op))
    diag << "; put it into the braces of 'transform.apply_patterns'";
  else if (isa<transform::ConversionPatternDescriptorOpInterface>(op))
    diag << "; put it into the braces of "
            "'transform.apply_conversion_patterns'";
  return diag;
}

/// The numbers of dims of a reshape of tensors are verified as 32 bits, and
/// used as 64.
static LogicalResult checkReshape(Operation *op) {
  auto groups = op->getAttrOfType<ArrayAttr>("reassociation");
  if (!groups)
    return success();
  for (auto group : groups.getAsRange<ArrayAttr>())
    for (auto dim : group.getAsRange<IntegerAttr>())
      if (!llvm::isUInt<31>(dim.getInt()))
        return emitError(op->getLoc())
               << "expects the numbers of dims in the reassociation, but got "
               << dim.getInt();
  return success();
}

LogicalResult heddle::verifyUnseen(Operation *root) {
  WalkResult result = root->walk([](Operation *op) {
    return WalkResult(
        failure(failed(checkStep(op)) || failed(checkReshape(op))));
  });
  return failure(result.wasInterrupted());
}
