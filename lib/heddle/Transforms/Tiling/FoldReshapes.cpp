//===- FoldReshapes.cpp - Batch dims that reshapes join -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's patterns expand the dims of linalg ops; patterns for
// `linalg.softmax`, which is none, are here. This file decides which ops they
// apply to.
//
// Rule: a reshape is folded into an op if it joins or splits the first dims
// only, and has `rank` dims on the side with more, or one dim less, as the
// maximum of rows has. An op with fewer dims computes for each index of a
// joined dim what the op with more dims computes for the indices that were
// joined, in the same order along all other dims, so that each element is
// computed from the same elements. A softmax along a dim that is not joined
// has the same rows.
//
// A reshape of the last dim is not folded: it would give a reduction of rows a
// loop more, or split what a product sums up.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Tiling/FoldReshapes.h"

#include "heddle/IR/ValueBounds/ValueBounds.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

static bool isProduct(Operation *op) {
  auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(op);
  return linalgOp && (linalg::isaContractionOpInterface(linalgOp) ||
                      linalg::isaConvolutionOpInterface(linalgOp));
}

/// True if `op` computes elements whose dims may be split.
static bool isExpandable(Operation *op) {
  auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(op);
  bool isOnTensors = linalgOp && linalgOp.hasPureTensorSemantics();
  if (auto softmax = dyn_cast_or_null<linalg::SoftmaxOp>(op))
    isOnTensors = softmax->getNumResults() == 1;
  return isOnTensors && llvm::none_of(op->getOperandTypes(), [](Type type) {
           auto tensor = dyn_cast<RankedTensorType>(type);
           return tensor && tensor.getEncoding();
         });
}

/// True if a reshape with `groups` joins the first dims of a tensor of `rank`
/// dims, or of one dim less, and no others.
static bool joinsFirstDims(ArrayRef<ReassociationIndices> groups,
                           int64_t expandedRank, int64_t rank) {
  return (expandedRank == rank || expandedRank == rank - 1) &&
         groups.size() > 1 && groups.front().size() > 1 &&
         llvm::all_of(
             groups.drop_front(),
             [](const ReassociationIndices &dims) { return dims.size() == 1; });
}

static bool isReshape(Operation *op) {
  return isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op);
}

namespace {

/// The ops whose dims are split, and the patterns that split them.
class ReshapeFolder : public RewriterBase::ForwardingListener {
public:
  ReshapeFolder(RewriterBase &rewriter, Operation *target, int64_t rank,
                const ReplacedOpFn &replaced)
      : ForwardingListener(rewriter.getListener()), target(target), rank(rank),
        replaced(replaced) {}

  void fold();
  bool isFoldable(OpOperand &operand) const;
  bool hasMember(Operation *op) const { return members.contains(op); }

  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override;
  void notifyOperationReplaced(Operation *op, ValueRange values) override;
  void notifyOperationErased(Operation *op) override;

private:
  void addWeights(Value weights);
  bool addMoves(Value operand);
  void addProduct(Operation *product);
  SmallVector<Operation *> getCandidates() const;

  Operation *target;
  int64_t rank;
  const ReplacedOpFn &replaced;
  llvm::SetVector<Operation *> members;
};

/// softmax(collapse(x)) becomes collapse(softmax(x)).
struct SoftmaxOfCollapsed : OpRewritePattern<linalg::SoftmaxOp> {
  SoftmaxOfCollapsed(MLIRContext *context, const ReshapeFolder &folder)
      : OpRewritePattern(context), folder(folder) {}
  LogicalResult matchAndRewrite(linalg::SoftmaxOp op,
                                PatternRewriter &rewriter) const override;
  const ReshapeFolder &folder;
};

/// expand(softmax(x)) becomes softmax(expand(x)).
struct ExpandedSoftmax : OpRewritePattern<tensor::ExpandShapeOp> {
  ExpandedSoftmax(MLIRContext *context, const ReshapeFolder &folder)
      : OpRewritePattern(context), folder(folder) {}
  LogicalResult matchAndRewrite(tensor::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override;
  const ReshapeFolder &folder;
};

/// expand(collapse(x)) becomes x, where the dims are proved to be those of x.
/// Upstream folds the pair if at most one dim of each group is dynamic.
struct ExpandedCollapse : OpRewritePattern<tensor::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override;
};

} // namespace

