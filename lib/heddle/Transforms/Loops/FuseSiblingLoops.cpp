//===- FuseSiblingLoops.cpp - Make one loop of two ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the fused loop. For and forall loops are written by upstream's
// utilities, which prove nothing; parallel and affine loops are merged here.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Loops/FuseSiblingLoops.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

/// Moves the body of `loop` to the end of `block`, whose arguments are the
/// induction variables; returns its terminator.
static scf::ReduceOp takeBody(RewriterBase &rewriter, scf::ParallelOp loop,
                              Block *block) {
  auto reduce = cast<scf::ReduceOp>(loop.getBody()->getTerminator());
  rewriter.inlineBlockBefore(loop.getBody(), block, block->end(),
                             block->getArguments());
  return reduce;
}

static scf::ParallelOp mergeParallelLoops(RewriterBase &rewriter,
                                          scf::ParallelOp first,
                                          scf::ParallelOp second) {
  SmallVector<Value> inits(first.getInitVals());
  llvm::append_range(inits, second.getInitVals());
  rewriter.setInsertionPoint(second);
  auto fused =
      scf::ParallelOp::create(rewriter, second.getLoc(), second.getLowerBound(),
                              second.getUpperBound(), second.getStep(), inits);
  Block *body = fused.getBody();
  if (!body->empty())
    rewriter.eraseOp(body->getTerminator());

  scf::ReduceOp reduces[] = {takeBody(rewriter, first, body),
                             takeBody(rewriter, second, body)};
  SmallVector<Value> operands;
  for (scf::ReduceOp reduce : reduces)
    llvm::append_range(operands, reduce.getOperands());
  rewriter.setInsertionPointToEnd(body);
  auto merged = scf::ReduceOp::create(rewriter, second.getLoc(), operands);
  auto target = merged.getReductions().begin();
  for (scf::ReduceOp reduce : reduces) {
    for (Region &reduction : reduce.getReductions()) {
      Block &combiner = (target++)->front();
      rewriter.inlineBlockBefore(&reduction.front(), &combiner, combiner.end(),
                                 combiner.getArguments());
    }
    rewriter.eraseOp(reduce);
  }
  unsigned numFirst = first.getNumResults();
  rewriter.replaceOp(first, fused.getResults().take_front(numFirst));
  rewriter.replaceOp(second, fused.getResults().drop_front(numFirst));
  return fused;
}

static affine::AffineForOp mergeAffineLoops(RewriterBase &rewriter,
                                            affine::AffineForOp first,
                                            affine::AffineForOp second) {
  SmallVector<Value> inits(first.getInits());
  llvm::append_range(inits, second.getInits());
  rewriter.setInsertionPoint(second);
  auto fused = affine::AffineForOp::create(
      rewriter, second.getLoc(), second.getLowerBoundOperands(),
      second.getLowerBoundMap(), second.getUpperBoundOperands(),
      second.getUpperBoundMap(), second.getStepAsInt(), inits);
  Block *body = fused.getBody();
  if (!body->empty())
    rewriter.eraseOp(&body->back());
  SmallVector<Value> yielded;
  auto carried = fused.getRegionIterArgs().begin();
  for (affine::AffineForOp loop : {first, second}) {
    SmallVector<Value> arguments{fused.getInductionVar()};
    for (unsigned i = 0, e = loop.getNumRegionIterArgs(); i < e; ++i)
      arguments.push_back(*carried++);
    Operation *yield = loop.getBody()->getTerminator();
    rewriter.inlineBlockBefore(loop.getBody(), body, body->end(), arguments);
    llvm::append_range(yielded, yield->getOperands());
    rewriter.eraseOp(yield);
  }
  rewriter.setInsertionPointToEnd(body);
  affine::AffineYieldOp::create(rewriter, second.getLoc(), yielded);
  unsigned numFirst = first.getNumResults();
  rewriter.replaceOp(first, fused.getResults().take_front(numFirst));
  rewriter.replaceOp(second, fused.getResults().drop_front(numFirst));
  return fused;
}

static Operation *mergeLoops(RewriterBase &rewriter, Operation *first,
                             Operation *second) {
  if (auto loop = dyn_cast<scf::ForOp>(second))
    return fuseIndependentSiblingForLoops(cast<scf::ForOp>(first), loop,
                                          rewriter);
  if (auto loop = dyn_cast<scf::ForallOp>(second))
    return fuseIndependentSiblingForallLoops(cast<scf::ForallOp>(first), loop,
                                             rewriter);
  if (auto loop = dyn_cast<affine::AffineForOp>(second))
    return mergeAffineLoops(rewriter, cast<affine::AffineForOp>(first), loop);
  return mergeParallelLoops(rewriter, cast<scf::ParallelOp>(first),
                            cast<scf::ParallelOp>(second));
}

Operation *heddle::emitSiblingFusion(RewriterBase &rewriter,
                                     const SiblingFusion &plan) {
  OpBuilder::InsertionGuard guard(rewriter);
  Operation *end = plan.second;
  for (Operation *op : plan.after) {
    rewriter.moveOpAfter(op, end);
    end = op;
  }
  Operation *fused = mergeLoops(rewriter, plan.first, plan.second);
  rewriter.modifyOpInPlace(fused, [&] {
    for (NamedAttribute attribute : plan.attributes)
      fused->setDiscardableAttr(attribute.getName(), attribute.getValue());
  });
  return fused;
}

FailureOr<SiblingFusionResult>
heddle::fuseSiblingLoops(RewriterBase &rewriter, Operation *a, Operation *b) {
  SiblingFusion plan = planSiblingFusion(a, b);
  if (plan.obstacle)
    return notifyMatchFailure(rewriter, *plan.obstacle);
  llvm::SetVector<StringAttr> dropped;
  for (Operation *loop : {plan.first, plan.second})
    for (NamedAttribute attribute : loop->getDiscardableAttrs())
      dropped.insert(attribute.getName());
  for (NamedAttribute attribute : plan.attributes)
    dropped.remove(attribute.getName());
  Location first = plan.first->getLoc();
  Operation *loop = emitSiblingFusion(rewriter, plan);
  return SiblingFusionResult{loop, first, plan.after, llvm::to_vector(dropped)};
}
