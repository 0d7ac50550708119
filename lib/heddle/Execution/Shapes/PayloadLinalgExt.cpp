//===- PayloadLinalgExt.cpp - Extents of linalg_ext ops -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which extents the structured ops of linalg_ext equate: the extents that one
// iteration dim runs over, and relations that no iteration dim expresses.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Shapes/PayloadShapes.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::linalg_ext;

void PayloadShapes::visitLinalgExt(Operation *op) {
  auto structured = cast<LinalgExtOp>(op);
  llvm::SmallDenseMap<int64_t, unsigned> loops;
  for (OpOperand &operand : op->getOpOperands())
    for (auto [d, loop] :
         llvm::enumerate(structured.getOperandDims(operand.getOperandNumber())))
      if (loop >= 0) {
        unsigned node = getNode(operand.get(), d);
        unite(loops.try_emplace(loop, node).first->second, node, op);
      }
  if (auto topk = dyn_cast<TopkOp>(op))
    unite(getNode(topk.getOutputValues(), topk.getDimension()),
          getNode(topk.getOutputIndices(), topk.getDimension()), op);
  if (auto diag = dyn_cast<DiagOp>(op); diag && diag.getOffsets().empty()) {
    int64_t last = diag.getLoopIteratorTypes().size() - 1;
    unite(getNode(diag.getOutput(), last - 1), getNode(diag.getOutput(), last),
          op);
  }
  // There have to be indices to choose from (IndexInputs.h).
  if (auto scatter = dyn_cast<ScatterOp>(op))
    for (int64_t d = 0; d < scatter.getIndexDepth(); ++d)
      addEquation(
          {getNode(scatter.getSource(), d),
           {},
           [](ArrayRef<int64_t>) -> std::optional<int64_t> { return 2; },
           op,
           Equation::Kind::Hint});
}
