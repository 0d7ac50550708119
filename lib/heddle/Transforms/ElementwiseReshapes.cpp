//===- ElementwiseReshapes.cpp - Reshapes out of the way ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop of static extent is split into several, in place, so that handles to
// the generic stay what they are. Results that maps pick with a constant stay
// one dim.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseReshapes.h"

#include "heddle/Analysis/ElementwiseOps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
/// The extents into which each loop is split; one for a loop that stays.
using Factors = SmallVector<SmallVector<int64_t>>;

class LoopSplitter {
public:
  LoopSplitter(RewriterBase &rewriter, linalg::GenericOp op,
               const Factors &factors);
  void run();
  /// Makes input `number` the first one.
  static void moveToFront(RewriterBase &rewriter, linalg::GenericOp op,
                          unsigned number);

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
  const Factors &factors;
  /// The first of the new loops of each loop, and how many there are.
  SmallVector<unsigned> firstLoop;
  unsigned numLoops = 0;
};
} // namespace

LoopSplitter::LoopSplitter(RewriterBase &rewriter, linalg::GenericOp op,
                           const Factors &factors)
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
  // Only loops that stay occur here.
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

/// Gives the users of `result`, whose type is still the old one, what they
/// expect.
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
  SmallVector<Value> old = llvm::to_vector(op->getOperands());
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

void LoopSplitter::moveToFront(RewriterBase &rewriter, linalg::GenericOp op,
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

//===----------------------------------------------------------------------===//
// Which loops to split
//===----------------------------------------------------------------------===//

static bool takesPart(Operation *op, const ElementwiseFusionOptions &options) {
  return op && (!options.only || options.only->contains(op)) &&
         isElementwiseCandidate(op) && isSpeculatable(op);
}

/// True if `producer` has one result that is computed once per element and that
/// only `reshape` reads.
static bool feedsOnly(Operation *producer, Operation *reshape) {
  auto op = cast<linalg::LinalgOp>(producer);
  return op->getNumResults() == 1 && op->hasOneUse() &&
         *op->user_begin() == reshape && op.isAllParallelLoops() &&
         op.getIndexingMapMatchingResult(op->getResult(0)).isPermutation();
}

/// How many operands of a merged op come from `op`, which reads `link` from
/// another member; its destinations count if it is the last one.
static int64_t countOperands(linalg::LinalgOp op, Value link, bool isLast) {
  llvm::SmallDenseSet<std::pair<Value, AffineMap>> reads;
  for (OpOperand &use : op->getOpOperands())
    if (op.payloadUsesValueFromOperand(&use) && use.get() != link &&
        !isa_and_present<Attribute>(getUniformScalar(use)) &&
        !(isLast && op.isDpsInit(&use)))
      reads.insert({use.get(), op.getMatchingIndexingMap(&use)});
  return reads.size() + (isLast ? op.getNumDpsInits() : 0);
}

/// True if the op that merges `producer`, and the reader that reads a reshape
/// of its result at `use`, stays within the bounds.
static bool fits(linalg::LinalgOp producer, OpOperand &use,
                 const ElementwiseFusionOptions &options) {
  auto reader = cast<linalg::LinalgOp>(use.getOwner());
  Value link = use.get();
  auto countOps = [](linalg::LinalgOp op) {
    return static_cast<int64_t>(
        llvm::range_size(op.getBlock()->without_terminator()));
  };
  if (options.maxOps && countOps(producer) + countOps(reader) > *options.maxOps)
    return false;
  if (computesSomething(producer) &&
      getRecomputeFactor(cast<RankedTensorType>(link.getType()).getShape(),
                         reader.getMatchingIndexingMap(&use),
                         reader.getStaticLoopRanges())
              .value > options.getMaxRecompute(!reader.isAllParallelLoops()))
    return false;
  return !options.maxOperands ||
         countOperands(producer, Value(), /*isLast=*/false) +
                 countOperands(reader, link, /*isLast=*/true) <=
             *options.maxOperands;
}

/// True if each operand of `op` has a shape of its own for the split loops.
static bool canSplit(linalg::LinalgOp op, const Factors &factors) {
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    for (auto [dim, expr] :
         llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults())) {
      if (auto loop = dyn_cast<AffineDimExpr>(expr)) {
        if (factors[loop.getPosition()].size() > 1 && type.isDynamicDim(dim))
          return false;
        continue;
      }
      for (auto [loop, extents] : llvm::enumerate(factors))
        if (extents.size() > 1 && expr.isFunctionOfDim(loop))
          return false;
    }
  }
  return true;
}

/// The factors of the loops of `op` if the dims of `operand` are those that
/// `groups` makes of the dims of `split`.
static std::optional<Factors>
getFactors(linalg::LinalgOp op, OpOperand &operand, RankedTensorType split,
           ArrayRef<ReassociationIndices> groups) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  Factors factors(op.getNumLoops(), SmallVector<int64_t>(1, 0));
  for (auto [dim, group] : llvm::enumerate(groups)) {
    if (group.size() == 1)
      continue;
    auto loop = dyn_cast<AffineDimExpr>(map.getResult(dim));
    if (!loop || factors[loop.getPosition()].size() > 1)
      return std::nullopt;
    auto &extents = factors[loop.getPosition()];
    extents.clear();
    for (int64_t index : group) {
      if (split.isDynamicDim(index))
        return std::nullopt;
      extents.push_back(split.getDimSize(index));
    }
  }
  // A reshape between equal shapes, or none that this op can do without.
  if (!canSplit(op, factors) ||
      llvm::all_of(factors, [](auto &extents) { return extents.size() == 1; }))
    return std::nullopt;
  return factors;
}

