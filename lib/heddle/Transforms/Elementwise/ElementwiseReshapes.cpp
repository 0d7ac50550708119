//===- ElementwiseReshapes.cpp - Reshapes out of the way ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides which loops are split, so that the ops on both sides of a reshape
// have the same loops. SplitLoops.cpp splits them.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseReshapes.h"

#include "SplitLoops.h"
#include "heddle/Analysis/Destinations/Destinations.h"
#include "heddle/Analysis/Elementwise/ElementwiseOps.h"
#include "heddle/Analysis/Spaces/MemorySpace.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::heddle;

/// The largest number of ops between a producer and a reader of a reshape that
/// are examined.
static constexpr unsigned kMaxOpsBetween = 1024;

/// The answer "no". Sets `rule` to the rule that forbids it, if `rule` is not
/// null.
static std::nullopt_t refuse(std::string *rule, const Twine &text) {
  if (rule)
    *rule = text.str();
  return std::nullopt;
}

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

/// The number of operands that `op`, which reads `link` from another member,
/// adds to a merged op. Its destinations count if it is the last member.
static int64_t countOperands(linalg::LinalgOp op, Value link, bool isLast) {
  llvm::SmallDenseSet<std::pair<Value, AffineMap>> reads;
  for (OpOperand &use : op->getOpOperands())
    if (bodyReads(op, use) && use.get() != link &&
        !isa_and_present<Attribute>(getUniformScalar(use)) &&
        !(isLast && op.isDpsInit(&use)))
      reads.insert({use.get(), op.getMatchingIndexingMap(&use)});
  return reads.size() + (isLast ? op.getNumDpsInits() : 0);
}