LogicalResult
ExpandedCollapse::matchAndRewrite(tensor::ExpandShapeOp op,
                                  PatternRewriter &rewriter) const {
  auto collapse = op.getSrc().getDefiningOp<tensor::CollapseShapeOp>();
  if (!collapse || collapse.getSrcType() != op.getResultType() ||
      collapse.getReassociationIndices() != op.getReassociationIndices())
    return failure();
  // The product of the dims of a group is known to be the same.
  Value source = collapse.getSrc();
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
  for (const ReassociationIndices &group : op.getReassociationIndices())
    for (int64_t dim : group) {
      if (group.size() == 1 || !op.getResultType().isDynamicDim(dim))
        continue;
      if (!isProvablyEqual({source, dim}, sizes[dim]))
        return failure();
    }
  rewriter.replaceOp(op, source);
  return success();
}

/// The dim before the reshape with `groups` of `dim` after it, which is not a
/// joined one; -1 if it is.
static int64_t getExpandedDim(ArrayRef<ReassociationIndices> groups,
                              int64_t dim) {
  return groups[dim].size() == 1 ? groups[dim].front() : -1;
}

/// A softmax of `input`, which has more dims than the input of `op`.
static Value createSoftmax(OpBuilder &builder, linalg::SoftmaxOp op,
                           Value input, int64_t dim) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(input.getType());
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, input),
      type.getElementType());
  auto made = linalg::SoftmaxOp::create(builder, loc, TypeRange{type}, input,
                                        empty, builder.getI64IntegerAttr(dim));
  return made->getResult(0);
}

LogicalResult
SoftmaxOfCollapsed::matchAndRewrite(linalg::SoftmaxOp op,
                                    PatternRewriter &rewriter) const {
  auto collapse = op.getInput().getDefiningOp<tensor::CollapseShapeOp>();
  if (!collapse || !folder.hasMember(op) ||
      !folder.isFoldable(op.getInputMutable()))
    return failure();
  SmallVector<ReassociationIndices> groups = collapse.getReassociationIndices();
  int64_t dim = getExpandedDim(groups, op.getDimension());
  if (dim < 0)
    return failure();
  Value made = createSoftmax(rewriter, op, collapse.getSrc(), dim);
  rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(
      op, op->getResultTypes().front(), made, groups);
  return success();
}

LogicalResult
ExpandedSoftmax::matchAndRewrite(tensor::ExpandShapeOp op,
                                 PatternRewriter &rewriter) const {
  auto softmax = op.getSrc().getDefiningOp<linalg::SoftmaxOp>();
  if (!softmax || !softmax->hasOneUse() || !folder.hasMember(softmax) ||
      !folder.isFoldable(op.getSrcMutable()))
    return failure();
  SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
  int64_t dim = getExpandedDim(groups, softmax.getDimension());
  if (dim < 0)
    return failure();
  // Where the sizes of the reshape are known.
  Value input = tensor::ExpandShapeOp::create(
      rewriter, op.getLoc(), op.getResultType(), softmax.getInput(), groups,
      op.getMixedOutputShape());
  rewriter.replaceOp(op, createSoftmax(rewriter, softmax, input, dim));
  return success();
}

bool ReshapeFolder::isFoldable(OpOperand &operand) const {
  Operation *owner = operand.getOwner();
  Operation *def = operand.get().getDefiningOp();
  if (auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(def))
    return members.contains(owner) &&
           joinsFirstDims(collapse.getReassociationIndices(),
                          collapse.getSrcType().getRank(), rank);
  auto expand = dyn_cast<tensor::ExpandShapeOp>(owner);
  return expand && members.contains(def) &&
         joinsFirstDims(expand.getReassociationIndices(),
                        expand.getResultType().getRank(), rank);
}

void ReshapeFolder::notifyOperationInserted(Operation *op,
                                            OpBuilder::InsertPoint previous) {
  if (isExpandable(op))
    members.insert(op);
  ForwardingListener::notifyOperationInserted(op, previous);
}

void ReshapeFolder::notifyOperationReplaced(Operation *op, ValueRange values) {
  Operation *made = values.empty() ? nullptr : values.front().getDefiningOp();
  while (isReshape(made))
    made = made->getOperand(0).getDefiningOp();
  if (members.contains(op) && made && isExpandable(made)) {
    replaced(op, made);
  }
  ForwardingListener::notifyOperationReplaced(op, values);
}

