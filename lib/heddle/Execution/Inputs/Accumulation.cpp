//===- Accumulation.cpp - Results that no sum leads to --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Inputs/Accumulation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

/// Whether each element of the results depends on the operands in one way
/// alone: there is no other order.
static bool isPlain(Operation *op) {
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return structured.hasPureTensorSemantics() &&
           structured.getNumReductionLoops() == 0;
  return op->getNumRegions() == 0 &&
         isa<arith::ArithDialect, math::MathDialect, tensor::TensorDialect>(
             op->getDialect());
}

llvm::SmallBitVector heddle::findPlainResults(func::FuncOp func) {
  llvm::SmallBitVector plain(func.getNumResults());
  if (func.isExternal() || !func.getBody().hasOneBlock() ||
      llvm::any_of(func.getArgumentTypes(), llvm::IsaPred<BaseMemRefType>))
    return plain;
  for (OpOperand &result : func.front().getTerminator()->getOpOperands()) {
    llvm::SetVector<Operation *> sources;
    auto add = [&](Value value) {
      if (Operation *op = value.getDefiningOp())
        sources.insert(op);
    };
    add(result.get());
    for (size_t i = 0; i < sources.size(); ++i) {
      llvm::for_each(sources[i]->getOperands(), add);
      // What a body uses of the values around it.
      sources[i]->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (operand.getParentBlock() == &func.front())
            add(operand);
      });
    }
    plain[result.getOperandNumber()] = llvm::all_of(sources, isPlain);
  }
  return plain;
}
