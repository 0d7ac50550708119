//===- ConsumerPlan.cpp - Where an epilogue lands in a nest ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks for the deepest loop in which a tile of the consumer can be computed.
// CarriedResult.cpp follows a carried tensor into the loops.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Fusion/ConsumerPlan.h"

#include "Loops/LoopIndices.h"
#include "Loops/SliceBox.h"
#include "heddle/Analysis/DataFlow/BufferReads.h"
#include "heddle/Analysis/Footprint/ExtentTable.h"
#include "heddle/Analysis/Footprint/Footprint.h"
#include "heddle/Analysis/Mistakes/Mistake.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::heddle;

ConsumerPlan::ConsumerPlan() = default;
ConsumerPlan::ConsumerPlan(ConsumerPlan &&) = default;
ConsumerPlan::~ConsumerPlan() = default;

ExtentTable &ConsumerPlan::getExtents() const { return indices->getOutside(); }

const CarriedResult *ConsumerPlan::find(Value value) const {
  for (const CarriedResult &result : read)
    if (result.results.front() == value)
      return &result;
  return nullptr;
}

namespace {
class ConsumerPlanner {
public:
  ConsumerPlanner(Operation *consumer, std::optional<Reason> &reason)
      : consumer(consumer), reason(reason) {
    plan.consumer = consumer;
  }

  FailureOr<ConsumerPlan> create();

private:
  LogicalResult refuse(Operation *op, const Twine &text) {
    reason.emplace(op, text);
    return failure();
  }
  LogicalResult checkConsumer();
  LogicalResult findNest();
  LogicalResult collectMoved();
  LogicalResult checkWrites();
  LogicalResult followResults();
  LogicalResult addLoops();
  LogicalResult addBox(CarriedResult &result);
  LogicalResult tryLevel(unsigned level);
  LogicalResult checkRead(const CarriedResult &result, unsigned level);
  LogicalResult checkTiles(unsigned last);
  Box getIteration(OpOperand &operand, const Box &box);
  LogicalResult checkSources();
  void findDropped();

  Operation *consumer;
  std::optional<Reason> &reason;
  ConsumerPlan plan;
  Operation *nest = nullptr;
  /// Results of the nest whose sizes are needed before the consumer.
  llvm::SetVector<OpResult> sized;
  /// Per result, the box that its insert writes.
  SmallVector<Box, 1> written;
  /// Per loop, the number of its last variable in the context.
  SmallVector<unsigned> lastVariable;
};
} // namespace

LogicalResult ConsumerPlanner::checkConsumer() {
  auto footprint = dyn_cast<FootprintOpInterface>(consumer);
  if (!footprint)
    return refuse(consumer, quote(consumer) +
                                " cannot be tiled: nothing says what a tile of "
                                "it reads");
  if (consumer->getNumResults() == 0 ||
      !llvm::all_of(consumer->getResultTypes(),
                    llvm::IsaPred<RankedTensorType>))
    return refuse(consumer, quote(consumer) + " has no tensor result to tile");
  if (!isMemoryEffectFree(consumer))
    return refuse(consumer, quote(consumer) +
                                " has side effects, or does not say that it "
                                "has none");
  // The verifier rejects an insertion into a tensor without elements.
  for (Type type : consumer->getResultTypes())
    if (llvm::is_contained(cast<RankedTensorType>(type).getShape(), 0))
      return refuse(consumer,
                    "the result of " + quote(consumer) + " has no elements");
  return success();
}

/// If the consumer reads several nests, the last one is taken: the results of
/// the others are available before it.
LogicalResult ConsumerPlanner::findNest() {
  for (Value operand : consumer->getOperands()) {
    Operation *def = operand.getDefiningOp();
    if (def && isa<scf::ForOp, scf::ForallOp>(def) &&
        def->getBlock() == consumer->getBlock() &&
        (!nest || nest->isBeforeInBlock(def)))
      nest = def;
  }
  if (!nest)
    return refuse(consumer, quote(consumer) + " reads no result of an scf.for "
                                              "or scf.forall of its block");
  return success();
}

