//===- LoopMutations.cpp - Bounds, steps and kinds of loops ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::heddle::mutants;

static std::string withSign(int64_t delta) {
  return (delta > 0 ? " + " : " - ") + std::to_string(std::abs(delta));
}

static void findOfFor(unsigned number, MutationList &list) {
  auto bound = [&](StringRef name, unsigned operand, int64_t delta) {
    list.push_back(
        {"bound", number, (name + withSign(delta)).str(),
         [=](RewriterBase &rewriter, Operation *op, const NumberedModule &) {
           op->setOperand(
               operand, shifted(rewriter, op, op->getOperand(operand), delta));
           return true;
         }});
  };
  bound("lower bound", 0, 1);
  bound("upper bound", 1, -1);
  bound("upper bound", 1, 1);
  for (int64_t delta : {-1, 1})
    list.push_back(
        {"step", number, "step" + withSign(delta),
         [=](RewriterBase &rewriter, Operation *op, const NumberedModule &) {
           auto step = getConstantIntValue(op->getOperand(2));
           if (!step || *step + delta < 1)
             return false;
           op->setOperand(2, shifted(rewriter, op, op->getOperand(2), delta));
           return true;
         }});
  list.push_back(
      {"last trip", number, "one trip less",
       [](RewriterBase &rewriter, Operation *op, const NumberedModule &) {
         Value less = arith::SubIOp::create(
             rewriter, op->getLoc(), op->getOperand(1), op->getOperand(2));
         op->setOperand(1, less);
         return true;
       }});
  list.push_back(
      {"forall", number, "iterations in any order",
       [](RewriterBase &rewriter, Operation *op, const NumberedModule &) {
         auto loop = cast<scf::ForOp>(op);
         if (loop.getNumResults() != 0 || !loop.getStep().getType().isIndex())
           return false;
         auto forall = scf::ForallOp::create(
             rewriter, loop.getLoc(), OpFoldResult(loop.getLowerBound()),
             OpFoldResult(loop.getUpperBound()), OpFoldResult(loop.getStep()),
             ValueRange(), std::nullopt);
         IRMapping mapping;
         mapping.map(loop.getInductionVar(), forall.getInductionVar(0));
         rewriter.setInsertionPointToStart(forall.getBody());
         for (Operation &inner : loop.getBody()->without_terminator())
           rewriter.clone(inner, mapping);
         rewriter.eraseOp(loop);
         return true;
       }});
}

static void findOfForall(scf::ForallOp loop, unsigned number,
                         MutationList &list) {
  auto bound = [&](StringRef kind, unsigned dim, int64_t delta) {
    list.push_back(
        {kind, number,
         "upper bound of dim " + std::to_string(dim) + withSign(delta),
         [=](RewriterBase &, Operation *op, const NumberedModule &) {
           auto loop = cast<scf::ForallOp>(op);
           if (ShapedType::isDynamic(loop.getStaticUpperBound()[dim]))
             return false;
           SmallVector<int64_t> bounds(loop.getStaticUpperBound());
           bounds[dim] += delta;
           loop.setStaticUpperBound(bounds);
           return true;
         }});
    list.push_back(
        {kind, number,
         "upper bound of dim " + std::to_string(dim) + withSign(delta),
         [=](RewriterBase &rewriter, Operation *op, const NumberedModule &) {
           auto loop = cast<scf::ForallOp>(op);
           ArrayRef<int64_t> bounds = loop.getStaticUpperBound();
           if (ShapedType::isStatic(bounds[dim]))
             return false;
           unsigned operand =
               llvm::count_if(bounds.take_front(dim), ShapedType::isDynamic);
           MutableOperandRange range = loop.getDynamicUpperBoundMutable();
           range[operand].set(
               shifted(rewriter, op, range[operand].get(), delta));
           return true;
         }});
  };
  for (unsigned dim = 0; dim < loop.getRank(); ++dim) {
    int64_t step = getConstantIntValue(loop.getMixedStep()[dim]).value_or(1);
    bound("bound", dim, -1);
    bound("bound", dim, 1);
    bound("last trip", dim, -step);
  }
}

static void findOfAffineFor(affine::AffineForOp loop, unsigned number,
                            MutationList &list) {
  auto upper = [&](StringRef kind, int64_t delta) {
    list.push_back({kind, number, "upper bound" + withSign(delta),
                    [=](RewriterBase &, Operation *op, const NumberedModule &) {
                      auto loop = cast<affine::AffineForOp>(op);
                      AffineMap map = loop.getUpperBoundMap();
                      SmallVector<AffineExpr> exprs;
                      for (AffineExpr expr : map.getResults())
                        exprs.push_back(expr + delta);
                      loop.setUpperBoundMap(
                          AffineMap::get(map.getNumDims(), map.getNumSymbols(),
                                         exprs, op->getContext()));
                      return true;
                    }});
  };
  upper("bound", -1);
  upper("bound", 1);
  upper("last trip", -loop.getStepAsInt());
  list.push_back({"step", number, "step + 1",
                  [](RewriterBase &, Operation *op, const NumberedModule &) {
                    auto loop = cast<affine::AffineForOp>(op);
                    loop.setStep(loop.getStepAsInt() + 1);
                    return true;
                  }});
}

void mlir::heddle::mutants::findLoopMutations(Operation *op, unsigned number,
                                              MutationList &list) {
  if (isa<scf::ForOp>(op))
    findOfFor(number, list);
  else if (auto forall = dyn_cast<scf::ForallOp>(op))
    findOfForall(forall, number, list);
  else if (auto loop = dyn_cast<affine::AffineForOp>(op))
    findOfAffineFor(loop, number, list);
}