/// The bound that an op would exceed that merges `producer` with the reader of
/// a reshape of its result at `use`; empty if there is none. If the result is
/// kept, its destination is an operand, too.
static StringRef findExceededBound(linalg::LinalgOp producer, OpOperand &use,
                                   bool isKept,
                                   const ElementwiseFusionOptions &options) {
  auto reader = cast<linalg::LinalgOp>(use.getOwner());
  Value link = use.get();
  auto countOps = [](linalg::LinalgOp op) {
    return static_cast<int64_t>(
        llvm::range_size(op.getBlock()->without_terminator()));
  };
  if (options.maxOps && countOps(producer) + countOps(reader) > *options.maxOps)
    return "'max_ops'";
  if (computesSomething(producer) &&
      getRecomputeFactor(cast<RankedTensorType>(link.getType()).getShape(),
                         reader.getMatchingIndexingMap(&use),
                         reader.getStaticLoopRanges())
              .value > options.getMaxRecompute(!reader.isAllParallelLoops()))
    return "'max_recompute'";
  if (options.maxOperands && countOperands(producer, Value(), isKept) +
                                     countOperands(reader, link,
                                                   /*isLast=*/true) >
                                 *options.maxOperands)
    return "'max_operands'";
  return "";
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

static std::string toText(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// The factors of the loops of `op` if each dim of `operand` is a group,
/// according to `groups`, of dims of `split`.
static std::optional<LoopFactors>
getFactors(linalg::LinalgOp op, OpOperand &operand, RankedTensorType split,
           ArrayRef<ReassociationIndices> groups, std::string *rule = nullptr) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  LoopFactors factors(op.getNumLoops(), SmallVector<int64_t>(1, 0));
  if (hasEncodedOperand(op))
    return refuse(rule, "'" + op->getName().getStringRef() +
                            "' has an operand with an encoding, which a "
                            "reshape of it would drop");
  for (auto [dim, group] : llvm::enumerate(groups)) {
    if (group.size() == 1)
      continue;
    auto loop = dyn_cast<AffineDimExpr>(map.getResult(dim));
    if (!loop || factors[loop.getPosition()].size() > 1)
      return refuse(rule, "'" + op->getName().getStringRef() +
                              "' has no loop of its own for dim " + Twine(dim));
    auto &extents = factors[loop.getPosition()];
    extents.clear();
    for (int64_t index : group) {
      if (split.isDynamicDim(index))
        return refuse(rule, "dim " + Twine(index) + " of the split shape, " +
                                Twine(toText(split)) + ", is dynamic");
      extents.push_back(split.getDimSize(index));
    }
  }
  if (!canSplit(op, factors))
    return refuse(rule, "not every operand of '" +
                            op->getName().getStringRef() +
                            "' has a shape with these dims split");
  // True for a reshape between equal shapes, or a reshape that this op does not
  // need.
  if (llvm::all_of(factors, [](auto &extents) { return extents.size() == 1; }))
    return refuse(rule, "it splits no loop");
  return factors;
}

/// True if `reader` needs `producer` only through the operands for which
/// `isLink` holds. Then no op between them has to come after `producer` and
/// before `reader`. Effects keep their order.
static bool needsOnlyAt(linalg::LinalgOp producer, linalg::LinalgOp reader,
                        llvm::function_ref<bool(OpOperand &)> isLink) {
  llvm::SmallPtrSet<Operation *, 16> waiting{producer};
  bool effectsWait = false;
  auto needsWaiting = [&](Operation *op) {
    WalkResult walked = op->walk([&](Operation *nested) {
      for (OpOperand &use : nested->getOpOperands()) {
        Operation *needed = use.get().getDefiningOp();
        // An op that reads only an extent of the result does not need the
        // result.
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

/// Why the op that reads a reshape of `result` at `use` cannot be merged with
/// the op that computes `result`, although other ops use `result` or the
/// reshape, too; empty if it can be merged.
static StringRef
findObstacleToKeeping(OpResult result, OpOperand &use,
                      const ElementwiseFusionOptions &options) {
  auto producer = cast<linalg::LinalgOp>(result.getOwner());
  auto reader = cast<linalg::LinalgOp>(use.getOwner());
  AffineMap map = reader.getMatchingIndexingMap(&use);
  if (options.oneUse)
    return "'one_use' is set";
  // Each iteration of the reader computes one element that is kept.
  if (!producer.isAllParallelLoops() ||
      !producer.getIndexingMapMatchingResult(result).isPermutation())
    return "the first op does not compute each element once";
  if (!map.isPermutation())
    return "the reader does not read each element once";
  Operation *reshape = use.get().getDefiningOp();
  bool isNeededOnlyHere = needsOnlyAt(producer, reader, [&](OpOperand &other) {
    Operation *source = other.get().getDefiningOp();
    return reader.isDpsInput(&other) &&
           reader.getMatchingIndexingMap(&other) == map &&
           OperationEquivalence::isEquivalentTo(
               source, reshape, OperationEquivalence::IgnoreLocations);
  });
  return isNeededOnlyHere ? ""
                          : "the reader also needs it through an op between";
}

/// True if others may use `result`, or its reshape that is read at `use`.
static bool mayKeep(OpResult result, OpOperand &use, bool withSecondUses,
                    const ElementwiseFusionOptions &options,
                    std::string *rule) {
  if (!withSecondUses)
    return false;
  StringRef obstacle = findObstacleToKeeping(result, use, options);
  bool hasOtherUses = !result.hasOneUse() || !use.get().hasOneUse();
  if (!obstacle.empty())
    (void)refuse(rule, (hasOtherUses
                            ? "it has other uses, or what it reshapes has, and "
                            : "") +
                           obstacle);
  return obstacle.empty();
}

/// How to split `op` so that it reads the source of the collapse at `operand`.
static std::optional<LoopFactors> matchCollapsedInput(
    linalg::LinalgOp op, OpOperand &operand, bool withSecondUses,
    const ElementwiseFusionOptions &options, std::string *rule = nullptr) {
  auto collapse = operand.get().getDefiningOp<tensor::CollapseShapeOp>();
  if (!collapse)
    return std::nullopt;
  if (!op.isDpsInput(&operand))
    return refuse(rule, "the reader starts from it");
  Operation *producer = collapse.getSrc().getDefiningOp();
  if (!takesPart(producer, options) || producer->getBlock() != op->getBlock())
    return std::nullopt;
  bool isKept = !collapse->hasOneUse() || !feedsOnly(producer, collapse);
  if (isKept && !mayKeep(cast<OpResult>(collapse.getSrc()), operand,
                         withSecondUses, options, rule))
    return std::nullopt;
  StringRef bound = findExceededBound(cast<linalg::LinalgOp>(producer), operand,
                                      isKept, options);
  if (!bound.empty())
    return refuse(rule, "the merged op would exceed " + bound);
  return getFactors(op, operand, collapse.getSrcType(),
                    collapse.getReassociationIndices(), rule);
}

/// True if every op that takes part and reads the result of `op` directly could
/// read the result of `expand` instead.
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
                 const ElementwiseFusionOptions &options,
                 std::string *rule = nullptr) {
  if (!takesPart(use.getOwner(), options) ||
      use.getOwner()->getBlock() != op->getBlock())
    return std::nullopt;
  if (!cast<linalg::LinalgOp>(use.getOwner()).isDpsInput(&use))
    return refuse(rule, "the reader starts from it");
  bool isKept = !expand->hasOneUse() || !feedsOnly(op, expand);
  if (isKept && !mayKeep(op->getResult(0), use, withSecondUses, options, rule))
    return std::nullopt;
  if (isKept && !othersCanFollow(op, expand, options))
    return refuse(rule, "another reader of what it reshapes cannot read that "
                        "with its dims split");
  if (StringRef bound = findExceededBound(op, use, isKept, options);
      !bound.empty())
    return refuse(rule, "the merged op would exceed " + bound);
  return getFactors(op, *op.getDpsInitOperand(0), expand.getResultType(),
                    expand.getReassociationIndices(), rule);
}

/// How to split `op` so that it computes the expanded form of its result.
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

/// Calls `split` for the ops of `block` whose loops have to be split, with the
/// number of the collapsed input if there is one. Results are expanded from the
/// last op to the first, inputs from the first to the last. `split` returns the
/// new op; if it returns nothing, the walk stops.
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

std::string heddle::explainReshape(Operation *producer, Operation *reshape,
                                   Operation *reader,
                                   const ElementwiseFusionOptions &options) {
  std::string rule;
  if (!isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(reshape))
    return rule;
  if (reshape->getOperand(0).getDefiningOp() != producer)
    return "only a single reshape between two ops is moved";
  auto first = cast<linalg::LinalgOp>(producer);
  bool isExpanded = isa<tensor::ExpandShapeOp>(reshape);
  if (isExpanded && first->getNumResults() != 1)
    return ("'" + first->getName().getStringRef() + "' has several results")
        .str();
  for (OpOperand &use : reader->getOpOperands()) {
    if (use.get().getDefiningOp() != reshape)
      continue;
    std::optional<LoopFactors> factors;
    if (isExpanded)
      factors = matchExpandedUse(first, cast<tensor::ExpandShapeOp>(reshape),
                                 use, /*withSecondUses=*/true, options, &rule);
    else
      factors = matchCollapsedInput(cast<linalg::LinalgOp>(reader), use,
                                    /*withSecondUses=*/true, options, &rule);
    if (!factors)
      return rule;
  }
  return rule;
}

/// Replaces `op` by a generic that computes the same. `notifyReplaced`
/// transfers the handles, because the ops have different names.
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
                   // So the operands of the producer of that input will come
                   // first.
                   if (input)
                     moveInputToFront(rewriter, generic, *input);
                   return cast<linalg::LinalgOp>(generic.getOperation());
                 });
}
