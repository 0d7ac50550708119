//===- SplitLoops.cpp - Several loops in place of one ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop of static extent is split into several, in place, so that handles to
// the generic stay what they are. Results that maps pick with a constant stay
// one dim. Which loops are split is decided in ElementwiseReshapes.cpp.
//
//===----------------------------------------------------------------------===//

#include "SplitLoops.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
class LoopSplitter {
public:
  LoopSplitter(RewriterBase &rewriter, linalg::GenericOp op,
               const LoopFactors &factors);
  void run();

private:
  SmallVector<AffineExpr> splitExpr(AffineExpr expr);
  AffineMap splitMap(AffineMap map);
  RankedTensorType splitType(RankedTensorType type, AffineMap map,
                             SmallVector<ReassociationIndices> &groups);
  Value splitOperand(OpOperand &operand, AffineMap map);
  void splitIndices();
  void collapseResult(OpResult result, AffineMap map);

  RewriterBase &rewriter;
  linalg::GenericOp op;
  const LoopFactors &factors;
  /// For each loop, the first of the new loops, and the number of new loops.
  SmallVector<unsigned> firstLoop;
  unsigned numLoops = 0;
};
} // namespace

LoopSplitter::LoopSplitter(RewriterBase &rewriter, linalg::GenericOp op,
                           const LoopFactors &factors)
    : rewriter(rewriter), op(op), factors(factors) {
  for (const auto &extents : factors) {
    firstLoop.push_back(numLoops);
    numLoops += extents.size();
  }
}

/// A result of a map as results of the new map.
SmallVector<AffineExpr> LoopSplitter::splitExpr(AffineExpr expr) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    SmallVector<AffineExpr> dims;
    for (unsigned i = 0; i < factors[dim.getPosition()].size(); ++i)
      dims.push_back(
          rewriter.getAffineDimExpr(firstLoop[dim.getPosition()] + i));
    return dims;
  }
  // Only loops that are not split occur here.
  SmallVector<AffineExpr> renumbered;
  for (unsigned first : firstLoop)
    renumbered.push_back(rewriter.getAffineDimExpr(first));
  return {expr.replaceDims(renumbered)};
}

AffineMap LoopSplitter::splitMap(AffineMap map) {
  SmallVector<AffineExpr> results;
  for (AffineExpr result : map.getResults())
    llvm::append_range(results, splitExpr(result));
  return AffineMap::get(numLoops, 0, results, rewriter.getContext());
}

RankedTensorType
LoopSplitter::splitType(RankedTensorType type, AffineMap map,
                        SmallVector<ReassociationIndices> &groups) {
  SmallVector<int64_t> shape;
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    size_t first = shape.size();
    if (loop && factors[loop.getPosition()].size() > 1)
      llvm::append_range(shape, factors[loop.getPosition()]);
    else
      shape.push_back(type.getDimSize(dim));
    groups.emplace_back(llvm::to_vector(
        llvm::seq<int64_t>(first, static_cast<int64_t>(shape.size()))));
  }
  return type.clone(shape);
}

/// The operand in the shape that the new loops read.
Value LoopSplitter::splitOperand(OpOperand &operand, AffineMap map) {
  Value value = operand.get();
  auto type = dyn_cast<RankedTensorType>(value.getType());
  SmallVector<ReassociationIndices> groups;
  RankedTensorType split = type ? splitType(type, map, groups) : type;
  if (split == type)
    return value;
  auto collapse = value.getDefiningOp<tensor::CollapseShapeOp>();
  if (collapse && collapse.getSrcType() == split &&
      collapse.getReassociationIndices() == groups)
    return collapse.getSrc();
  if (value.getDefiningOp<tensor::EmptyOp>() && split.hasStaticShape())
    return tensor::EmptyOp::create(rewriter, op.getLoc(), split.getShape(),
                                   split.getElementType());
  return tensor::ExpandShapeOp::create(rewriter, op.getLoc(), split, value,
                                       groups);
}

