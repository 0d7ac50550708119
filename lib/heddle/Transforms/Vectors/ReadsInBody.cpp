//===- ReadsInBody.cpp - Elements that are no row of an operand -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream reads an operand of a vector as a row, perhaps a transposed one. A
// map such as -i + 7 or i floordiv 2 gives no row. But op(x[m(i)]) is
// op(tensor.extract x[m(i)]) with m(i) computed from `linalg.index`: the body
// then says which element it reads, in a tile as in the whole, and whatever the
// map is. Upstream makes a gather of it, or a row of a vector whose lanes are
// next to each other.
//
// The extent of a loop is that of a dim of an operand. Where only inputs that
// the body reads have a loop, an empty tensor that nobody reads keeps its
// extent.
//
//===----------------------------------------------------------------------===//

#include "VectorSteps.h"

#include "heddle/Analysis/Bounds/ExtentRule.h"
#include "heddle/Analysis/Footprint/IndivisibleDims.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::heddle;

/// The loops that are a dim of no operand but those in `inputs`.
static llvm::SmallBitVector
findUncoveredLoops(linalg::GenericOp op, const llvm::SmallBitVector &inputs) {
  llvm::SmallBitVector uncovered(op.getNumLoops(), true);
  for (OpOperand &operand : op->getOpOperands())
    if (operand.getOperandNumber() >= inputs.size() ||
        !inputs.test(operand.getOperandNumber()))
      for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults())
        if (auto dim = dyn_cast<AffineDimExpr>(expr))
          uncovered.reset(dim.getPosition());
  return uncovered;
}

/// An empty tensor of elements of `type` that has the extents of `loops` of
/// `op`.
static Value makeExtents(RewriterBase &rewriter, linalg::GenericOp op,
                         const llvm::SmallBitVector &loops, Type type) {
  SmallVector<OpFoldResult> extents(op.getNumLoops());
  forEachLoopExtent(op, [&](unsigned loop, Value operand, int64_t dim) {
    if (loops.test(loop) && !extents[loop])
      extents[loop] = tensor::getMixedSize(rewriter, op.getLoc(), operand, dim);
  });
  llvm::erase_if(extents, [](OpFoldResult extent) { return !extent; });
  return tensor::EmptyOp::create(rewriter, op.getLoc(), extents, type);
}

/// The element of `tensor` that `map` gives for the indices of the loops, at
/// the insertion point in a body.
static Value readElement(RewriterBase &rewriter, Location loc, Value tensor,
                         AffineMap map) {
  SmallVector<Value> loops(map.getNumDims());
  for (auto [dim, index] : llvm::enumerate(loops))
    if (map.isFunctionOfDim(dim))
      index = linalg::IndexOp::create(rewriter, loc, dim);
  SmallVector<Value> at;
  for (AffineExpr expr : map.getResults())
    at.push_back(affine::expandAffineExpr(rewriter, loc, expr, loops, {}));
  return tensor::ExtractOp::create(rewriter, loc, tensor, at);
}

