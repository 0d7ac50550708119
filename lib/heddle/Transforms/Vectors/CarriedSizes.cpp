//===- CarriedSizes.cpp - Sizes of tensors that loops carry ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If a loop only writes into a tensor that it carries, the size of the tensor
// is that of the initial value. Upstream handles writes of slices. Writes of
// vectors, handled here, are ops with a destination.
//
//===----------------------------------------------------------------------===//

#include "VectorSteps.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::heddle;

/// The tensor from which `value` results by writes into it.
static Value getWritten(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    Operation *op = result.getOwner();
    if (auto insert = dyn_cast<tensor::InsertSliceOp>(op)) {
      value = insert.getDest();
    } else if (auto dps = dyn_cast<DestinationStyleOpInterface>(op)) {
      value = dps.getTiedOpOperand(result)->get();
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (getWritten(loop.getYieldedValues()[result.getResultNumber()]) !=
          loop.getRegionIterArg(result.getResultNumber()))
        return value;
      value = loop.getInitArgs()[result.getResultNumber()];
    } else {
      return value;
    }
  }
  return value;
}

namespace {
struct SizeBeforeLoop : OpRewritePattern<tensor::DimOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::DimOp op,
                                PatternRewriter &rewriter) const override {
    Value source = getWritten(op.getSource());
    auto argument = dyn_cast<BlockArgument>(source);
    auto loop = argument
                    ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                    : scf::ForOp();
    if (loop && argument != loop.getInductionVar()) {
      unsigned number = argument.getArgNumber() - loop.getNumInductionVars();
      if (getWritten(loop.getYieldedValues()[number]) == argument)
        source = loop.getInitArgs()[number];
    }
    if (source == op.getSource() ||
        source.getType() != op.getSource().getType())
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.getSourceMutable().set(source); });
    return success();
  }
};
} // namespace

void heddle::populateCarriedSizesPatterns(RewritePatternSet &patterns) {
  patterns.add<SizeBeforeLoop>(patterns.getContext());
}