/// Computes each index of an old loop from those of the new ones.
void LoopSplitter::splitIndices() {
  for (auto index :
       llvm::make_early_inc_range(op.getBody()->getOps<linalg::IndexOp>())) {
    rewriter.setInsertionPoint(index);
    AffineExpr linear = rewriter.getAffineConstantExpr(0);
    SmallVector<OpFoldResult> operands;
    for (auto [i, extent] : llvm::enumerate(factors[index.getDim()])) {
      linear = linear * extent + rewriter.getAffineDimExpr(i);
      operands.push_back(linalg::IndexOp::create(rewriter, index.getLoc(),
                                                 firstLoop[index.getDim()] + i)
                             .getResult());
    }
    rewriter.replaceOp(
        index, getValueOrCreateConstantIndexOp(
                   rewriter, index.getLoc(),
                   affine::makeComposedFoldedAffineApply(
                       rewriter, index.getLoc(),
                       AffineMap::get(operands.size(), 0, linear), operands)));
  }
}

/// Gives the users of `result` a value of the old type, which they expect.
void LoopSplitter::collapseResult(OpResult result, AffineMap map) {
  auto type = cast<RankedTensorType>(result.getType());
  SmallVector<ReassociationIndices> groups;
  RankedTensorType split = splitType(type, map, groups);
  if (split == type)
    return;
  SmallVector<OpOperand *> uses;
  SmallVector<Operation *> expansions;
  for (OpOperand &use : result.getUses()) {
    auto expand = dyn_cast<tensor::ExpandShapeOp>(use.getOwner());
    if (expand && expand.getResultType() == split &&
        expand.getReassociationIndices() == groups)
      expansions.push_back(expand);
    else
      uses.push_back(&use);
  }
  result.setType(split);
  for (Operation *expand : expansions)
    rewriter.replaceOp(expand, result);
  if (uses.empty())
    return;
  rewriter.setInsertionPointAfter(op);
  Value collapsed = tensor::CollapseShapeOp::create(rewriter, op.getLoc(), type,
                                                    result, groups);
  for (OpOperand *use : uses)
    rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(collapsed); });
}

void LoopSplitter::run() {
  SmallVector<AffineMap> oldMaps = op.getIndexingMapsArray(), maps;
  SmallVector<Value> operands;
  rewriter.setInsertionPoint(op);
  for (auto [operand, map] : llvm::zip_equal(op->getOpOperands(), oldMaps)) {
    operands.push_back(splitOperand(operand, map));
    maps.push_back(splitMap(map));
  }
  SmallVector<Attribute> iterators;
  for (auto [kind, extents] : llvm::zip_equal(op.getIteratorTypes(), factors))
    iterators.append(extents.size(), kind);
  splitIndices();
  rewriter.startOpModification(op);
  llvm::SmallSetVector<Value, 8> old(op->operand_begin(), op->operand_end());
  op->setOperands(operands);
  op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  op.setIteratorTypesAttr(rewriter.getArrayAttr(iterators));
  unsigned numInputs = op.getNumDpsInputs();
  for (OpResult result : op->getResults())
    collapseResult(result, oldMaps[numInputs + result.getResultNumber()]);
  rewriter.finalizeOpModification(op);
  // A reshape that nothing reads any more would count as a reader.
  for (Value value : old)
    if (auto *reshape = value.getDefiningOp();
        isa_and_nonnull<tensor::CollapseShapeOp, tensor::EmptyOp>(reshape) &&
        reshape->use_empty())
      rewriter.eraseOp(reshape);
}

void heddle::splitLoops(RewriterBase &rewriter, linalg::GenericOp op,
                        const LoopFactors &factors) {
  LoopSplitter(rewriter, op, factors).run();
}

void heddle::moveInputToFront(RewriterBase &rewriter, linalg::GenericOp op,
                              unsigned number) {
  SmallVector<Value> operands = llvm::to_vector(op->getOperands());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  std::rotate(operands.begin(), operands.begin() + number,
              operands.begin() + number + 1);
  std::rotate(maps.begin(), maps.begin() + number, maps.begin() + number + 1);
  rewriter.modifyOpInPlace(op, [&] {
    Block *body = op.getBody();
    BlockArgument old = body->getArgument(number);
    Value moved = body->insertArgument(0u, old.getType(), old.getLoc());
    rewriter.replaceAllUsesWith(old, moved);
    body->eraseArgument(number + 1);
    op->setOperands(operands);
    op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  });
}
