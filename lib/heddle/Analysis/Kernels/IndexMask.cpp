//===- IndexMask.cpp - Rows that are masked by their indices --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Kernels/IndexMask.h"

#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

/// True if `value` is computed from a linalg.index in the same block.
static bool comesFromIndex(Value value) {
  llvm::SetVector<Operation *> open;
  auto add = [&](Value operand) {
    if (Operation *op = operand.getDefiningOp())
      open.insert(op);
  };
  add(value);
  for (size_t next = 0; next < open.size(); ++next) {
    if (isa<linalg::IndexOp>(open[next]))
      return true;
    llvm::for_each(open[next]->getOperands(), add);
  }
  return false;
}

static bool isIndexMask(linalg::LinalgOp op) {
  return llvm::any_of(
      op.getBlock()->getOps<arith::SelectOp>(), [](arith::SelectOp select) {
        bool isMask = matchPattern(select.getTrueValue(), m_NegInfFloat()) ||
                      matchPattern(select.getFalseValue(), m_NegInfFloat());
        return isMask && comesFromIndex(select.getCondition());
      });
}

bool heddle::isMaskedByIndices(Operation *op) {
  llvm::SetVector<Operation *> open;
  auto add = [&](Value value) {
    if (Operation *producer = value.getDefiningOp())
      open.insert(producer);
  };
  open.insert(op);
  for (size_t next = 0; next < open.size(); ++next) {
    Operation *found = open[next];
    if (isa<linalg::SoftmaxOp, linalg_ext::SoftmaxOp,
            linalg_ext::UnnormSoftmaxOp, tensor::CastOp, tensor::ExpandShapeOp,
            tensor::CollapseShapeOp>(found)) {
      add(found->getOperand(0));
      continue;
    }
    auto rows = dyn_cast<linalg::LinalgOp>(found);
    if (!rows || !rows.getBlock() || rows.getNumReductionLoops() > 1)
      continue;
    if (rows.getNumReductionLoops() == 0 && isIndexMask(rows))
      return true;
    // A product ends the rows.
    if (rows.getNumReductionLoops() == 1 && rows.getNumDpsInputs() > 1)
      continue;
    llvm::for_each(rows.getDpsInputs(), add);
  }
  return false;
}
