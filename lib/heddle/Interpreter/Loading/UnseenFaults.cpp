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

/// Reports an op in the body of a sequence that is not a transform op.
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

/// Upstream verifies the dim numbers of a tensor reshape as 32-bit numbers, and
/// uses them as 64-bit numbers.
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
