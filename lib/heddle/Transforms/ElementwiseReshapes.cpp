//===- ElementwiseReshapes.cpp - Reshapes out of the way ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides which loops are split, so that the ops on both sides of a reshape
// have the same ones. How they are split is in SplitLoops.cpp.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseReshapes.h"

#include "SplitLoops.h"
#include "heddle/Analysis/ElementwiseOps.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::heddle;

/// How many ops between a producer and a reader of a reshape are looked at.
static constexpr unsigned kMaxOpsBetween = 1024;

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
/// of its result at `use`, stays within the bounds. If the result is kept, its
/// destination is an operand, too.
static bool fits(linalg::LinalgOp producer, OpOperand &use, bool isKept,
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
         countOperands(producer, Value(), isKept) +
                 countOperands(reader, link, /*isLast=*/true) <=
             *options.maxOperands;
}

/// True if each operand of `op` has a shape of its own for the split loops.
static bool canSplit(linalg::LinalgOp op, const LoopFactors &factors) {
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
static std::optional<LoopFactors>
getFactors(linalg::LinalgOp op, OpOperand &operand, RankedTensorType split,
           ArrayRef<ReassociationIndices> groups) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  LoopFactors factors(op.getNumLoops(), SmallVector<int64_t>(1, 0));
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

/// True if `reader` does not need `producer` other than at the operands that
/// `isLink` tells: none of the ops between them, which may wait for `producer`,
/// has to come before `reader`. Effects keep their order.
static bool needsOnlyAt(linalg::LinalgOp producer, linalg::LinalgOp reader,
                        llvm::function_ref<bool(OpOperand &)> isLink) {
  llvm::SmallPtrSet<Operation *, 16> waiting{producer};
  bool effectsWait = false;
  auto needsWaiting = [&](Operation *op) {
    WalkResult walked = op->walk([&](Operation *nested) {
      for (OpOperand &use : nested->getOpOperands()) {
        Operation *needed = use.get().getDefiningOp();
        // An extent of the result does not need the result.
        bool isExtent = isa<tensor::DimOp>(nested) && needed == producer;
        if (waiting.contains(needed) && !isExtent &&
            !(nested == reader && isLink(use)))
          return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    return walked.wasInterrupted();
  };
  unsigned count = 0;
  for (Operation *op = producer->getNextNode(); op != reader;
       op = op->getNextNode()) {
    if (!op || ++count > kMaxOpsBetween)
      return false;
    bool hasEffects = !isMemoryEffectFree(op);
    if (!needsWaiting(op) && !(hasEffects && effectsWait))
      continue;
    waiting.insert(op);
    effectsWait |= hasEffects;
  }
  return !needsWaiting(reader);
}

/// True if what reads a reshape of `result` at `use` can be merged with what
/// computes it although others use one of the two values, too.
static bool canKeep(OpResult result, OpOperand &use,
                    const ElementwiseFusionOptions &options) {
  auto producer = cast<linalg::LinalgOp>(result.getOwner());
  auto reader = cast<linalg::LinalgOp>(use.getOwner());
  AffineMap map = reader.getMatchingIndexingMap(&use);
  // Each iteration of the reader computes one element that is kept.
  if (options.oneUse || !producer.isAllParallelLoops() ||
      !producer.getIndexingMapMatchingResult(result).isPermutation() ||
      !map.isPermutation())
    return false;
  Operation *reshape = use.get().getDefiningOp();
  return needsOnlyAt(producer, reader, [&](OpOperand &other) {
    Operation *source = other.get().getDefiningOp();
    return reader.isDpsInput(&other) &&
           reader.getMatchingIndexingMap(&other) == map &&
           OperationEquivalence::isEquivalentTo(
               source, reshape, OperationEquivalence::IgnoreLocations);
  });
}

/// How to split `op` so that it reads what is collapsed for `operand`.
static std::optional<LoopFactors>
matchCollapsedInput(linalg::LinalgOp op, OpOperand &operand,
                    bool withSecondUses,
                    const ElementwiseFusionOptions &options) {
  auto collapse = operand.get().getDefiningOp<tensor::CollapseShapeOp>();
  if (!collapse || !op.isDpsInput(&operand))
    return std::nullopt;
  Operation *producer = collapse.getSrc().getDefiningOp();
  if (!takesPart(producer, options) || producer->getBlock() != op->getBlock())
    return std::nullopt;
  bool isKept = !collapse->hasOneUse() || !feedsOnly(producer, collapse);
  if (isKept && !(withSecondUses &&
                  canKeep(cast<OpResult>(collapse.getSrc()), operand, options)))
    return std::nullopt;
  if (!fits(cast<linalg::LinalgOp>(producer), operand, isKept, options))
    return std::nullopt;
  return getFactors(op, operand, collapse.getSrcType(),
                    collapse.getReassociationIndices());
}

/// True if each op that takes part and reads the result of `op` as it is can
/// read it as `expand` makes it, too.
static bool othersCanFollow(linalg::LinalgOp op, tensor::ExpandShapeOp expand,
                            const ElementwiseFusionOptions &options) {
  return llvm::all_of(op->getUses(), [&](OpOperand &use) {
    if (!takesPart(use.getOwner(), options))
      return true;
    auto reader = cast<linalg::LinalgOp>(use.getOwner());
    return reader.isDpsInput(&use) &&
           reader.getMatchingIndexingMap(&use).isPermutation() &&
           getFactors(reader, use, expand.getResultType(),
                      expand.getReassociationIndices());
  });
}

/// The same if `use` reads `expand`, which is made of the result of `op`.
static std::optional<LoopFactors>
matchExpandedUse(linalg::LinalgOp op, tensor::ExpandShapeOp expand,
                 OpOperand &use, bool withSecondUses,
                 const ElementwiseFusionOptions &options) {
  if (!takesPart(use.getOwner(), options) ||
      use.getOwner()->getBlock() != op->getBlock() ||
      !cast<linalg::LinalgOp>(use.getOwner()).isDpsInput(&use))
    return std::nullopt;
  bool isKept = !expand->hasOneUse() || !feedsOnly(op, expand);
  if (isKept && !(withSecondUses && canKeep(op->getResult(0), use, options) &&
                  othersCanFollow(op, expand, options)))
    return std::nullopt;
  if (!fits(op, use, isKept, options))
    return std::nullopt;
  return getFactors(op, *op.getDpsInitOperand(0), expand.getResultType(),
                    expand.getReassociationIndices());
}

/// How to split `op` so that it computes what its result is expanded to.
static std::optional<LoopFactors>
matchExpandedResult(linalg::LinalgOp op, bool withSecondUses,
                    const ElementwiseFusionOptions &options) {
  if (op->getNumResults() != 1)
    return std::nullopt;
  for (Operation *user : op->getUsers())
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(user))
      for (OpOperand &use : expand->getUses())
        if (std::optional<LoopFactors> factors =
                matchExpandedUse(op, expand, use, withSecondUses, options))
          return factors;
  return std::nullopt;
}

/// Calls `split` for the loops of the ops of `block` that are in the way, with
/// the input that was collapsed if there is one: results are expanded from the
/// last op to the first, inputs the other way. `split` returns what the op has
/// become; if that is nothing, no other one is looked at.
static void forEachReshape(
    Block &block, const ElementwiseFusionOptions &options, bool withSecondUses,
    llvm::function_ref<linalg::LinalgOp(linalg::LinalgOp, const LoopFactors &,
                                        std::optional<unsigned>)>
        split) {
  SmallVector<linalg::LinalgOp> ops;
  for (auto op : block.getOps<linalg::LinalgOp>())
    if (takesPart(op, options))
      ops.push_back(op);
  for (linalg::LinalgOp &op : llvm::reverse(ops))
    if (std::optional<LoopFactors> factors =
            matchExpandedResult(op, withSecondUses, options))
      if (!(op = split(op, *factors, std::nullopt)))
        return;
  for (linalg::LinalgOp &op : ops)
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      if (std::optional<LoopFactors> factors = matchCollapsedInput(
              op, op->getOpOperand(i), withSecondUses, options))
        if (!(op = split(op, *factors, i)))
          return;
}

bool heddle::hasReshapeBetween(Block &block,
                               const ElementwiseFusionOptions &options,
                               bool withSecondUses) {
  bool found = false;
  forEachReshape(block, options, withSecondUses, [&](auto &&...) {
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
    bool withSecondUses,
    llvm::function_ref<void(Operation *, Operation *)> notifyReplaced) {
  forEachReshape(block, options, withSecondUses,
                 [&](linalg::LinalgOp op, const LoopFactors &factors,
                     std::optional<unsigned> input) {
                   linalg::GenericOp generic =
                       generalize(rewriter, op, options, notifyReplaced);
                   splitLoops(rewriter, generic, factors);
                   // What its producer reads comes first then.
                   if (input)
                     moveInputToFront(rewriter, generic, *input);
                   return cast<linalg::LinalgOp>(generic.getOperation());
                 });
}