/// Collects the ops between the nest and the consumer that the consumer depends
/// on.
LogicalResult ConsumerPlanner::collectMoved() {
  Block *block = consumer->getBlock();
  llvm::SetVector<Operation *> needed;
  auto visit = [&](Operation *user, bool isConsumer) -> LogicalResult {
    llvm::SetVector<Value> values(user->operand_begin(), user->operand_end());
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(user->getRegions(), captured);
    bool isDim = isa<tensor::DimOp>(user);
    for (Value value : captured)
      if (value.getDefiningOp() == nest)
        return refuse(user, "a region of " + quote(user) +
                                " reads what the nest returns");
    values.insert(captured.begin(), captured.end());
    for (Value value : values) {
      Operation *def = value.getDefiningOp();
      if (!def || def->getBlock() != block ||
          (def != nest && def->isBeforeInBlock(nest)))
        continue;
      if (def != nest)
        needed.insert(def);
      else if (isDim)
        sized.insert(cast<OpResult>(value));
      else if (!isConsumer)
        return refuse(consumer, quote(consumer) + " also reads what " +
                                    quote(user) +
                                    " computes from the result of the nest");
    }
    return success();
  };
  if (failed(visit(consumer, /*isConsumer=*/true)))
    return failure();
  for (unsigned next = 0; next < needed.size(); ++next) {
    Operation *op = needed[next];
    if (!isMemoryEffectFree(op))
      return refuse(consumer, quote(consumer) + " reads what " + quote(op) +
                                  " computes after the nest, and that has "
                                  "side effects");
    if (failed(visit(op, /*isConsumer=*/false)))
      return failure();
  }
  plan.moved = needed.takeVector();
  llvm::sort(plan.moved,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return checkWrites();
}

/// Checks that nothing after the begin of the nest writes what the consumer and
/// the ops that move with it read.
LogicalResult ConsumerPlanner::checkWrites() {
  BufferReads reads(consumer);
  SmallVector<Operation *> readers(plan.moved);
  readers.push_back(consumer);
  for (Operation *reader : readers) {
    Operation *write = reads.findWrite(reader, nest, reader);
    if (!write && reads.mayChange(nest, reader))
      write = nest;
    if (!write)
      continue;
    (void)refuse(reader, quote(reader) + " reads memory that " + quote(write) +
                             " may write before it, but not before the nest");
    reason->addNote(write, "the write");
    return failure();
  }
  return success();
}

/// Registers the loops that all results to be read have in common.
LogicalResult ConsumerPlanner::addLoops() {
  for (unsigned level = 0;; ++level) {
    Operation *loop = nullptr;
    for (const CarriedResult &result : plan.read) {
      if (level >= result.results.size() ||
          (loop && loop != result.getLoop(level)))
        return success();
      loop = result.getLoop(level);
    }
    auto induction = cast<LoopLikeOpInterface>(loop);
    bool startsAtZero =
        llvm::all_of(*induction.getLoopLowerBounds(),
                     [](OpFoldResult lo) { return isZeroInteger(lo); });
    if (!startsAtZero || !plan.indices->addLoopsOf(loop))
      return refuse(loop, "which numbers this loop counts through from 0 is "
                          "not known");
    plan.loops.push_back(loop);
    lastVariable.push_back(plan.context->getNumLoops() - 1);
  }
}

LogicalResult ConsumerPlanner::addBox(CarriedResult &result) {
  auto insert = cast<OffsetSizeAndStrideOpInterface>(result.insert);
  bool isUnit = llvm::all_of(insert.getMixedStrides(), [](OpFoldResult stride) {
    return isOneInteger(stride);
  });
  if (!isUnit)
    return refuse(insert, "the nest writes its tiles with a stride");
  std::optional<Box> box = getSliceBox(*plan.indices, insert);
  if (!box)
    return refuse(insert, "which part of the result of the nest this writes "
                          "is not known");
  written.push_back(std::move(*box));
  return success();
}

namespace {
/// How one dim of an operand follows an iteration dim: iteration i reads it
/// from element `offset + i * factor` on, or, with the tiles of an unpack, from
/// element `i floordiv divisor` on.
struct FollowedDim {
  unsigned loop;
  int64_t offset = 0, factor = 1, divisor = 1;
};
} // namespace

static std::optional<FollowedDim> getFollowedDim(Bound start) {
  const heddle::detail::BoundNode &sum = *start.getNode();
  if (sum.terms.size() != 1)
    return std::nullopt;
  auto [atom, factor] = sum.terms.front();
  if (atom->kind == heddle::detail::AtomKind::Var && factor > 0)
    return FollowedDim{unsigned(atom->index), sum.constant, factor};
  if (atom->kind != heddle::detail::AtomKind::FloorDiv || factor != 1 ||
      sum.constant)
    return std::nullopt;
  std::optional<FollowedDim> inner = getFollowedDim(atom->operands.front());
  if (!inner || inner->offset || inner->factor != 1 || inner->divisor != 1)
    return std::nullopt;
  inner->divisor = atom->index;
  return inner;
}

/// Per dim of an operand, the iteration dim that it follows, if that is one
/// alone. The op answers for the box of a single iteration.
static SmallVector<std::optional<FollowedDim>>
getFollowedDims(FootprintOpInterface op, unsigned operand) {
  if (op.getOperandRole(operand) == OperandRole::Whole)
    return {};
  BoundContext context;
  ExtentTable extents(context);
  op.assumeShapes(extents);
  Box single;
  for (Bound extent : op.getIterationDomainBounds(extents).extents) {
    Bound at = context.var(context.addLoop(extent, context.constant(1)));
    single.dims.push_back({at, context.add(at, 1)});
  }
  return llvm::map_to_vector(
      op.getOperandBox(extents, operand, single).dims,
      [](const BoxRange &range) { return getFollowedDim(range.lo); });
}

/// The iteration box of the consumer that reads `box` of `operand`, as far as
/// dims of the operand follow dims of the iteration space; all other dims are
/// whole. checkTiles proves that it reads no more.
Box ConsumerPlanner::getIteration(OpOperand &operand, const Box &box) {
  auto footprint = cast<FootprintOpInterface>(consumer);
  BoundContext &context = *plan.context;
  ExtentTable &extents = plan.getExtents();
  SmallVector<Bound> domain =
      footprint.getIterationDomainBounds(extents).extents;
  Box iteration = getWholeBox(context, domain);
  SmallVector<std::optional<FollowedDim>> followed =
      getFollowedDims(footprint, operand.getOperandNumber());
  for (unsigned dim = 0; dim < followed.size(); ++dim) {
    auto [lo, hi] = box.dims[dim];
    // A dim that is whole in the operand may have another extent in the op.
    if (!followed[dim] ||
        (lo.isConstant(0) && hi == extents.getExtent(operand.get(), dim)))
      continue;
    const FollowedDim &follow = *followed[dim];
    auto invert = [&](Bound element) {
      element =
          context.mul(context.add(element, -follow.offset), follow.divisor);
      return context.ceilDiv(element, follow.factor);
    };
    Bound end = invert(hi);
    if (follow.divisor != 1)
      end = context.min(end, domain[follow.loop]);
    iteration.dims[follow.loop] = {invert(lo), end};
  }
  return footprint.getLegalIterationBox(extents, iteration);
}

/// Checks that the part that an iteration of loop `level` writes is final, and
/// that all parts together cover the tensor.
LogicalResult ConsumerPlanner::checkRead(const CarriedResult &result,
                                         unsigned level) {
  int last = lastVariable[level];
  Operation *loop = plan.loops[level];
  if (!areDisjoint(*plan.context, result.box, last) &&
      !isMistake("epilogue_too_early"))
    return refuse(loop, "what this loop writes is complete only after it: its "
                        "iterations are not proved to write different parts");
  SmallVector<Bound> extents =
      plan.getExtents().getExtents(result.results.front());
  if (!coversAll(*plan.context, result.box, extents, last))
    return refuse(loop, "the tiles of the nest are not proved to be all of "
                        "what it returns");
  if (isa<scf::ForallOp>(loop) && !result.isSource)
    return refuse(result.insert, "what an iteration of the forall writes is "
                                 "no value of its body");
  return success();
}

LogicalResult ConsumerPlanner::checkTiles(unsigned last) {
  auto footprint = cast<FootprintOpInterface>(consumer);
  ExtentTable &extents = plan.getExtents();
  Box whole = getWholeBox(*plan.context,
                          footprint.getIterationDomainBounds(extents).extents);
  if (!isContained(*plan.context, plan.iteration, whole))
    return refuse(consumer,
                  "a tile of the nest is not proved to be a tile of " +
                      quote(consumer));
  for (auto [dim, isReduction] : llvm::enumerate(footprint.getReductionDims()))
    if (isReduction && !(plan.iteration.dims[dim] == whole.dims[dim]))
      return refuse(consumer, quote(consumer) + " reduces its dim " +
                                  Twine(dim) + ", which the nest tiles");
  for (OpOperand &operand : consumer->getOpOperands()) {
    const CarriedResult *result = plan.find(operand.get());
    if (!result)
      continue;
    unsigned number = operand.getOperandNumber();
    if (footprint.getOperandRole(number) == OperandRole::Whole ||
        !isContained(*plan.context,
                     footprint.getOperandBox(extents, number, plan.iteration),
                     result->box))
      return refuse(consumer, "operand " + Twine(number) + " of " +
                                  quote(consumer) +
                                  " is not proved to read no more than a tile "
                                  "of the nest");
  }
  for (OpResult result : consumer->getResults()) {
    Box box = footprint.getResultBox(extents, result.getResultNumber(),
                                     plan.iteration);
    bool isDisjoint = areDisjoint(*plan.context, box, last) ||
                      isMistake("epilogue_too_early");
    if (!isDisjoint ||
        !coversAll(*plan.context, box, extents.getExtents(result), last))
      return refuse(consumer, "the tiles of result " +
                                  Twine(result.getResultNumber()) + " of " +
                                  quote(consumer) +
                                  " are not proved to be disjoint and all of "
                                  "it");
  }
  return success();
}

/// Checks that the bounds can be computed before the nest, where their index
/// values will be created.
LogicalResult ConsumerPlanner::checkSources() {
  Operation *unknown = nullptr;
  auto check = [&](Bound bound) {
    plan.context->substituteSymbols(bound, [&](unsigned symbol) {
      ExtentTable &extents = plan.getExtents();
      Operation *def = extents.hasSource(symbol)
                           ? extents.getSource(symbol).value.getDefiningOp()
                           : consumer;
      if (def && (def == consumer || def == nest))
        unknown = def;
      return Bound();
    });
  };
  auto footprint = cast<FootprintOpInterface>(consumer);
  ExtentTable &extents = plan.getExtents();
  auto checkBox = [&](const Box &box) {
    for (const BoxRange &range : box.dims) {
      check(range.lo);
      check(range.hi);
    }
  };
  checkBox(plan.iteration);
  for (const CarriedResult &result : plan.read)
    checkBox(result.box);
  for (OpOperand &operand : consumer->getOpOperands())
    if (footprint.getOperandRole(operand.getOperandNumber()) !=
        OperandRole::Whole)
      checkBox(footprint.getOperandBox(extents, operand.getOperandNumber(),
                                       plan.iteration));
  if (!unknown)
    return success();
  return refuse(consumer, "the size of a tile of " + quote(consumer) +
                              " is not known before the nest");
}

LogicalResult ConsumerPlanner::tryLevel(unsigned level) {
  unsigned last = lastVariable[level];
  ExtentTable &extents = plan.getExtents();
  for (auto [result, box] : llvm::zip_equal(plan.read, written)) {
    result.box = widenBox(*plan.context, box,
                          extents.getExtents(result.results.front()), last + 1);
    // If the tiles are inserted in this loop, there is no inner loop to widen
    // over.
    if (level + 1 == result.results.size())
      result.box = box;
    auto insert = cast<OffsetSizeAndStrideOpInterface>(result.insert);
    Value source = result.insert->getOperand(0);
    result.isSource = result.box == box && level + 1 == result.results.size() &&
                      cast<RankedTensorType>(source.getType()).getRank() ==
                          static_cast<int64_t>(insert.getMixedSizes().size());
    if (failed(checkRead(result, level)))
      return failure();
  }
  for (OpOperand &operand : consumer->getOpOperands())
    if (const CarriedResult *result = plan.find(operand.get())) {
      plan.iteration = getIteration(operand, result->box);
      break;
    }
  if (failed(checkTiles(last)))
    return failure();
  return checkSources();
}

void ConsumerPlanner::findDropped() {
  for (CarriedResult &result : plan.read)
    result.isDropped = isReadBy(consumer, result);
}

/// Follows the results of the nest. A loop that inserts tiles returns a tensor
/// with the sizes of its initial value.
LogicalResult ConsumerPlanner::followResults() {
  llvm::SetVector<OpResult> results;
  for (Value operand : consumer->getOperands())
    if (operand.getDefiningOp() == nest)
      results.insert(cast<OpResult>(operand));
  size_t numRead = results.size();
  results.insert(sized.begin(), sized.end());
  ExtentTable &extents = plan.getExtents();
  for (auto [number, result] : llvm::enumerate(results)) {
    FailureOr<CarriedResult> carried = followResult(result, reason);
    if (failed(carried))
      return failure();
    for (auto [dim, extent] :
         llvm::enumerate(extents.getExtents(getStart(result))))
      extents.assumeEqual(extent, extents.getExtent(result, dim));
    if (number < numRead)
      plan.read.push_back(std::move(*carried));
  }
  return success();
}

FailureOr<ConsumerPlan> ConsumerPlanner::create() {
  if (failed(checkConsumer()) || failed(findNest()) || failed(collectMoved()))
    return failure();
  plan.context = std::make_unique<BoundContext>();
  plan.indices = std::make_unique<LoopIndices>(*plan.context, nest);
  if (failed(followResults()))
    return failure();
  ExtentTable &extents = plan.getExtents();
  auto footprint = cast<FootprintOpInterface>(consumer);
  footprint.assumeShapes(extents);
  IterationDomain domain = footprint.getIterationDomainBounds(extents);
  if (domain.obstacle)
    return refuse(consumer, quote(consumer) + " " + domain.obstacle->text);
  if (failed(addLoops()))
    return failure();
  for (CarriedResult &result : plan.read)
    if (failed(addBox(result)))
      return failure();
  // The last reason is reported. It is about the outermost loop.
  while (!plan.loops.empty()) {
    reason.reset();
    if (succeeded(tryLevel(plan.loops.size() - 1))) {
      findDropped();
      return std::move(plan);
    }
    plan.loops.pop_back();
  }
  return failure();
}

FailureOr<ConsumerPlan> heddle::planConsumer(Operation *consumer,
                                             std::optional<Reason> &reason) {
  return ConsumerPlanner(consumer, reason).create();
}