void ReshapeFolder::notifyOperationErased(Operation *op) {
  members.remove(op);
  ForwardingListener::notifyOperationErased(op);
}

/// Adds the elementwise ops between `operand` and a reshape that joins dims.
/// Without such a reshape nothing is added.
bool ReshapeFolder::addMoves(Value operand) {
  SmallVector<Operation *> chain;
  while (Operation *op = operand.getDefiningOp()) {
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
      bool joins = joinsFirstDims(collapse.getReassociationIndices(),
                                  collapse.getSrcType().getRank(), rank);
      if (joins)
        members.insert(chain.begin(), chain.end());
      return joins;
    }
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (!isExpandable(op) || !linalgOp || !op->hasOneUse() ||
        linalgOp.getNumParallelLoops() != linalgOp.getNumLoops() ||
        linalgOp.getNumDpsInputs() == 0)
      return false;
    chain.push_back(op);
    operand = linalgOp.getDpsInputs().front();
  }
  return false;
}

void ReshapeFolder::addProduct(Operation *product) {
  members.insert(product);
  auto op = cast<linalg::LinalgOp>(product);
  for (Value operand : op.getDpsInputs())
    (void)addMoves(operand);
  for (Value init : op.getDpsInits())
    if (Operation *fill = init.getDefiningOp<linalg::FillOp>())
      if (isExpandable(fill))
        members.insert(fill);
}

/// Adds the ops between `weights` and the products that these come from.
void ReshapeFolder::addWeights(Value weights) {
  SmallVector<Value> open{weights};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!open.empty()) {
    Operation *op = open.pop_back_val().getDefiningOp();
    if (!op || op->getBlock() != target->getBlock() || !seen.insert(op).second)
      continue;
    if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp, tensor::CastOp>(
            op)) {
      open.push_back(op->getOperand(0));
    } else if (isProduct(op) && isExpandable(op)) {
      addProduct(op);
    } else if (isExpandable(op)) {
      members.insert(op);
      llvm::append_range(open, op->getOperands());
    }
  }
}

/// The members, and the reshapes before and after them.
SmallVector<Operation *> ReshapeFolder::getCandidates() const {
  llvm::SetVector<Operation *> candidates(members.begin(), members.end());
  for (Operation *member : members) {
    for (Value operand : member->getOperands())
      if (Operation *reshape = operand.getDefiningOp(); isReshape(reshape))
        candidates.insert(reshape);
    for (Operation *user : member->getUsers())
      if (isReshape(user))
        candidates.insert(user);
  }
  return candidates.takeVector();
}

void ReshapeFolder::fold() {
  addProduct(target);
  addWeights(cast<linalg::LinalgOp>(target).getDpsInputs().front());
  MLIRContext *context = target->getContext();
  RewritePatternSet patterns(context);
  auto control = [this](OpOperand *operand) { return isFoldable(*operand); };
  linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, control);
  tensor::populateReassociativeReshapeFoldingPatterns(patterns);
  tensor::populateFoldTensorEmptyPatterns(patterns);
  tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
  tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
  patterns.add<SoftmaxOfCollapsed, ExpandedSoftmax>(context, *this);
  patterns.add<ExpandedCollapse>(context);
  // The size of a reshape that is in the way must not keep it there.
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  GreedyRewriteConfig config;
  config.setListener(this);
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  SmallVector<Operation *> candidates = getCandidates();
  (void)applyOpPatternsGreedily(candidates, std::move(patterns), config);
}

std::optional<Reason> heddle::checkFoldReshapes(Operation *op) {
  if (!isProduct(op))
    return Reason(op, "expects a product or a convolution of linalg");
  if (!cast<linalg::LinalgOp>(op).hasPureTensorSemantics())
    return Reason(op, "is not on tensors");
  if (!isExpandable(op))
    return Reason(op, "has an operand with an encoding, which a reshape would "
                      "drop");
  return std::nullopt;
}

void heddle::foldReshapes(RewriterBase &rewriter, Operation *target,
                          int64_t rank, const ReplacedOpFn &replaced) {
  ReshapeFolder(rewriter, target, rank, replaced).fold();
}
