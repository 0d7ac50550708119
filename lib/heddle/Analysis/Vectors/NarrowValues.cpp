//===- NarrowValues.cpp - Values that have fewer lanes than a tile --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In `linalg::vectorize`, an element of a tensor becomes a vector over all
// loops, whatever its indexing map is, and so does a `tensor.extract`. The
// index of a loop does, too, but that of the last loop is a vector over that
// loop only. All other ops are elementwise: they have the lanes of the operand
// that has most. What comes from none of these stays a scalar.
//
// The same is done where nothing is reduced, but the body adds to what its
// destination holds: there a vector over the last loop alone is no operand of
// an elementwise op, and upstream fails.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Vectors/NarrowValues.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

/// True if `value`, which no region inside the body defines, is a vector over
/// all loops.
static bool isWide(linalg::LinalgOp op, Value value) {
  Block *body = op.getBlock();
  llvm::SetVector<Value> slice;
  slice.insert(value);
  for (size_t next = 0; next < slice.size(); ++next) {
    Value part = slice[next];
    if (part.getParentBlock() != body)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(part)) {
      if (isa<ShapedType>(op.getMatchingOpOperand(argument)->get().getType()))
        return true;
      continue;
    }
    Operation *def = part.getDefiningOp();
    if (isa<tensor::ExtractOp>(def))
      return true;
    if (auto index = dyn_cast<linalg::IndexOp>(def);
        index &&
        (index.getDim() + 1 < op.getNumLoops() || op.getNumLoops() == 1))
      return true;
    slice.insert_range(def->getOperands());
  }
  return false;
}

SmallVector<OpOperand *> heddle::findNarrowReductions(linalg::LinalgOp op) {
  SmallVector<OpOperand *> found;
  if (op.getNumLoops() == 0)
    return found;
  for (unsigned init = 0, e = op.getNumDpsInits(); init < e; ++init) {
    SmallVector<Operation *> combiners;
    Value reduced = matchReduction(op.getRegionOutputArgs(), init, combiners);
    if (!reduced || isWide(op, reduced))
      continue;
    for (OpOperand &operand : combiners.front()->getOpOperands())
      if (operand.get() == reduced)
        found.push_back(&operand);
  }
  return found;
}
