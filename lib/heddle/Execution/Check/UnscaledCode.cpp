//===- UnscaledCode.cpp - A payload without its factors of rows -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a payload in which quotients are their dividends, and exponentials
// and reciprocal roots are 1. A schedule sums up as much that divides a row
// after its sum, or that takes the exponentials of a softmax relative to the
// maximum so far: 1 is the largest of them.
//
//===----------------------------------------------------------------------===//

#include "CheckClasses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::heddle;

template <typename OpTy> static SmallVector<OpTy> collect(ModuleOp module) {
  SmallVector<OpTy> ops;
  module.walk([&](OpTy op) { ops.push_back(op); });
  return ops;
}

/// Fails if `module` has no such factor, or has an op without a generic form.
static LogicalResult dropScales(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  for (auto op : collect<linalg::AggregatedOpInterface>(module)) {
    rewriter.setInsertionPoint(op);
    // Only ops on tensors have values that replace them.
    FailureOr<SmallVector<Value>> values = failure();
    if (op->getNumResults() != 0)
      values = op.decomposeOperation(rewriter);
    if (failed(values))
      return failure();
    rewriter.replaceOp(op, *values);
  }
  for (auto op : collect<linalg::LinalgOp>(module)) {
    rewriter.setInsertionPoint(op);
    if (!isa<linalg::GenericOp>(op.getOperation()) &&
        failed(linalg::generalizeNamedOp(rewriter, op)))
      return failure();
  }
  SmallVector<Operation *> quotients, factors;
  module.walk([&](Operation *op) {
    if (isa<arith::DivFOp>(op))
      quotients.push_back(op);
    else if (isa<math::RsqrtOp, math::ExpOp, math::Exp2Op>(op))
      factors.push_back(op);
  });
  for (Operation *op : quotients)
    rewriter.replaceOp(op, op->getOperand(0));
  for (Operation *op : factors) {
    TypedAttr one = rewriter.getOneAttr(op->getResult(0).getType());
    if (!one)
      return failure();
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, one);
  }
  return success(!quotients.empty() || !factors.empty());
}

const JitFunction *heddle::getUnscaled(Subject &subject) {
  WideCode &wide = subject.wide;
  if (wide.unscaled)
    return wide.unscaled;
  if (wide.triedUnscaled)
    return nullptr;
  wide.triedUnscaled = true;
  JitOptions options = subject.jit;
  options.separateBuffers = true;
  std::string reason;
  wide.unscaledModule = compileAlone(subject.func, options, reason, dropScales);
  if (wide.unscaledModule)
    wide.unscaled = wide.unscaledModule->lookup(subject.report.function);
  return wide.unscaled;
}