linalg::GenericOp
heddle::readInBody(RewriterBase &rewriter, linalg::GenericOp op,
                   llvm::function_ref<bool(AffineMap)> isOdd) {
  llvm::SmallBitVector inputs(op.getNumDpsInputs());
  for (OpOperand *input : op.getDpsInputOperands())
    if (isa<RankedTensorType>(input->get().getType()) &&
        isOdd(op.getMatchingIndexingMap(input)))
      inputs.set(input->getOperandNumber());
  if (inputs.none())
    return op;
  SmallVector<Value> operands(op.getInputs());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray(), kept;
  SmallVector<Value> rows;
  for (unsigned i = 0; i < maps.size(); ++i)
    if (i >= inputs.size() || !inputs.test(i)) {
      kept.push_back(maps[i]);
      if (i < operands.size())
        rows.push_back(operands[i]);
    }
  rewriter.setInsertionPoint(op);
  llvm::SmallBitVector uncovered = findUncoveredLoops(op, inputs);
  Type type = getElementTypeOrSelf(operands[inputs.find_first()]);
  if (uncovered.any()) {
    SmallVector<AffineExpr> loops;
    for (int loop : uncovered.set_bits())
      loops.push_back(rewriter.getAffineDimExpr(loop));
    kept.insert(kept.begin() + rows.size(),
                AffineMap::get(op.getNumLoops(), 0, loops, op.getContext()));
    rows.push_back(makeExtents(rewriter, op, uncovered, type));
  }
  auto made = linalg::GenericOp::create(
      rewriter, op.getLoc(), op->getResultTypes(), rows, op.getOutputs(),
      rewriter.getAffineMapArrayAttr(kept), op.getIteratorTypes(),
      op.getDocAttr(), op.getLibraryCallAttr());
  made->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.inlineRegionBefore(op.getRegion(), made.getRegion(),
                              made.getRegion().begin());
  Block *body = made.getBody();
  if (uncovered.any())
    body->insertArgument(inputs.size(), type, op.getLoc());
  rewriter.setInsertionPointToStart(body);
  for (int i : inputs.set_bits())
    rewriter.replaceAllUsesWith(
        body->getArgument(i),
        readElement(rewriter, op.getLoc(), operands[i], maps[i]));
  rewriter.modifyOpInPlace(made, [&] {
    llvm::BitVector erased(body->getNumArguments());
    for (int i : inputs.set_bits())
      erased.set(i);
    body->eraseArguments(erased);
  });
  rewriter.replaceOp(op, made.getResults());
  return made;
}

void heddle::readIndivisibleInBody(RewriterBase &rewriter, Operation *root) {
  SmallVector<linalg::GenericOp> ops;
  root->walk([&](linalg::GenericOp op) {
    if (op != root && op.hasPureTensorSemantics() && !isLeftScalar(op) &&
        !findScalarBody(op) && getIndivisibleDims(op).any())
      ops.push_back(op);
  });
  for (linalg::GenericOp op : ops)
    readInBody(rewriter, op, [](AffineMap map) {
      return llvm::any_of(map.getResults(), [&](AffineExpr expr) {
        return getIndivisibleDims(expr, map.getNumDims()).any();
      });
    });
}

//===----------------------------------------------------------------------===//
// What upstream takes for a row
//===----------------------------------------------------------------------===//

/// By how much `index` in the body of `op` grows from lane to lane, if `lane`
/// is the only loop of several iterations; nullopt if that is not known.
static std::optional<int64_t> getLaneStep(linalg::GenericOp op, Value index,
                                          unsigned lane) {
  Operation *def = index.getDefiningOp();
  if (!def)
    return index.getParentBlock() == op.getBody() ? std::nullopt
                                                  : std::optional<int64_t>(0);
  if (!op->isProperAncestor(def))
    return 0;
  if (auto position = dyn_cast<linalg::IndexOp>(def))
    return position.getDim() == lane ? 1 : 0;
  int64_t sum = 0;
  bool isZero = true;
  for (Value operand : def->getOperands()) {
    std::optional<int64_t> step = getLaneStep(op, operand, lane);
    if (!step)
      return std::nullopt;
    isZero &= *step == 0;
    sum += *step;
  }
  if (!isZero && !isa<arith::AddIOp>(def))
    return std::nullopt;
  return sum;
}

void heddle::hideOddIndices(RewriterBase &rewriter, linalg::GenericOp op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  auto lane =
      llvm::find_if(extents, [](int64_t extent) { return extent != 1; });
  for (auto extract : op.getBody()->getOps<tensor::ExtractOp>()) {
    if (extract.getIndices().empty() || lane == extents.end())
      continue;
    Value last = extract.getIndices().back();
    std::optional<int64_t> step = getLaneStep(op, last, lane - extents.begin());
    if (step && (*step == 0 || (*step == 1 && lane + 1 == extents.end())))
      continue;
    rewriter.setInsertionPoint(extract);
    Value one = arith::ConstantIndexOp::create(rewriter, extract.getLoc(), 1);
    Value same = arith::MulIOp::create(rewriter, extract.getLoc(), last, one);
    rewriter.modifyOpInPlace(extract, [&] {
      extract.getIndicesMutable()[extract.getIndices().size() - 1].set(same);
    });
  }
}
