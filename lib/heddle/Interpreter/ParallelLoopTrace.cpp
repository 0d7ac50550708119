//===- ParallelLoopTrace.cpp - Which step made a parallel loop? -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks for new parallel loops after each step.
//
//===----------------------------------------------------------------------===//

#include "ParallelLoopTrace.h"

#include "heddle/Analysis/Reasons/ScheduleLine.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::heddle;

template <typename Visit>
static void forEachParallelLoop(ModuleOp payload, Visit visit) {
  payload.walk([&](Operation *op) {
    if (isa<scf::ForallOp, scf::ParallelOp, affine::AffineParallelOp>(op))
      visit(op);
  });
}

ParallelLoopTrace::ParallelLoopTrace(ModuleOp payload) : payload(payload) {
  forEachParallelLoop(payload,
                      [&](Operation *loop) { known.insert(loop->getLoc()); });
}

void ParallelLoopTrace::noteStep(Operation *step) {
  IRRewriter rewriter(payload.getContext());
  forEachParallelLoop(payload, [&](Operation *loop) {
    Location loc = loop->getLoc();
    if (known.contains(loc) || getScheduleLine(loc))
      return;
    rewriter.modifyOpInPlace(
        loop, [&] { loop->setLoc(addScheduleLine(loc, step->getLoc())); });
  });
}
