//===- ValueMutations.cpp - Operands, starts, fills and frees -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"

#include "heddle/Analysis/Destinations/Destinations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::heddle::mutants;

/// True if `value` is a tensor that ops write into, and none reads.
static bool isOnlyWritten(Value value) {
  return isa<RankedTensorType>(value.getType()) &&
         llvm::all_of(value.getUses(), [](OpOperand &use) {
           if (auto slice = dyn_cast<tensor::ExtractSliceOp>(use.getOwner()))
             return isOnlyWritten(slice.getResult());
           auto linalgOp = dyn_cast<linalg::LinalgOp>(use.getOwner());
           return linalgOp && linalgOp.isDpsInit(&use) &&
                  !heddle::bodyReads(linalgOp, use);
         });
}

/// Operand `operand` becomes another value of its type.
static void exchange(const NumberedModule &module, StringRef kind,
                     unsigned number, unsigned operand, unsigned most,
                     MutationList &list) {
  Operation *op = module.getOp(number);
  for (unsigned other : module.findOthers(op->getOperand(operand), op, most))
    list.push_back(
        {kind, number,
         "operand " + std::to_string(operand) + " by value " +
             std::to_string(other),
         [=](RewriterBase &, Operation *op, const NumberedModule &clone) {
           op->setOperand(operand, clone.getValue(other));
           return true;
         }});
}

static void findSwaps(Operation *op, unsigned number, MutationList &list) {
  if (op->hasTrait<OpTrait::IsCommutative>())
    return;
  for (unsigned i = 0; i + 1 < op->getNumOperands() && i < 4; ++i) {
    Value a = op->getOperand(i), b = op->getOperand(i + 1);
    bool areFactors = isa<math::FmaOp, vector::FMAOp>(op) && i == 0;
    if (a == b || a.getType() != b.getType() || areFactors)
      continue;
    list.push_back({"operand", number,
                    "operands " + std::to_string(i) + " and " +
                        std::to_string(i + 1) + " exchanged",
                    [=](RewriterBase &, Operation *op, const NumberedModule &) {
                      Value first = op->getOperand(i);
                      op->setOperand(i, op->getOperand(i + 1));
                      op->setOperand(i + 1, first);
                      return true;
                    }});
  }
}

/// A carried value that starts anew in each iteration.
static void findRestarts(LoopLikeOpInterface loop, unsigned number,
                         MutationList &list) {
  for (unsigned i = 0; i < loop.getRegionIterArgs().size(); ++i)
    list.push_back({"fill", number,
                    "carried value " + std::to_string(i) +
                        " starts anew in each iteration",
                    [=](RewriterBase &, Operation *op, const NumberedModule &) {
                      auto loop = cast<LoopLikeOpInterface>(op);
                      BlockArgument carried = loop.getRegionIterArgs()[i];
                      if (carried.use_empty())
                        return false;
                      carried.replaceAllUsesWith(loop.getInits()[i]);
                      return true;
                    }});
}

/// A fill moved before the loop that holds it, or into the loop after it.
static void findMovedFills(unsigned number, MutationList &list) {
  list.push_back(
      {"fill", number, "out of its loop",
       [](RewriterBase &rewriter, Operation *op, const NumberedModule &) {
         auto loop = op->getParentOfType<LoopLikeOpInterface>();
         if (!loop || llvm::any_of(op->getOperands(), [&](Value value) {
               return !loop.isDefinedOutsideOfLoop(value);
             }))
           return false;
         rewriter.moveOpBefore(op, loop);
         return true;
       }});
  list.push_back(
      {"fill", number, "into the loop after it",
       [](RewriterBase &rewriter, Operation *op, const NumberedModule &) {
         Operation *next = op->getNextNode();
         while (next && !isa<LoopLikeOpInterface>(next))
           next = next->getNextNode();
         if (!next || op->getNumResults() != 0)
           return false;
         Block *body =
             &cast<LoopLikeOpInterface>(next).getLoopRegions().front()->front();
         rewriter.moveOpBefore(op, body, body->begin());
         return true;
       }});
}

/// A deallocation before the last op that uses the buffer.
static void findEarlyFree(unsigned number, MutationList &list) {
  list.push_back(
      {"dealloc", number, "before the last use",
       [](RewriterBase &rewriter, Operation *op, const NumberedModule &) {
         Value buffer = op->getOperand(0);
         Operation *last = nullptr;
         for (Operation *user : buffer.getUsers())
           if (Operation *ancestor =
                   op->getBlock()->findAncestorOpInBlock(*user);
               ancestor && ancestor != op && ancestor->isBeforeInBlock(op) &&
               (!last || last->isBeforeInBlock(ancestor)))
             last = ancestor;
         if (!last)
           return false;
         rewriter.moveOpBefore(op, last);
         return true;
       }});
}

void mlir::heddle::mutants::findValueMutations(const NumberedModule &module,
                                               unsigned number,
                                               MutationList &list) {
  Operation *op = module.getOp(number);
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
    for (OpOperand &init : loop.getInitsMutable())
      exchange(module, "start", number, init.getOperandNumber(), 2, list);
    findRestarts(loop, number, list);
    return;
  }
  if (isa<memref::DeallocOp>(op))
    return findEarlyFree(number, list);
  bool isFill = isa<linalg::FillOp>(op) ||
                (isa<memref::StoreOp>(op) &&
                 op->getOperand(0).getDefiningOp<arith::ConstantOp>());
  if (isFill)
    findMovedFills(number, list);
  if (auto destination = dyn_cast<DestinationStyleOpInterface>(op)) {
    // The contents of a tensor do not matter to an op that does not read them.
    for (OpOperand &init : destination.getDpsInitsMutable())
      if (!isa<RankedTensorType>(init.get().getType()) || readsElements(init))
        exchange(module, "init", number, init.getOperandNumber(), 1, list);
    for (OpOperand *input : destination.getDpsInputOperands())
      exchange(module, "operand", number, input->getOperandNumber(), 1, list);
  } else if (!isa<tensor::ExtractSliceOp>(op) ||
             !isOnlyWritten(op->getResult(0))) {
    for (unsigned i = 0; i < op->getNumOperands() && i < 3; ++i)
      exchange(module, "operand", number, i, 1, list);
  }
  findSwaps(op, number, list);
}