/// How to split `op` so that it reads what is collapsed for `operand`.
static std::optional<Factors>
matchCollapsedInput(linalg::LinalgOp op, OpOperand &operand,
                    const ElementwiseFusionOptions &options) {
  auto collapse = operand.get().getDefiningOp<tensor::CollapseShapeOp>();
  if (!collapse || !collapse->hasOneUse() || !op.isDpsInput(&operand))
    return std::nullopt;
  Operation *producer = collapse.getSrc().getDefiningOp();
  if (!takesPart(producer, options) || producer->getBlock() != op->getBlock() ||
      !feedsOnly(producer, collapse) ||
      !fits(cast<linalg::LinalgOp>(producer), operand, options))
    return std::nullopt;
  return getFactors(op, operand, collapse.getSrcType(),
                    collapse.getReassociationIndices());
}

/// How to split `op` so that it computes what its result is expanded to.
static std::optional<Factors>
matchExpandedResult(linalg::LinalgOp op,
                    const ElementwiseFusionOptions &options) {
  auto expand = dyn_cast<tensor::ExpandShapeOp>(*op->user_begin());
  if (!expand || !feedsOnly(op, expand) || !expand->hasOneUse())
    return std::nullopt;
  OpOperand &use = *expand->use_begin();
  if (!takesPart(use.getOwner(), options) ||
      use.getOwner()->getBlock() != op->getBlock())
    return std::nullopt;
  auto reader = cast<linalg::LinalgOp>(use.getOwner());
  if (!reader.isDpsInput(&use) || !fits(op, use, options))
    return std::nullopt;
  return getFactors(op, *op.getDpsInitOperand(0), expand.getResultType(),
                    expand.getReassociationIndices());
}

/// Calls `split` for the loops of the ops of `block` that are in the way, with
/// the input that was collapsed if there is one: results are expanded from the
/// last op to the first, inputs the other way. `split` returns what the op has
/// become; if that is nothing, no other one is looked at.
static void forEachReshape(
    Block &block, const ElementwiseFusionOptions &options,
    llvm::function_ref<linalg::LinalgOp(linalg::LinalgOp, const Factors &,
                                        std::optional<unsigned>)>
        split) {
  SmallVector<linalg::LinalgOp> ops;
  for (auto op : block.getOps<linalg::LinalgOp>())
    if (takesPart(op, options))
      ops.push_back(op);
  for (linalg::LinalgOp &op : llvm::reverse(ops))
    if (std::optional<Factors> factors = matchExpandedResult(op, options))
      if (!(op = split(op, *factors, std::nullopt)))
        return;
  for (linalg::LinalgOp &op : ops)
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      if (std::optional<Factors> factors =
              matchCollapsedInput(op, op->getOpOperand(i), options))
        if (!(op = split(op, *factors, i)))
          return;
}

bool heddle::hasReshapeBetween(Block &block,
                               const ElementwiseFusionOptions &options) {
  bool found = false;
  forEachReshape(block, options, [&](auto &&...) {
    found = true;
    return linalg::LinalgOp();
  });
  return found;
}

/// A generic that computes what `op` does, in its place. Handles go over to it
/// by `notifyReplaced`, as the ops have different names.
static linalg::GenericOp
generalize(RewriterBase &rewriter, linalg::LinalgOp op,
           ElementwiseFusionOptions &options,
           llvm::function_ref<void(Operation *, Operation *)> notifyReplaced) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation()))
    return generic;
  rewriter.setInsertionPoint(op);
  auto generic = linalg::GenericOp::create(
      rewriter, op.getLoc(), op->getResultTypes(),
      llvm::map_to_vector(op.getDpsInputs(), [](Value value) { return value; }),
      llvm::to_vector(op.getDpsInits()), op.getIndexingMapsArray(),
      op.getIteratorTypesArray());
  generic->setDiscardableAttrs(llvm::to_vector(op->getDiscardableAttrs()));
  rewriter.cloneRegionBefore(op->getRegion(0), generic.getRegion(),
                             generic.getRegion().begin());
  if (options.only && options.only->erase(op))
    options.only->insert(generic);
  if (notifyReplaced)
    notifyReplaced(op, generic);
  rewriter.replaceOp(op, generic);
  return generic;
}

void heddle::moveReshapes(
    RewriterBase &rewriter, Block &block, ElementwiseFusionOptions &options,
    llvm::function_ref<void(Operation *, Operation *)> notifyReplaced) {
  forEachReshape(block, options,
                 [&](linalg::LinalgOp op, const Factors &factors,
                     std::optional<unsigned> input) {
                   linalg::GenericOp generic =
                       generalize(rewriter, op, options, notifyReplaced);
                   LoopSplitter(rewriter, generic, factors).run();
                   // What its producer reads comes first then.
                   if (input)
                     LoopSplitter::moveToFront(rewriter, generic, *input);
                   return cast<linalg::LinalgOp>(generic.getOperation());
                 });
}
