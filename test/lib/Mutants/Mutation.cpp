//===- Mutation.cpp - Numbers of ops, and values of one type --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Dominance.h"

using namespace mlir;
using namespace mlir::heddle::mutants;

NumberedModule::NumberedModule(ModuleOp module) {
  auto add = [&](Value value) {
    numbers[value] = values.size();
    values.push_back(value);
  };
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    ops.push_back(op);
    for (Value result : op->getResults())
      add(result);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          add(argument);
  });
}

SmallVector<unsigned> NumberedModule::findOthers(Value value, Operation *user,
                                                 unsigned most) const {
  SmallVector<unsigned> others;
  DominanceInfo dominance;
  auto function = user->getParentWithTrait<OpTrait::IsIsolatedFromAbove>();
  for (unsigned i = values.size(); i-- > 0 && others.size() < most;) {
    Value other = values[i];
    if (other == value || other.getType() != value.getType())
      continue;
    Operation *owner = other.getParentBlock()->getParentOp();
    bool isInFunction =
        function && (owner == function || function->isAncestor(owner));
    if (isInFunction && dominance.properlyDominates(other, user))
      others.push_back(i);
  }
  return others;
}

ArrayRef<StringRef> mlir::heddle::mutants::getKinds() {
  static constexpr StringRef kinds[] = {
      "bound", "step",  "last trip", "offset",  "size",
      "min",   "mask",  "constant",  "neutral", "operand",
      "init",  "start", "fill",      "forall",  "dealloc"};
  return kinds;
}

void mlir::heddle::mutants::findMutations(const NumberedModule &module,
                                          unsigned number, MutationList &list) {
  Operation *op = module.getOp(number);
  findLoopMutations(op, number, list);
  findIndexMutations(op, number, list);
  findNumberMutations(op, number, list);
  findValueMutations(module, number, list);
}

Value mlir::heddle::mutants::shifted(RewriterBase &rewriter, Operation *op,
                                     Value value, int64_t delta) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Value by = arith::ConstantOp::create(
      rewriter, op->getLoc(), rewriter.getIntegerAttr(value.getType(), delta));
  return arith::AddIOp::create(rewriter, op->getLoc(), value, by);
}
