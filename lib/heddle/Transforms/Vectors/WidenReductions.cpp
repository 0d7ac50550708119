//===- WidenReductions.cpp - Reduced values over all loops ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// select(i >= 0, v, v) is v, and a vector over all loops, since the index i of
// the first loop is one. Nothing folds it before it is a vector.
//
//===----------------------------------------------------------------------===//

#include "VectorSteps.h"

#include "heddle/Analysis/Mistakes/Mistake.h"
#include "heddle/Analysis/Vectors/NarrowValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::heddle;

void heddle::widenReductions(RewriterBase &rewriter, linalg::GenericOp op) {
  if (isMistake("reduced_once"))
    return;
  for (OpOperand *operand : findNarrowReductions(op)) {
    Location loc = operand->getOwner()->getLoc();
    rewriter.setInsertionPoint(operand->getOwner());
    Value index = linalg::IndexOp::create(rewriter, loc, 0);
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value always = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::sge, index, zero);
    Value value = operand->get();
    Value wide = arith::SelectOp::create(rewriter, loc, always, value, value);
    rewriter.modifyOpInPlace(operand->getOwner(), [&] { operand->set(wide); });
  }
}
