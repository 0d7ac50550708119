//===- UndividedCode.cpp - A payload without its divisions ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a payload in which quotients are their dividends and reciprocal
// roots are 1: what a schedule sums up that divides a row after its sum.
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

/// Fails if `module` divides nothing, or divides in an op without such a form.
static LogicalResult dropDivisions(ModuleOp module) {
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
  auto divisions = collect<arith::DivFOp>(module);
  auto roots = collect<math::RsqrtOp>(module);
  for (arith::DivFOp op : divisions)
    rewriter.replaceOp(op, op.getLhs());
  for (math::RsqrtOp op : roots) {
    TypedAttr one = rewriter.getOneAttr(op.getType());
    if (!one)
      return failure();
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, one);
  }
  return success(!divisions.empty() || !roots.empty());
}

const JitFunction *heddle::getUndivided(Subject &subject) {
  WideCode &wide = subject.wide;
  if (wide.undivided)
    return wide.undivided;
  if (wide.triedUndivided)
    return nullptr;
  wide.triedUndivided = true;
  JitOptions options = subject.jit;
  options.separateBuffers = true;
  std::string reason;
  wide.undividedModule =
      compileAlone(subject.func, options, reason, dropDivisions);
  if (wide.undividedModule)
    wide.undivided = wide.undividedModule->lookup(subject.report.function);
  return wide.undivided;
}
