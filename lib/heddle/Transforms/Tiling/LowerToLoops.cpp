//===- LowerToLoops.cpp - An op on memrefs to scalar loops ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ops themselves create the scalar code that computes them.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Tiling/LowerToLoops.h"

#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::heddle;
using linalg_ext::LinalgExtOp;

std::optional<Reason> heddle::checkLowerToLoops(Operation *op) {
  std::string name = "'" + op->getName().getStringRef().str() + "'";
  if (!isa<linalg::LinalgOp, LinalgExtOp>(op))
    return Reason(op, name + " is no structured op");
  for (Value value : op->getOperands())
    if (isa<TensorType>(value.getType()))
      return Reason(op, name + " is on tensors: bufferize first");
  return std::nullopt;
}

int64_t heddle::countScalarLoops(Operation *op) {
  if (auto structured = dyn_cast<LinalgExtOp>(op))
    return structured.countLoops();
  return cast<linalg::LinalgOp>(op).getNumLoops();
}

FailureOr<SmallVector<Operation *>> heddle::lowerToLoops(RewriterBase &rewriter,
                                                         Operation *op) {
  if (std::optional<Reason> reason = checkLowerToLoops(op))
    return notifyMatchFailure(rewriter, *reason);
  auto structured = dyn_cast<LinalgExtOp>(op);
  FailureOr<SmallVector<Operation *>> loops =
      structured ? structured.createLoops(rewriter)
                 : linalg_ext::shared::createLoops(rewriter, op);
  if (failed(loops))
    return rewriter.notifyMatchFailure(op, "the op has no scalar form");
  rewriter.eraseOp(op);
  return loops;
}
