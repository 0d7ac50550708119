//===- LoopHint.cpp - Label loops parallel or reduction -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts the answers of the analysis on the loops. Nothing is proved here.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Loops/LoopHint.h"

using namespace mlir;
using namespace mlir::heddle;

SmallVector<std::pair<scf::ForOp, LoopClass>>
heddle::hintLoops(RewriterBase &rewriter, Operation *op) {
  SmallVector<std::pair<scf::ForOp, LoopClass>> found;
  for (auto loop = op->getParentOfType<scf::ForOp>(); loop;
       loop = loop->getParentOfType<scf::ForOp>())
    found.emplace_back(loop, classifyLoop(loop));
  std::reverse(found.begin(), found.end());
  for (auto &[loop, answer] : found) {
    Operation *labelled = loop;
    rewriter.modifyOpInPlace(labelled, [&, &answer = answer] {
      if (answer.kind == LoopKind::Unknown)
        labelled->removeAttr(kLoopKindAttr);
      else
        labelled->setAttr(
            kLoopKindAttr,
            rewriter.getStringAttr(
                answer.kind == LoopKind::Parallel ? "parallel" : "reduction"));
    });
  }
  return found;
}
